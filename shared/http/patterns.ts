/**
 * Regular expressions that the description shows beside the rules of the same fields (`schemas.ts`). They have no
 * look-ahead and read alike with and without the `u` flag, so that the validators of many languages take them.
 */

/** A character that can be stored, neither U+0000 nor half of a surrogate pair, and is none of a class. */
export const character = (without: string): string =>
  String.raw`(?:[^${without}\x00\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])`;
const ANY = character('');
const VISIBLE = character(String.raw`\s`);

/** Text without U+0000 and unpaired surrogates, which are refused in every request. */
export const STORABLE_PATTERN = `^${ANY}*$`;

/** The same with a character that is not blank. */
export const NOT_BLANK_PATTERN = `^${ANY}*${VISIBLE}${ANY}*$`;

/** Beside `format: uuid`, which leaves version and variant open, and `urn:uuid:` in front. */
export const UUID_PATTERN =
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';

/** Year 1 or later: Postgres has no year 0. */
const YEAR = String.raw`(?:\d{3}[1-9]|\d{2}[1-9]\d|\d[1-9]\d{2}|[1-9]\d{3})`;

/** Beside `format: date`, which knows the calendar. */
export const DATE_PATTERN = String.raw`^${YEAR}-\d{2}-\d{2}$`;

/** Beside `format: date-time`: with an upper-case T and Z, no leap second, and an offset in hours and minutes. */
export const DATE_TIME_PATTERN = String.raw`^${YEAR}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$`;
