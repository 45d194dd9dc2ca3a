import path from 'node:path';
import { DataError } from '../../projectors/extracts/data-error.ts';
import type { DescribedDataset } from './described.ts';
import { quoted } from '../../projectors/extracts/duck.ts';
import { duckColumns, type Format } from '../../projectors/extracts/format.ts';
import { requirePlain } from '../../projectors/extracts/folder.ts';

/** A name as both DuckDB and Postgres take it. */
export const identifier = (name: string): string => `"${name}"`;
export const columnList = (names: readonly string[], alias?: string): string =>
  names.map((name) => (alias === undefined ? identifier(name) : `${alias}.${identifier(name)}`)).join(', ');

/** What DuckDB reads of some files of an extract, in the columns and types of its schema: to stand after FROM. */
export function rowsOfFiles(
  dataset: DescribedDataset,
  { folder, format, files = dataset.files }: { folder: string; format: Format; files?: readonly string[] },
): string {
  if (files.length === 0) throw new DataError(`${dataset.name} has no files`);
  const full = files.map((file) => path.join(folder, file));
  full.forEach(requirePlain);
  const list = `[${full.map(quoted).join(', ')}]`;
  const names = columnList(dataset.columns.map(({ name }) => name));
  return `(SELECT ${names} FROM ${READERS[format](list, dataset)})`;
}

/** The day in a path stands in the file as well. */
const READERS: Readonly<Record<Format, (list: string, dataset: DescribedDataset) => string>> = {
  parquet: (list) => `read_parquet(${list}, hive_partitioning = false)`,
  ndjson: (list, dataset) =>
    `read_json(${list}, format = 'newline_delimited', hive_partitioning = false, columns = ${duckColumns(dataset)})`,
  csv: (list, dataset) =>
    `read_csv(${list}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', hive_partitioning = false, columns = ${duckColumns(dataset)})`,
};
