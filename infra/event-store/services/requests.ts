import { eventIdOf } from '../wire/event-id.ts';
import { accessDenied, invalidArgument, metadataPropertyMissing, type RpcError } from '../wire/rpc-error.ts';
import type { WireExpectation } from '../wire/responses.ts';
import type { ExpectedRevision, ProposedEvent } from '../writing/commands.ts';
import { isMetastream } from '../storage/stream-settings.ts';
import type { ProposedMessage, StreamIdentifier } from '../protocol.ts';
import type { Behaviour } from './context.ts';

const MAX_STREAM_NAME_BYTES = 1_024;
const MAX_EVENT_TYPE_BYTES = 1_024;
/** Events in one append; bounds how long one transaction can keep the event loop. */
export const MAX_APPEND_EVENTS = 50_000;
/** Memory that an event takes beside its bytes while it waits, roughly. */
const EVENT_OVERHEAD_BYTES = 256;

/** The name of a stream, checked. */
export function readStreamName(identifier: StreamIdentifier | undefined): Buffer {
  const bytes = identifier?.getStreamName_asU8() ?? new Uint8Array();
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (name.length === 0 || name.equals(Buffer.from('$$')))
    throw invalidArgument('The stream name is missing.');
  const limit = MAX_STREAM_NAME_BYTES + (isMetastream(name) ? 2 : 0);
  if (name.length > limit) throw invalidArgument(`A stream name has at most ${MAX_STREAM_NAME_BYTES} bytes.`);
  return name;
}

/** The name of a stream to be written to: not `$all`, which is the log itself. */
export function readWritableStreamName(
  identifier: StreamIdentifier | undefined,
  behaviour: Behaviour = 'own',
): Buffer {
  const name = readStreamName(identifier);
  if (behaviour === 'own' && name.equals(Buffer.from('$all'))) throw accessDenied();
  return name;
}

/** A 64-bit number of the wire as a safe integer; larger ones stand for "beyond everything" and are capped. */
export const readNumber = (value: string): number =>
  Number(BigInt(value) > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : value);

type ExpectationSource = {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
};

/** The expected revision of a write, in the form of the wire. */
export function readExpectation(options: ExpectationSource, revision: string | undefined): WireExpectation {
  if (revision !== undefined) return { kind: 'exact', revision };
  if (options.hasNoStream()) return { kind: 'no_stream' };
  if (options.hasAny()) return { kind: 'any' };
  if (options.hasStreamExists()) return { kind: 'stream_exists' };
  throw invalidArgument('The expected revision is missing.');
}

/** The same for the decision. */
export const toExpectedRevision = (expected: WireExpectation): ExpectedRevision =>
  expected.kind === 'exact' ? { kind: 'exact', revision: readNumber(expected.revision) } : expected;

/** EventStoreDB's number for an expectation, as it stands in trailers. */
export function expectationNumber(expected: WireExpectation): string {
  if (expected.kind === 'exact') return expected.revision;
  return { no_stream: '-1', any: '-2', stream_exists: '-4' }[expected.kind];
}

/** An event of Append or BatchAppend. Its bytes are kept as they came. */
export function readProposedEvent(message: ProposedMessage): ProposedEvent {
  const metadata = message.getMetadataMap();
  const type = metadata.get('type');
  const contentType = metadata.get('content-type');
  if (type === undefined) throw metadataPropertyMissing('type');
  if (contentType === undefined) throw metadataPropertyMissing('content-type');
  const id = eventIdOf(message.getId());
  if (id === undefined) throw invalidArgument('An event id must be a UUID.');
  const typeBytes = Buffer.from(type, 'utf8');
  if (typeBytes.length === 0 || typeBytes.length > MAX_EVENT_TYPE_BYTES) {
    throw invalidArgument(`An event type has 1 to ${MAX_EVENT_TYPE_BYTES} bytes.`);
  }
  return {
    id,
    type: typeBytes,
    isJson: contentType === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** What an event counts towards the largest append, as EventStoreDB counts it. */
export const eventSize = (event: ProposedEvent): number =>
  event.data.length + event.metadata.length + 2 * event.type.length;

/** Memory that events take while they wait. */
export const waitingSize = (events: readonly ProposedEvent[]): number =>
  events.reduce((sum, event) => sum + eventSize(event) + EVENT_OVERHEAD_BYTES, EVENT_OVERHEAD_BYTES);

/** Collects the events of one append up to the limits. */
export type EventCollector = { add(message: ProposedMessage): 'ok' | 'too_large'; events: ProposedEvent[] };

export function createEventCollector(maxAppendBytes: number): EventCollector {
  const events: ProposedEvent[] = [];
  let bytes = 0;
  return {
    events,
    add(message) {
      const event = readProposedEvent(message);
      bytes += eventSize(event);
      if (bytes > maxAppendBytes) return 'too_large';
      if (events.length === MAX_APPEND_EVENTS) throw tooManyEvents();
      events.push(event);
      return 'ok';
    },
  };
}

const tooManyEvents = (): RpcError => invalidArgument(`An append has at most ${MAX_APPEND_EVENTS} events.`);
