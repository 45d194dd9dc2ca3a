import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DayRange } from './spans.ts';

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

const DAY_MS = 86_400_000;
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const SUNDAY = 7;

/** A row a day of the facts; none where there are no facts. */
export function calendarRows(days: DayRange | null): DimensionRow[] {
  if (days === null) return [];
  const rows: DimensionRow[] = [];
  for (let ms = Date.parse(days.first); ms <= Date.parse(days.last); ms += DAY_MS) {
    const day = dayText(ms);
    const weekday = new Date(ms).getUTCDay() || SUNDAY;
    rows.push({
      day,
      week: dayText(ms - (weekday - 1) * DAY_MS),
      month: `${day.slice(0, 7)}-01`,
      weekday,
      is_weekend: weekday >= SUNDAY - 1,
    });
  }
  return rows;
}
