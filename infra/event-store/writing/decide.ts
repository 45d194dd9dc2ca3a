import { dataOf } from '../wire/record.ts';
import type { StreamHead } from '../storage/stream-head.ts';
import {
  deletedMetadata,
  isMetastream,
  metastreamOf,
  originalStreamOf,
  recreatedMetadata,
} from '../storage/stream-settings.ts';
import type { ExpectedRevision, ProposedEvent, WriteCommand, WriteOutcome } from './commands.ts';
import type { WorkingSet } from './working-set.ts';

/**
 * The rules of EventStoreDB for writes (its IndexWriter.CheckCommit and StorageWriterService): expected
 * revisions, idempotent repetition by event id, soft delete, recreation and tombstones.
 */

type Check =
  | { kind: 'accept'; head: StreamHead }
  | Extract<WriteOutcome, { kind: 'success' | 'wrong_expected_version' | 'stream_deleted' }>;

const METADATA_TYPE = Buffer.from('$metadata');
const EMPTY = Buffer.alloc(0);
const NOTHING = -1;

/** A tombstone of a stream also ends its metadata stream. */
function isTombstoned(name: Buffer, set: WorkingSet): boolean {
  if (set.head(name).tombstoned) return true;
  return isMetastream(name) && set.head(originalStreamOf(name)).tombstoned;
}

/** A repetition is recognised when exactly these events stand at these revisions already. */
function repeated(
  head: StreamHead,
  ids: readonly Buffer[],
  first: number,
  set: WorkingSet,
): Extract<Check, { kind: 'success' }> | undefined {
  let position: number | undefined;
  for (const [offset, id] of ids.entries()) {
    const entry = first + offset < 0 ? undefined : set.indexEntry(head.id, first + offset);
    if (entry === undefined || !entry.eventId.equals(id)) return undefined;
    position = entry.position;
  }
  return { kind: 'success', revision: first + ids.length - 1, position };
}

function checkAnyRevision(head: StreamHead, ids: readonly Buffer[], set: WorkingSet): Check {
  const [firstId, lastId] = [ids[0], ids.at(-1)];
  if (firstId === undefined || lastId === undefined) return { kind: 'accept', head };
  if (set.revisionOf(head.id, firstId) === undefined) return { kind: 'accept', head };
  const last = set.revisionOf(head.id, lastId) ?? NOTHING;
  const success = repeated(head, ids, last - ids.length + 1, set);
  return success ?? { kind: 'wrong_expected_version', currentRevision: head.lastRevision };
}

function checkRevision(head: StreamHead, expected: number, ids: readonly Buffer[], set: WorkingSet): Check {
  const { lastRevision } = head;
  if (expected === lastRevision) return { kind: 'accept', head };
  const wrong: Check = { kind: 'wrong_expected_version', currentRevision: lastRevision };
  if (expected > lastRevision || ids.length === 0) return wrong;
  const success = repeated(head, ids, expected + 1, set);
  if (success !== undefined) return success;
  const firstId = ids[0];
  const startsAlike = firstId !== undefined && repeated(head, [firstId], expected + 1, set) !== undefined;
  return expected === NOTHING && head.settings.softDeleted && !startsAlike ? { kind: 'accept', head } : wrong;
}

function check(name: Buffer, expected: ExpectedRevision, ids: readonly Buffer[], set: WorkingSet): Check {
  if (isTombstoned(name, set)) return { kind: 'stream_deleted' };
  const head = set.head(name);
  switch (expected.kind) {
    case 'any':
      return checkAnyRevision(head, ids, set);
    case 'stream_exists':
      if (head.settings.softDeleted) return { kind: 'stream_deleted' };
      if (head.lastRevision === NOTHING && set.head(metastreamOf(name)).lastRevision === NOTHING) {
        return { kind: 'wrong_expected_version', currentRevision: NOTHING };
      }
      return checkAnyRevision(head, ids, set);
    case 'no_stream':
      return checkRevision(head, NOTHING, ids, set);
    case 'exact':
      return checkRevision(head, expected.revision, ids, set);
    default:
      return expected satisfies never;
  }
}

function metadataEvent(id: Buffer, data: Buffer): ProposedEvent {
  return { id, type: METADATA_TYPE, isJson: true, data, metadata: EMPTY };
}

/** Gives a soft-deleted stream back to readers, from the given revision on. */
function recreate(name: Buffer, fromRevision: number, set: WorkingSet, newId: () => Buffer): void {
  const metastream = metastreamOf(name);
  const meta = set.head(metastream);
  const entry = set.indexEntry(meta.id, meta.lastRevision);
  const record = entry === undefined ? undefined : set.record(entry.position);
  const data = record === undefined ? undefined : recreatedMetadata(dataOf(record), fromRevision);
  if (data !== undefined) set.append(metastream, metadataEvent(newId(), data));
}

function append(
  command: Extract<WriteCommand, { kind: 'append' }>,
  head: StreamHead,
  set: WorkingSet,
  newId: () => Buffer,
): WriteOutcome {
  const { streamName, events } = command;
  if (events.length === 0) return { kind: 'success', revision: head.lastRevision, position: undefined };
  const original = isMetastream(streamName) ? originalStreamOf(streamName) : undefined;
  const originalWasDeleted = original !== undefined && set.head(original).settings.softDeleted;
  let position: number | undefined;
  for (const event of events) position = set.append(streamName, event);
  if (head.settings.softDeleted) recreate(streamName, head.lastRevision + 1, set, newId);
  if (originalWasDeleted) recreate(original, set.head(original).lastRevision + 1, set, newId);
  return { kind: 'success', revision: head.lastRevision + events.length, position };
}

function softDelete(name: Buffer, head: StreamHead, set: WorkingSet, eventId: Buffer): WriteOutcome {
  const metastream = metastreamOf(name);
  if (head.lastRevision === NOTHING && set.head(metastream).lastRevision === NOTHING) {
    return { kind: 'wrong_expected_version', currentRevision: NOTHING };
  }
  const position = set.append(metastream, metadataEvent(eventId, deletedMetadata()));
  return { kind: 'success', revision: head.lastRevision, position };
}

/**
 * Decides one write against the committed state and everything the same transaction did before, and puts
 * what follows from it into the working set. A refusal changes nothing.
 */
export function decide(command: WriteCommand, set: WorkingSet, newId: () => Buffer): WriteOutcome {
  const { streamName, expected } = command;
  if (command.kind === 'append') {
    const ids = command.events.map(({ id }) => id);
    const checked = check(streamName, expected, ids, set);
    return checked.kind === 'accept' ? append(command, checked.head, set, newId) : checked;
  }
  const eventId = newId();
  const checked = check(streamName, expected, [eventId], set);
  if (checked.kind !== 'accept') return checked;
  if (command.kind === 'delete') return softDelete(streamName, checked.head, set, eventId);
  return {
    kind: 'success',
    revision: checked.head.lastRevision,
    position: set.tombstone(streamName, eventId),
  };
}
