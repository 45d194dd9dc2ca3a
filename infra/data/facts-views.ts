import path from 'node:path';
import { datasets } from '../../shared/datasets/all.ts';
import type { Dataset } from '../../shared/datasets/dataset.ts';
import { quoted } from '../../projectors/extracts/duck.ts';
import { duckColumns, type Format } from '../../projectors/extracts/format.ts';
import type { Statement } from '../../projectors/extracts/manifest.ts';
import type { Question } from './questions/question.ts';

/** Every version of a file has its columns in it: what stands in the path is for other programs. */
const readers: Readonly<Record<Format, (files: string, dataset: Dataset) => string>> = {
  parquet: (files) => `read_parquet(${files}, hive_partitioning = false)`,
  csv: (files, dataset) =>
    `read_csv(${files}, header = true, auto_detect = false, hive_partitioning = false, columns = ${duckColumns(dataset)})`,
  ndjson: (files, dataset) =>
    `read_json(${files}, format = 'newline_delimited', hive_partitioning = false, columns = ${duckColumns(dataset)})`,
};

/** An extract and where it lies. */
export type Facts = { folder: string; statement: Pick<Statement, 'format' | 'datasets'> };

/** A dataset without rows has no files, and its columns all the same. */
const emptyRows = (dataset: Dataset): string => `from_json('[]', ${quoted(`[${jsonTypes(dataset)}]`)})`;
const jsonTypes = (dataset: Dataset): string => duckColumns(dataset).replaceAll("'", '"');

/** Statements that make a view of each dataset of an extract. Paths are absolute: DuckDB takes others from where it was started. */
export function viewsOf({ folder, statement }: Facts): string[] {
  return datasets.flatMap((dataset) => {
    const entry = statement.datasets.find(({ name }) => name === dataset.name);
    if (entry === undefined) return [];
    const glob = quoted(path.join(folder, `dataset=${dataset.name}`, '**', `*.${statement.format}`));
    // In quotes: some of them (at, kind) are words of SQL.
    const names = dataset.columns.map(({ name }) => `"${name}"`).join(', ');
    const rows =
      entry.files.length === 0
        ? `(SELECT unnest(${emptyRows(dataset)}, recursive := true))`
        : readers[statement.format](glob, dataset);
    return [`CREATE VIEW ${dataset.name} AS SELECT ${names} FROM ${rows}`];
  });
}

/** The datasets that a query reads. */
const readBy = (sql: string): string[] =>
  datasets.map(({ name }) => name).filter((name) => new RegExp(`\\b(FROM|JOIN)\\s+${name}\\b`).test(sql));

/** Datasets that a question needs, and an extract does not have. */
export const missingFor = ({ sql }: Question, { statement }: Facts): string[] =>
  readBy(sql).filter((name) => !statement.datasets.some((dataset) => dataset.name === name));
