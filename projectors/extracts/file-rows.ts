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
  const read = async (some: readonly string[]): Promise<[string, number][]> => {
    const files = some.map((name) => quoted(path.join(folder, name)));
    const rows = await duck.rows(
      `SELECT file_name, num_rows FROM parquet_file_metadata([${files.join(', ')}])`,
    );
    return rows.map((row) => [path.relative(folder, String(row['file_name'])), Number(row['num_rows'])]);
  };
  if (names.length === 0) return new Map();
  try {
    return new Map(await read(names));
  } catch {
    // One of them: asked one by one, which takes long.
    const one = (name: string) => read([name]).catch(() => []);
    const found: [string, number][] = [];
    for (const name of names) found.push(...(await one(name)));
    return new Map(found);
  }
}
