import { NO_SETTINGS, type StreamSettings } from './stream-settings.ts';

/** What the store knows about a stream as a whole: one small row a stream. */
export type StreamHead = {
  readonly id: number;
  /** Revision of the newest event, -1 where there is none (yet). Soft deletion does not change it. */
  readonly lastRevision: number;
  /** Hard deleted for good. */
  readonly tombstoned: boolean;
  /** What the newest event of the stream's metadata stream says. */
  readonly settings: StreamSettings;
};

const HEAD_BYTES = 40;
const FORMAT_VERSION = 1;
const FLAG_TOMBSTONED = 1;
const FLAG_SOFT_DELETED = 2;
const AT = {
  version: 0,
  flags: 1,
  id: 2,
  lastRevision: 8,
  truncateBefore: 14,
  maxCount: 20,
  maxAgeS: 26,
} as const;
/** Largest value of the six-byte columns. */
const MAX_COLUMN = 2 ** 48 - 1;

/** A stream that has nothing yet. */
export const newHead = (id: number): StreamHead => ({
  id,
  lastRevision: -1,
  tombstoned: false,
  settings: NO_SETTINGS,
});

/** The stored row of a head. */
export function encodeHead(head: StreamHead): Buffer {
  const row = Buffer.alloc(HEAD_BYTES);
  const column = (offset: number, value: number): number =>
    row.writeUIntBE(Math.min(value, MAX_COLUMN), offset, 6);
  row[AT.version] = FORMAT_VERSION;
  row[AT.flags] =
    (head.tombstoned ? FLAG_TOMBSTONED : 0) | (head.settings.softDeleted ? FLAG_SOFT_DELETED : 0);
  column(AT.id, head.id);
  row.writeIntBE(head.lastRevision, AT.lastRevision, 6);
  column(AT.truncateBefore, head.settings.truncateBefore);
  column(AT.maxCount, head.settings.maxCount ?? 0);
  column(AT.maxAgeS, head.settings.maxAgeS ?? 0);
  return row;
}

/** Reads what `encodeHead` wrote. */
export function decodeHead(row: Buffer): StreamHead {
  const flags = row.readUInt8(AT.flags);
  return {
    id: row.readUIntBE(AT.id, 6),
    lastRevision: row.readIntBE(AT.lastRevision, 6),
    tombstoned: (flags & FLAG_TOMBSTONED) !== 0,
    settings: {
      softDeleted: (flags & FLAG_SOFT_DELETED) !== 0,
      truncateBefore: row.readUIntBE(AT.truncateBefore, 6),
      maxCount: row.readUIntBE(AT.maxCount, 6) || undefined,
      maxAgeS: row.readUIntBE(AT.maxAgeS, 6) || undefined,
    },
  };
}

/** The first revision that readers may see: what `$maxCount` and `$tb` leave. */
export function firstVisibleRevision({ lastRevision, settings }: StreamHead): number {
  const kept = settings.maxCount === undefined ? 0 : lastRevision - settings.maxCount + 1;
  return Math.max(0, kept, settings.truncateBefore);
}
