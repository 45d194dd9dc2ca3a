import { createEventFilter, type EventFilter } from '../reading/event-filter.ts';
import { invalidArgument } from '../wire/rpc-error.ts';
import type { ReadOptions, ReadReq } from '../protocol.ts';
import { readNumber, readStreamName } from './requests.ts';

export type Start = 'start' | 'end' | number;

/** What a call of Streams.Read asks for. */
export type ReadRequest = {
  target:
    | { kind: 'all'; from: Start; filter: EventFilter | undefined }
    | { kind: 'stream'; name: Buffer; from: Start };
  direction: 'forwards' | 'backwards';
  resolveLinks: boolean;
  mode: { kind: 'count'; maxCount: number } | { kind: 'subscription'; checkpointInterval: number };
};

const BACKWARDS = 1;
/** Events that a filtered read looks at in one step unless the request says otherwise; EventStoreDB's number. */
const DEFAULT_SEARCH_WINDOW = 32;

function readTarget(options: ReadOptions): ReadRequest['target'] {
  const stream = options.getStream();
  const filterOptions = options.getFilter();
  if (stream !== undefined) {
    if (filterOptions !== undefined) throw invalidArgument('Only reads of $all can be filtered.');
    const name = readStreamName(stream.getStreamIdentifier());
    if (stream.hasEnd()) return { kind: 'stream', name, from: 'end' };
    return { kind: 'stream', name, from: stream.hasRevision() ? readNumber(stream.getRevision()) : 'start' };
  }
  const all = options.getAll();
  if (all === undefined) throw invalidArgument('A read needs a stream or $all.');
  const filter = filterOptions === undefined ? undefined : createEventFilter(filterOptions);
  if (all.hasEnd()) return { kind: 'all', from: 'end', filter };
  const position = all.getPosition()?.getCommitPosition();
  return { kind: 'all', from: position === undefined ? 'start' : readNumber(position), filter };
}

function readCheckpointInterval(options: ReadOptions): number {
  const filter = options.getFilter();
  if (filter === undefined) return Infinity;
  const multiplier = filter.getCheckpointintervalmultiplier();
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  if (multiplier < 1 || window < 1)
    throw invalidArgument('Search window and checkpoint interval must be positive.');
  return multiplier * window;
}

/** Checks a read request; a wrong one throws INVALID_ARGUMENT. */
export function parseReadRequest(request: ReadReq): ReadRequest {
  const options = request.getOptions();
  if (options === undefined) throw invalidArgument('The options are missing.');
  const direction = (options.getReadDirection() as number) === BACKWARDS ? 'backwards' : 'forwards';
  const base = { target: readTarget(options), direction, resolveLinks: options.getResolveLinks() } as const;
  if (options.hasCount())
    return { ...base, mode: { kind: 'count', maxCount: readNumber(options.getCount()) } };
  if (!options.hasSubscription()) throw invalidArgument('A read needs a count or a subscription.');
  if (direction === 'backwards') throw invalidArgument('A subscription reads forwards.');
  return { ...base, mode: { kind: 'subscription', checkpointInterval: readCheckpointInterval(options) } };
}
