import { encodeRecord, TOMBSTONE_REVISION, type StoredRecord } from '../wire/record.ts';
import type { Changes, Database, IndexEntry } from '../storage/database.ts';
import { newHead, type StreamHead } from '../storage/stream-head.ts';
import {
  isMetastream,
  METASTREAM_SETTINGS,
  originalStreamOf,
  parseSettings,
} from '../storage/stream-settings.ts';
import type { ProposedEvent } from './commands.ts';

/** The changes of one transaction while it is being decided: later decisions see what earlier ones did. */
export type WorkingSet = {
  /** The head as it would be after the changes so far; of a stream that is not there, an empty one. */
  head(name: Buffer): StreamHead;
  indexEntry(streamId: number, revision: number): IndexEntry | undefined;
  revisionOf(streamId: number, eventId: Buffer): number | undefined;
  record(position: number): StoredRecord | undefined;
  /** Adds an event behind the stream's last one and returns its position. Made at another time only by a restore. */
  append(name: Buffer, event: ProposedEvent, atMs?: number): number;
  /** Ends the stream for good with a `$streamDeleted` event and returns its position. */
  tombstone(name: Buffer, eventId: Buffer, atMs?: number): number;
  changes(): Changes;
};

const STREAM_DELETED = Buffer.from('$streamDeleted');
const EMPTY = Buffer.alloc(0);

/** Starts the changes of one transaction on top of what is committed. No other may be open at the same time. */
export function createWorkingSet(database: Database, createdMs: number): WorkingSet {
  const heads = new Map<string, { name: Buffer; head: StreamHead; changed: boolean }>();
  const entries = new Map<string, IndexEntry>();
  const revisions = new Map<string, number>();
  const index: { streamId: number; entry: IndexEntry }[] = [];
  const records: { position: number; record: StoredRecord }[] = [];
  const firstPosition = database.lastPosition() + 1;
  let nextStreamId = database.nextStreamId();

  const head = (name: Buffer): StreamHead => {
    const key = name.toString('latin1');
    const known = heads.get(key);
    if (known !== undefined) return known.head;
    const loaded = database.head(name) ?? newHead(nextStreamId++);
    heads.set(key, { name, head: loaded, changed: false });
    return loaded;
  };

  const change = (name: Buffer, changes: Partial<StreamHead>): void => {
    heads.set(name.toString('latin1'), { name, head: { ...head(name), ...changes }, changed: true });
  };

  const addRecord = (
    streamName: Buffer,
    revision: number | typeof TOMBSTONE_REVISION,
    event: ProposedEvent & { createdMs: number },
  ): number => {
    const position = firstPosition + records.length;
    records.push({ position, record: encodeRecord({ ...event, streamName, revision, position }) });
    return position;
  };

  return {
    head,
    indexEntry: (streamId, revision) =>
      entries.get(`${streamId}:${revision}`) ?? database.indexEntry(streamId, revision),
    revisionOf: (streamId, eventId) =>
      revisions.get(`${streamId}:${eventId.toString('latin1')}`) ?? database.revisionOf(streamId, eventId),
    record: (position) =>
      position >= firstPosition ? records[position - firstPosition]?.record : database.record(position),
    append(name, event, atMs = createdMs) {
      const { id: streamId, lastRevision } = head(name);
      const revision = lastRevision + 1;
      const position = addRecord(name, revision, { ...event, createdMs: atMs });
      const entry = { revision, position, createdMs: atMs, eventId: event.id };
      index.push({ streamId, entry });
      entries.set(`${streamId}:${revision}`, entry);
      revisions.set(`${streamId}:${event.id.toString('latin1')}`, revision);
      if (!isMetastream(name)) {
        change(name, { lastRevision: revision });
        return position;
      }
      change(name, { lastRevision: revision, settings: METASTREAM_SETTINGS });
      const original = originalStreamOf(name);
      if (!isMetastream(original)) {
        const data = Buffer.from(event.data.buffer, event.data.byteOffset, event.data.length);
        change(original, { settings: parseSettings(event.isJson ? data : EMPTY) });
      }
      return position;
    },
    tombstone(name, eventId, atMs = createdMs) {
      change(name, { tombstoned: true });
      const event = { id: eventId, type: STREAM_DELETED, isJson: false, data: EMPTY, metadata: EMPTY };
      return addRecord(name, TOMBSTONE_REVISION, { ...event, createdMs: atMs });
    },
    changes: () => ({
      records,
      index,
      heads: [...heads.values()].filter(({ changed }) => changed),
      nextStreamId,
    }),
  };
}
