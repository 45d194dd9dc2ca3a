import type { Column, ColumnType, Dataset } from '../../shared/datasets/dataset.ts';
import type { FORMATS } from '../../shared/data-extracts/record.ts';
import { quoted } from './duck.ts';

export type Format = (typeof FORMATS)[number];

export const DUCK_TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'VARCHAR',
  boolean: 'BOOLEAN',
  integer: 'INTEGER',
  number: 'DOUBLE',
  date: 'DATE',
  datetime: 'TIMESTAMPTZ',
};

/** The columns of a dataset with their types, as read_csv and read_json take them. */
export const duckColumns = ({ columns }: { columns: readonly Pick<Column, 'name' | 'type'>[] }): string =>
  `{${columns.map(({ name, type }) => `${quoted(name)}: ${quoted(DUCK_TYPES[type])}`).join(', ')}}`;

/** Read in small pieces: the default of 32 MB would be half of the memory. */
const PIECES = 'max_line_size = 524288, buffer_size = 1048576';

/** Rows as Postgres wrote them: COPY's text form with empty fields for nulls, and without anything escaped. */
export const fromCopy = (file: string, staged: { columns: readonly Column[] }): string =>
  `read_csv(${quoted(file)}, header = false, auto_detect = false, delim = '\t', quote = '', escape = '', nullstr = '', ${PIECES}, columns = ${duckColumns(staged)})`;

/** Rows as JSON, a line each. */
export const fromJson = (file: string, dataset: Dataset): string =>
  `read_json(${quoted(file)}, format = 'newline_delimited', columns = ${duckColumns(dataset)})`;

/** A name may be a word of SQL, such as `at`. */
const named = (name: string): string => `"${name}"`;

const textOf = ({ name, type }: Column): string =>
  type === 'datetime' ? `strftime(${named(name)} AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%SZ')` : named(name);

const asText = ({ columns }: Dataset): string =>
  columns.map((column) => `${textOf(column)} AS ${named(column.name)}`).join(', ');

const asJson = ({ columns }: Dataset): string =>
  `json_object(${columns.map((column) => `${quoted(column.name)}, ${textOf(column)}`).join(', ')})`;

/** A row of Parquet statistics covers so many rows: engines leave out what cannot match. */
const ROW_GROUP_ROWS = 122_880;

/** What COPY is told for each format. A line of NDJSON is one column, which already is as it has to be. */
const COPY_OPTIONS: Readonly<Record<Format, string>> = {
  parquet: `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_ROWS}`,
  csv: 'FORMAT csv, HEADER true',
  ndjson: "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIM '\t', FILE_EXTENSION 'ndjson'",
};

const SELECTED: Readonly<Record<Format, (dataset: Dataset) => string>> = {
  parquet: () => '*',
  csv: asText,
  ndjson: (dataset) => `${asJson(dataset)} AS line`,
};

/**
 * A statement that writes rows into a folder for each day, ordered by the key. `constants` are what all of them have: DuckDB
 * need not move that around with them.
 */
export const copyByDay = (
  dataset: Dataset,
  {
    rows,
    constants,
    folder,
    format,
  }: { rows: string; constants: Readonly<Record<string, string>>; folder: string; format: Format },
): string => {
  const selected = format === 'ndjson' ? `${SELECTED.ndjson(dataset)}, day` : SELECTED[format](dataset);
  const order = [...new Set(['day', ...dataset.key])].map(named).join(', ');
  const declared = dataset.columns
    .map(({ name }) =>
      name in constants ? `${quoted(constants[name] ?? '')} AS ${named(name)}` : named(name),
    )
    .join(', ');
  return `COPY (SELECT ${selected} FROM (SELECT ${declared} FROM (SELECT * FROM ${rows} ORDER BY ${order}))) TO ${quoted(folder)} (${COPY_OPTIONS[format]}, PARTITION_BY (day), WRITE_PARTITION_COLUMNS ${format !== 'ndjson'}, FILENAME_PATTERN 'part-{i}', OVERWRITE_OR_IGNORE true, RETURN_FILES true)`;
};

/** A statement that writes rows into one file, ordered by the key. */
export const copyToFile = (
  dataset: Dataset,
  { rows, file, format }: { rows: string; file: string; format: Format },
): string =>
  `COPY (SELECT ${SELECTED[format](dataset)} FROM (SELECT * FROM ${rows} ORDER BY ${dataset.key.map(named).join(', ')})) TO ${quoted(file)} (${COPY_OPTIONS[format]})`;

export const fileName = (format: Format): string => `part-0.${format}`;
