import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { programOf } from '../embedded/program.ts';
import type { DayRange } from './spans.ts';

export type DimensionRow = Record<string, string | number | boolean | null>;

/** What the worker is asked for: which dimensions, and into which folder; and what it answers: how many rows each has. */
export type CatalogueTask = { names: string[]; folder: string };
export type CatalogueAnswer = Record<string, number>;

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

const CATALOGUE: readonly string[] = ['conditions', 'findings_catalogue', 'questions', 'complaints', 'rules'];

/**
 * Stages those of the named dimensions that the catalogue gives, and returns how many rows each has. By a thread of its own,
 * which ends: the knowledge base takes 60 MB, and is not needed for the rest of an extract.
 */
export async function stageCatalogue(folder: string, names: string[]): Promise<CatalogueAnswer> {
  if (!names.some((name) => CATALOGUE.includes(name))) return {};
  const workerData: CatalogueTask = { names, folder };
  const worker = new Worker(programOf('infra/data/catalogue-worker.ts'), { workerData, env: {} });
  const [answer] = (await once(worker, 'message')) as [CatalogueAnswer];
  await worker.terminate();
  return answer;
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
