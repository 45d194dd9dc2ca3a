/** The parts of stream metadata that change what readers see. `$acl` and `$cacheControl` are only stored. */
export type StreamSettings = {
  readonly softDeleted: boolean;
  /** `$tb`: revisions below it are hidden. */
  readonly truncateBefore: number;
  /** `$maxCount`: only this many newest events are visible. */
  readonly maxCount: number | undefined;
  /** `$maxAge` in seconds: older events are hidden. */
  readonly maxAgeS: number | undefined;
};

export const NO_SETTINGS: StreamSettings = {
  softDeleted: false,
  truncateBefore: 0,
  maxCount: undefined,
  maxAgeS: undefined,
};

/** Metadata streams keep what they hold but show the newest event only, as in EventStoreDB. */
export const METASTREAM_SETTINGS: StreamSettings = { ...NO_SETTINGS, maxCount: 1 };

/** `$tb` of a soft-deleted stream: the largest signed 64-bit integer, which JSON.parse rounds to 2^63. */
const DELETED_TRUNCATE_BEFORE = 2 ** 63;
const DELETED_METADATA = Buffer.from('{"$tb":9223372036854775807}');
const METASTREAM_PREFIX = Buffer.from('$$');

/** Whether this is the metadata stream (`$$name`) of another stream. */
export const isMetastream = (name: Buffer): boolean => name[0] === 0x24 && name[1] === 0x24;

/** `$$name` of a stream. */
export const metastreamOf = (name: Buffer): Buffer => Buffer.concat([METASTREAM_PREFIX, name]);

/** The stream that a metadata stream describes. */
export const originalStreamOf = (metastream: Buffer): Buffer => metastream.subarray(METASTREAM_PREFIX.length);

/** The metadata event's data that a soft delete writes; it replaces all earlier metadata, as in EventStoreDB. */
export const deletedMetadata = (): Buffer => DELETED_METADATA;

function parseObject(data: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const isWhole = (value: unknown, min: number): value is number =>
  Number.isInteger(value) && (value as number) >= min;

/**
 * Reads a metadata event's data. As in EventStoreDB, data that is not a JSON object, or has a value out of
 * range, counts as no metadata at all.
 */
export function parseSettings(data: Buffer): StreamSettings {
  const json = parseObject(data);
  if (json === undefined) return NO_SETTINGS;
  const { $tb: truncateBefore = 0, $maxCount: maxCount, $maxAge: maxAgeS } = json;
  const optional = (value: unknown): value is number | undefined => value === undefined || isWhole(value, 1);
  if (!isWhole(truncateBefore, 0) || !optional(maxCount) || !optional(maxAgeS)) return NO_SETTINGS;
  return { softDeleted: truncateBefore >= DELETED_TRUNCATE_BEFORE, truncateBefore, maxCount, maxAgeS };
}

/**
 * The metadata that brings a soft-deleted stream back: all keys kept, `$tb` set to the revision it starts
 * again from. Undefined where the given data is no JSON object.
 */
export function recreatedMetadata(data: Buffer, fromRevision: number): Buffer | undefined {
  const json = parseObject(data);
  return json === undefined ? undefined : Buffer.from(JSON.stringify({ ...json, $tb: fromRevision }));
}
