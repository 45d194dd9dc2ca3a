import { open, type Database as LmdbDatabase } from 'lmdb';
import { StartupError } from '../../../shared/lifecycle/startup-error.ts';
import type { StoredRecord } from '../wire/record.ts';
import { EVENT_ID_BYTES } from '../wire/event-id.ts';
import { decodeHead, encodeHead, type StreamHead } from './stream-head.ts';

/** Where an event of a stream stands, and what must be known about it without reading it. */
export type IndexEntry = { revision: number; position: number; createdMs: number; eventId: Buffer };

/** Everything that one transaction writes. */
export type Changes = {
  /** New records in the order of their positions, which follow one another without gaps. */
  records: readonly { position: number; record: StoredRecord }[];
  index: readonly { streamId: number; entry: IndexEntry }[];
  heads: readonly { name: Buffer; head: StreamHead }[];
  nextStreamId: number;
};

export type Database = {
  /** Position of the newest event, 0 in an empty store. */
  lastPosition(): number;
  /** The id that the next new stream gets. */
  nextStreamId(): number;
  head(name: Buffer): StreamHead | undefined;
  record(position: number): StoredRecord | undefined;
  /** Records from one position to another, both included; `from` above `to` reads backwards. */
  records(from: number, to: number): Iterable<{ position: number; record: StoredRecord }>;
  indexEntry(streamId: number, revision: number): IndexEntry | undefined;
  /** Index entries from one revision to another, both included; `from` above `to` reads backwards. */
  indexEntries(streamId: number, from: number, to: number): Iterable<IndexEntry>;
  /** The revision that an event id got in this stream (the newest, should there be several). */
  revisionOf(streamId: number, eventId: Buffer): number | undefined;
  /** Writes all in one transaction; resolves when it is on disk (fsync), rejects when it was not written. */
  write(changes: Changes): Promise<void>;
  close(): Promise<void>;
};

const FORMAT = 1;
/** Address space, not disk: the file grows with its contents. */
const MAP_SIZE_BYTES = 256 * 2 ** 30;
const INDEX_VALUE = { position: 0, createdMs: 6, eventId: 12, bytes: 12 + EVENT_ID_BYTES } as const;

function uint48(...values: number[]): Buffer {
  const key = Buffer.allocUnsafe(values.length * 6);
  values.forEach((value, at) => key.writeUIntBE(value, at * 6, 6));
  return key;
}

function encodeIndexValue(entry: IndexEntry): Buffer {
  const value = Buffer.allocUnsafe(INDEX_VALUE.bytes);
  value.writeUIntBE(entry.position, INDEX_VALUE.position, 6);
  value.writeUIntBE(entry.createdMs, INDEX_VALUE.createdMs, 6);
  value.set(entry.eventId, INDEX_VALUE.eventId);
  return value;
}

const decodeIndexValue = (revision: number, value: Buffer): IndexEntry => ({
  revision,
  position: value.readUIntBE(INDEX_VALUE.position, 6),
  createdMs: value.readUIntBE(INDEX_VALUE.createdMs, 6),
  eventId: value.subarray(INDEX_VALUE.eventId),
});

const eventIdKey = (streamId: number, eventId: Buffer): Buffer => Buffer.concat([uint48(streamId), eventId]);

type Table = LmdbDatabase<Buffer, Buffer>;

/** An inclusive range of keys in either direction, as LMDB wants it. */
function* scan(table: Table, from: Buffer, to: Buffer): Generator<{ key: Buffer; value: Buffer }> {
  const reverse = Buffer.compare(from, to) > 0;
  for (const item of table.getRange({ start: from, reverse })) {
    const order = Buffer.compare(item.key, to);
    if (reverse ? order < 0 : order > 0) return;
    yield item;
  }
}

/**
 * Opens (or makes) the LMDB files in a directory. The tables:
 * `log` position → record; `stream_index` (stream id, revision) → position, time and event id;
 * `event_ids` (stream id, event id) → revision; `streams` name → head; `meta` format and counters.
 * `overlappingSync` is off, so that a commit is on disk before it is told.
 */
export function openDatabase(directory: string): Database {
  const encoding = { encoding: 'binary', keyEncoding: 'binary' } as const;
  const root = open({
    path: directory,
    maxDbs: 8,
    mapSize: MAP_SIZE_BYTES,
    overlappingSync: false,
    ...encoding,
  });
  const table = (name: string): Table => root.openDB<Buffer, Buffer>({ name, ...encoding });
  const log = table('log');
  const index = table('stream_index');
  const eventIds = table('event_ids');
  const streams = table('streams');
  const meta = table('meta');
  const formatKey = Buffer.from('format');
  const nextStreamIdKey = Buffer.from('next_stream_id');

  const format = meta.get(formatKey)?.readUIntBE(0, 6);
  if (format === undefined) meta.putSync(formatKey, uint48(FORMAT));
  else if (format !== FORMAT) {
    throw new StartupError(`the event store's files have format ${format}, this version reads ${FORMAT}`);
  }

  return {
    lastPosition() {
      for (const key of log.getKeys({ reverse: true, limit: 1 })) return key.readUIntBE(0, 6);
      return 0;
    },
    nextStreamId: () => meta.get(nextStreamIdKey)?.readUIntBE(0, 6) ?? 1,
    head(name) {
      const row = streams.get(name);
      return row === undefined ? undefined : decodeHead(row);
    },
    record: (position) => log.get(uint48(position)),
    *records(from, to) {
      for (const { key, value } of scan(log, uint48(from), uint48(to))) {
        yield { position: key.readUIntBE(0, 6), record: value };
      }
    },
    indexEntry(streamId, revision) {
      const value = index.get(uint48(streamId, revision));
      return value === undefined ? undefined : decodeIndexValue(revision, value);
    },
    *indexEntries(streamId, from, to) {
      for (const { key, value } of scan(index, uint48(streamId, from), uint48(streamId, to))) {
        yield decodeIndexValue(key.readUIntBE(6, 6), value);
      }
    },
    revisionOf: (streamId, eventId) => eventIds.get(eventIdKey(streamId, eventId))?.readUIntBE(0, 6),
    async write(changes) {
      await root.batch(() => {
        for (const { position, record } of changes.records) void log.put(uint48(position), record);
        for (const { streamId, entry } of changes.index) {
          void index.put(uint48(streamId, entry.revision), encodeIndexValue(entry));
          void eventIds.put(eventIdKey(streamId, entry.eventId), uint48(entry.revision));
        }
        for (const { name, head } of changes.heads) void streams.put(name, encodeHead(head));
        void meta.put(nextStreamIdKey, uint48(changes.nextStreamId));
      });
      root.resetReadTxn(); // what was just committed is visible to the next read of this very turn
    },
    close: () => root.close(),
  };
}
