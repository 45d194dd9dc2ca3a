import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { calendarRows } from '../../shared/datasets/dimension-rows.ts';
import { sessionSteps } from '../../shared/datasets/session-facts.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { DataError } from './data-error.ts';
import type { Recipient } from './recipients.ts';
import type { DayRange } from './spans.ts';
import { factQuery, type Window } from './window.ts';

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

/** The version of the engine whose catalogue stands in the database. Throws DataError where none does. */
export async function catalogueVersion(sql: Sql): Promise<string> {
  const { rows } = await sql.query<{ engine_version: string }>(
    'SELECT engine_version FROM facts_source.catalogue',
  );
  if (rows[0] !== undefined) return rows[0].engine_version;
  throw new DataError('the catalogue does not stand in the database yet: npm run ops -- migrate');
}

/** A row a day of the facts; none where there are no facts. */
export async function daysBetween(sql: Sql, days: DayRange | null): Promise<DimensionRow[]> {
  const { rows } = await sql.query<{ row: DimensionRow }>(
    `SELECT to_jsonb(c) AS row FROM (${calendarRows('$1::date', '$2::date')}) AS c`,
    [days?.first ?? null, days?.last ?? null],
  );
  return rows.map(({ row }) => row);
}

export async function rowsOfCatalogue(sql: Sql, dimension: string): Promise<DimensionRow[]> {
  const { rows } = await sql.query<{ row: DimensionRow }>(
    'SELECT row FROM facts_source.dimension_rows WHERE dimension = $1 ORDER BY code',
    [dimension],
  );
  return rows.map(({ row }) => row);
}

/** Versions of the engine that concluded steps of a window. */
export async function versionsIn(
  sql: Sql,
  { recipient, window }: { recipient: Recipient; window: Window },
): Promise<string[]> {
  const query = factQuery(sessionSteps, recipient, { window });
  const { rows } = await sql.query<{ engine_version: string }>(
    `SELECT DISTINCT engine_version FROM (${query}) AS f WHERE engine_version IS NOT NULL ORDER BY 1`,
  );
  return rows.map((row) => row.engine_version);
}
