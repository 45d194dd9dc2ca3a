import type { Database } from '../storage/database.ts';
import type { StoredRecord } from '../wire/record.ts';

/** Records of neighbouring positions; `positions[i]` belongs to `records[i]`. */
export type LogPage = {
  records: StoredRecord[];
  /** Position of the first record. */
  first: number;
  /** Whether the page reaches the end that was asked for. */
  atEnd: boolean;
};

export type LogReader = {
  /** Position of the newest event that is on disk and may be shown; 0 in an empty log. */
  lastPosition(): number;
  record(position: number): StoredRecord | undefined;
  /** The next page of positions `from` to `to`, both included, ascending. */
  forwards(from: number, to: number): LogPage;
  /** The next page from `from` down to position 1. The records descend. */
  backwards(from: number): LogPage;
  /** Takes in what was committed. */
  publish(records: readonly StoredRecord[]): void;
};

/** A page ends at either limit, whichever comes first; a single larger record still fits. */
const PAGE_RECORDS = 256;
const PAGE_BYTES = 512 * 1024;
/** The newest records are kept in memory, so that live subscribers do not read them from LMDB each. */
export const RECENT_RECORDS = 8_192;
const RECENT_BYTES = 8 * 2 ** 20;

/**
 * Reads the log of all events. Positions are the numbers 1, 2, 3, … without gaps. Nothing behind the last
 * published position is shown, even if LMDB would give it out a moment before its commit is on disk.
 */
export function createLogReader(database: Database): LogReader {
  let last = database.lastPosition();
  let recent: StoredRecord[] = [];
  let recentBytes = 0;

  const firstRecent = (): number => last - recent.length + 1;

  function fromRecent(from: number, to: number): LogPage {
    const records: StoredRecord[] = [];
    let bytes = 0;
    for (let at = from - firstRecent(); at < recent.length && from + records.length <= to; at += 1) {
      const record = recent[at];
      if (record === undefined || records.length === PAGE_RECORDS || bytes >= PAGE_BYTES) break;
      records.push(record);
      bytes += record.length;
    }
    return { records, first: from, atEnd: from + records.length > to };
  }

  function fromDatabase(from: number, to: number, descending: boolean): LogPage {
    const records: StoredRecord[] = [];
    let bytes = 0;
    for (const { record } of database.records(from, to)) {
      records.push(record);
      bytes += record.length;
      if (records.length === PAGE_RECORDS || bytes >= PAGE_BYTES) break;
    }
    const next = descending ? from - records.length : from + records.length;
    return { records, first: from, atEnd: records.length === 0 || (descending ? next < to : next > to) };
  }

  return {
    lastPosition: () => last,
    record(position) {
      if (position > last) return undefined;
      return recent[position - firstRecent()] ?? database.record(position);
    },
    forwards(from, to) {
      const end = Math.min(to, last);
      const start = Math.max(1, from);
      if (start > end) return { records: [], first: start, atEnd: true };
      return start >= firstRecent() ? fromRecent(start, end) : fromDatabase(start, end, false);
    },
    backwards(from) {
      const start = Math.min(from, last);
      if (start < 1) return { records: [], first: start, atEnd: true };
      return fromDatabase(start, 1, true);
    },
    publish(records) {
      last += records.length;
      for (const record of records) {
        recent.push(record);
        recentBytes += record.length;
      }
      if (recent.length <= 2 * RECENT_RECORDS && recentBytes <= 2 * RECENT_BYTES) return;
      let drop = Math.max(0, recent.length - RECENT_RECORDS);
      for (let at = 0; at < recent.length; at += 1) {
        if (at >= drop && recentBytes <= RECENT_BYTES) break;
        recentBytes -= recent[at]?.length ?? 0;
        drop = Math.max(drop, at + 1);
      }
      recent = recent.slice(drop);
    },
  };
}
