import type { Database, IndexEntry } from '../storage/database.ts';
import { firstVisibleRevision, type StreamHead } from '../storage/stream-head.ts';
import { isMetastream, originalStreamOf } from '../storage/stream-settings.ts';
import type { StoredRecord } from '../wire/record.ts';
import { eventMissing } from '../wire/rpc-error.ts';
import type { LogReader } from './log-reader.ts';

export type StreamPage =
  | { kind: 'not_found' }
  | { kind: 'deleted' }
  /** `next` is where to go on; without meaning where `atEnd` is set on a backwards page. */
  | { kind: 'page'; records: StoredRecord[]; next: number; atEnd: boolean };

export type StreamReader = {
  /** The next page of visible events from a revision on. */
  forwards(name: Buffer, from: number): StreamPage;
  /** The next page from a revision downwards; `Infinity` starts at the end. */
  backwards(name: Buffer, from: number): StreamPage;
  /** Revision of the stream's newest event, -1 where there is none. */
  lastRevision(name: Buffer): number;
  /** One event of a stream, if readers may see it. */
  event(name: Buffer, revision: number): StoredRecord | undefined;
};

const PAGE_EVENTS = 256;
const PAGE_BYTES = 512 * 1024;
/** Index entries that one page may pass over (expired events) before it lets others run. */
const PAGE_ENTRIES = 4_096;

type Visible = { head: StreamHead; first: number; oldestMs: number };

/** Reads single streams; `$maxCount`, `$maxAge`, `$tb`, soft deletion and tombstones are honoured. */
export function createStreamReader(database: Database, log: LogReader, now: () => Date): StreamReader {
  function visible(name: Buffer): Visible | Extract<StreamPage, { kind: 'not_found' | 'deleted' }> {
    const head = database.head(name);
    const tombstoned =
      head?.tombstoned === true ||
      (isMetastream(name) && database.head(originalStreamOf(name))?.tombstoned === true);
    if (tombstoned) return { kind: 'deleted' };
    if (head === undefined || head.lastRevision < 0 || head.settings.softDeleted)
      return { kind: 'not_found' };
    const { maxAgeS } = head.settings;
    const oldestMs = maxAgeS === undefined ? -Infinity : now().getTime() - maxAgeS * 1_000;
    return { head, first: firstVisibleRevision(head), oldestMs };
  }

  const load = (entry: IndexEntry): StoredRecord => {
    const record = log.record(entry.position);
    if (record === undefined) throw eventMissing();
    return record;
  };

  function collect(name: Buffer, from: number, descending: boolean): StreamPage {
    const seen = visible(name);
    if ('kind' in seen) return seen;
    const { head, first, oldestMs } = seen;
    const start = descending ? Math.min(from, head.lastRevision) : Math.max(from, first);
    const end = descending ? first : head.lastRevision;
    const records: StoredRecord[] = [];
    let next = start;
    let bytes = 0;
    let passed = 0;
    if (descending ? start < end : start > end) return { kind: 'page', records, next, atEnd: true };
    for (const entry of database.indexEntries(head.id, start, end)) {
      if (entry.position > log.lastPosition()) {
        if (descending) continue; // committed, but not told yet
        return { kind: 'page', records, next, atEnd: true };
      }
      const isExpired = entry.createdMs < oldestMs;
      if (isExpired && descending) return { kind: 'page', records, next, atEnd: true };
      next = descending ? entry.revision - 1 : entry.revision + 1;
      passed += 1;
      if (!isExpired) {
        const record = log.record(entry.position);
        if (record === undefined && records.length === 0) throw eventMissing();
        if (record === undefined) return { kind: 'page', records, next: entry.revision, atEnd: false };
        records.push(record);
        bytes += record.length;
      }
      if (records.length === PAGE_EVENTS || bytes >= PAGE_BYTES || passed === PAGE_ENTRIES) break;
    }
    return { kind: 'page', records, next, atEnd: descending ? next < end : next > end };
  }

  return {
    forwards: (name, from) => collect(name, from, false),
    backwards: (name, from) => collect(name, from, true),
    lastRevision: (name) => database.head(name)?.lastRevision ?? -1,
    event(name, revision) {
      const seen = visible(name);
      if ('kind' in seen || revision < seen.first) return undefined;
      const entry = database.indexEntry(seen.head.id, revision);
      const isShown =
        entry !== undefined && entry.createdMs >= seen.oldestMs && entry.position <= log.lastPosition();
      return isShown ? load(entry) : undefined;
    },
  };
}
