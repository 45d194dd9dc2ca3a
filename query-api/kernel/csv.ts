import { stringify } from 'csv-stringify/sync';

type Cell = string | null;

/**
 * Lines of a CSV file, ended as RFC 4180 wants them. A spreadsheet computes what begins like a formula, and some cells are
 * a caller's choice: such a cell gets an apostrophe in front.
 */
export const toCsv = (lines: readonly (readonly Cell[])[]): string =>
  stringify(
    lines.map((line) => [...line]),
    { escape_formulas: true, record_delimiter: 'windows' },
  );
