/**
 * One column of many rows as a parameter, in the text form of a Postgres array, for statements with `unnest`. Much
 * cheaper than what the driver makes of an array, where that is done thousands of times a second.
 */
type Plain = string | number | boolean | Date | null;

/** Values that need no quoting: ids, codes, numbers, times. */
export const plain = (values: readonly Plain[]): string =>
  `{${values.map((value) => (value instanceof Date ? value.toISOString() : String(value ?? 'NULL'))).join(',')}}`;

const quoted = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;

/** Any text. */
export const texts = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;

/** For bytea. */
export const bytes = (values: readonly Buffer[]): string =>
  `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join(',')}}`;
