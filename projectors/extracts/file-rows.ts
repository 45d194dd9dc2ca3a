import path from 'node:path';
import { quoted, type Duck } from './duck.ts';
import type { Format } from './format.ts';

/** How many rows a file has: by its lines, or by what the footer of a Parquet file says; -1 where that cannot be told. */
export function rowsOfFile(
  format: Format,
  { lines, inFooter = -1 }: { lines: number; inFooter: number | undefined },
): number {
  if (format === 'parquet') return inFooter;
  return format === 'csv' ? lines - 1 : lines;
}

/** Rows of Parquet files by their paths from the folder on; one that cannot be read is left out. */
export async function rowsInFooters(
  duck: Duck,
  folder: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const name of names) {
    const file = quoted(path.join(folder, name));
    const rows = await duck.rows(`SELECT num_rows FROM parquet_file_metadata(${file})`).catch(() => []);
    if (rows[0] !== undefined) found.set(name, Number(rows[0]['num_rows']));
  }
  return found;
}
