import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type DimensionRow = Record<string, string | number | boolean | null>;

const lineOf = (row: DimensionRow): string => `${JSON.stringify(row)}\n`;

/** Writes the rows of a dimension as JSON into a file of its name, and returns how many they are. */
export async function stageDimension(
  folder: string,
  name: string,
  rows: readonly DimensionRow[],
): Promise<number> {
  await pipeline(Readable.from(rows.map(lineOf)), createWriteStream(path.join(folder, name)));
  return rows.length;
}

/** The versions that concluded something in the facts, and the one that runs. */
export const versionRows = (seen: readonly string[], current: string): DimensionRow[] =>
  [...new Set([...seen, current])].map((version) => ({ version, is_current: version === current }));
