import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Dimension, Fact } from '../../shared/datasets/dataset.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { DataError } from './data-error.ts';
import type { Duck } from './duck.ts';
import { copyByDay, copyToFile, fileName, fromCopy, fromJson, type Format } from './format.ts';
import type { Draft } from './folder.ts';
import { stageRows } from './staged-rows.ts';
import { nextSpan, type DayRange, type Days, type SpanUnit } from './spans.ts';

/** Into which folder files are written, how, and from which view of the database. */
export type Writing = {
  sql: Sql;
  duck: Duck;
  draft: Pick<Draft, 'folder' | 'staged'>;
  format: Format;
  /** Of what the files of a fact are; days without. */
  unit?: SpanUnit;
  /** Told of each piece that Postgres has given. */
  onRows?: (dataset: string, rows: number) => void;
};

/** First and last day of a query's rows. */
async function daysOf(sql: Sql, query: string): Promise<DayRange | null> {
  const { rows } = await sql.query<{ first: string | null; last: string | null }>(
    `SELECT min(day)::text AS first, max(day)::text AS last FROM (${query}) AS f`,
  );
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { first, last };
}

/**
 * Writes the rows of a fact, some days at a time, so that neither memory nor disk has to hold all of them: while DuckDB writes
 * the files of one piece, Postgres gives the next one. Returns how many there are, and over which days.
 */
export async function writeFact(
  { sql, duck, draft, format, unit, onRows }: Writing,
  fact: Fact,
  queryOf: (days?: Days) => string,
): Promise<{ rows: number; days: DayRange | null }> {
  const days = await daysOf(sql, queryOf());
  if (days === null) return { rows: 0, days };
  const folder = path.join(draft.folder, `dataset=${fact.name}`);
  let rows = 0;
  let converting = Promise.resolve();
  try {
    for (let span = nextSpan(days, null, unit); span !== null;) {
      const file = path.join(draft.staged, `${fact.name}-${span.from}`);
      const staged = await stageRows(sql, queryOf(span), file);
      await converting;
      rows += staged.rows;
      onRows?.(fact.name, staged.rows);
      converting = convert({ duck, fact, file, folder, format, rows: staged.rows });
      // It is awaited after the next piece; if it fails before, that is no rejection that nobody handles.
      converting.catch(() => undefined);
      span = nextSpan(days, { span, bytes: staged.bytes }, unit);
    }
  } finally {
    await converting;
  }
  return { rows, days };
}

type Piece = { duck: Duck; fact: Fact; file: string; folder: string; format: Format; rows: number };

async function convert({ duck, fact, file, folder, format, rows }: Piece): Promise<void> {
  if (rows > 0) {
    const [copied] = await duck.rows(copyByDay(fact, { rows: fromCopy(file, fact), folder, format }));
    if (Number(copied?.['Count']) !== rows) throw new DataError(`${fact.name} was not written whole`);
  }
  await rm(file);
}

/** Writes a dimension that was staged into one file; none where it has no rows. */
export async function writeDimension(
  { duck, draft, format }: Omit<Writing, 'sql'>,
  dimension: Dimension,
  rows: number,
): Promise<void> {
  if (rows === 0) return;
  const folder = path.join(draft.folder, `dataset=${dimension.name}`);
  await mkdir(folder);
  const staged = path.join(draft.staged, dimension.name);
  const file = path.join(folder, fileName(format));
  const [copied] = await duck.rows(
    copyToFile(dimension, { rows: fromJson(staged, dimension), file, format }),
  );
  if (Number(copied?.['Count']) !== rows) throw new DataError(`${dimension.name} was not written whole`);
}
