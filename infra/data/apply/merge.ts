import { hasColumn, type DescribedDataset } from '../described.ts';
import { columnList, identifier } from '../read-files.ts';

/** The statements that merge an extract: DuckDB and Postgres take the same. */

/** Rows of `gone` are tombstones. Rows of a session have a step, or stand for all of it. */
export const deleteGone = (
  dataset: DescribedDataset,
  { table, gone }: { table: string; gone: string },
): string =>
  `DELETE FROM ${table} AS t USING ${gone} AS g WHERE t.session = g.session AND ` +
  (hasColumn(dataset, 'step') ? '(g.step = -1 OR t.step = g.step)' : 'g.step = -1');

/** Of a fact the row with the higher revision counts; what a code means is as the last extract has it. */
export function mergeRows(
  dataset: DescribedDataset,
  { table, rows }: { table: string; rows: string },
): string {
  const names = dataset.columns.map(({ name }) => name);
  const isSame = dataset.key.map((name) => `t.${identifier(name)} = n.${identifier(name)}`).join(' AND ');
  const isNewer = hasColumn(dataset, 'revision') ? ' AND n.revision >= t.revision' : '';
  const set = names.map((name) => `${identifier(name)} = n.${identifier(name)}`).join(', ');
  return (
    `MERGE INTO ${table} AS t USING ${rows} AS n ON ${isSame} WHEN MATCHED${isNewer} THEN UPDATE SET ${set} ` +
    `WHEN NOT MATCHED THEN INSERT (${columnList(names)}) VALUES (${columnList(names, 'n')})`
  );
}

export function insertRows(
  { columns }: DescribedDataset,
  { table, rows }: { table: string; rows: string },
): string {
  const names = columnList(columns.map(({ name }) => name));
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${rows} AS n`;
}
