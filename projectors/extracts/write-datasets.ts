import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Dimension, Fact } from '../../shared/datasets/dataset.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { DataError } from './data-error.ts';
import type { Duck } from './duck.ts';
import { copyByDay, copyToFile, fileName, fromCopy, fromJson, type Format } from './format.ts';
import type { Draft } from './folder.ts';
import { stageRows } from './staged-rows.ts';
import type { Pace } from './pace.ts';
import type { Settling } from './settle-files.ts';
import { nextSpan, type DayRange, type SpanUnit } from './spans.ts';
import type { Staging } from './staging.ts';

/** Into which folder files are written, how, and from which view of the database. */
export type Writing = {
  sql: Sql;
  duck: Duck;
  draft: Pick<Draft, 'folder' | 'staged'>;
  settling: Pick<Settling, 'begin'>;
  pace: Pace;
  format: Format;
  /** Of what the files of a fact are; days without. */
  unit?: SpanUnit;
  /** Told of each piece that Postgres has given. */
  onRows?: (dataset: string, rows: number) => void;
};

/**
 * First and last day of a query's rows. Of everything an index by day tells both at once; what changed of late has its own
 * indexes, and lies at the end of that one.
 */
async function daysOf(sql: Sql, { queryOf, isWhole }: Staging): Promise<DayRange | null> {
  if (!isWhole) {
    const { rows } = await sql.query<{ first: string | null; last: string | null }>(
      `SELECT min(day)::text AS first, max(day)::text AS last FROM (${queryOf()}) AS f`,
    );
    const { first = null, last = null } = rows[0] ?? {};
    return first === null || last === null ? null : { first, last };
  }
  const outermost = async (direction: string): Promise<string | null> => {
    const { rows } = await sql.query<{ day: string }>(
      `SELECT day::text AS day FROM (${queryOf()}) AS f ORDER BY f.day ${direction} LIMIT 1`,
    );
    return rows[0]?.day ?? null;
  };
  const first = await outermost('ASC');
  const last = first && (await outermost('DESC'));
  return first === null || last === null ? null : { first, last };
}

/** So many pieces may wait for DuckDB: it and Postgres take turns at being the slower one, and neither stands still for that. */
const MOST_WAITING = 2;

/**
 * Writes the rows of a fact, some days at a time, so that neither memory nor disk has to hold all of them: while DuckDB writes
 * the files of one piece, Postgres gives the next ones. Returns how many there are, and over which days.
 */
export async function writeFact(
  { sql, duck, draft, format, unit, settling, pace, onRows }: Writing,
  fact: Fact,
  staging: Staging,
): Promise<{ rows: number; days: DayRange | null }> {
  await pace();
  const days = await daysOf(sql, staging);
  if (days === null) return { rows: 0, days };
  const folder = path.join(draft.folder, `dataset=${fact.name}`);
  let rows = 0;
  let last = Promise.resolve();
  const converting: Promise<void>[] = [];
  try {
    for (let span = nextSpan(days, null, unit); span !== null;) {
      const file = path.join(draft.staged, `${fact.name}-${span.from}`);
      const staged = await stageRows(sql, staging.queryOf(span), { file, nameOf: staging.nameOf, pace });
      if (converting.length > MOST_WAITING) await converting.shift();
      rows += staged.rows;
      onRows?.(fact.name, staged.rows);
      const piece = { duck, settling, pace, fact, staging, file, folder, format, rows: staged.rows };
      last = last.then(() => convert(piece));
      // It is awaited some pieces later; if it fails before, that is no rejection that nobody handles.
      last.catch(() => undefined);
      converting.push(last);
      span = nextSpan(days, { span, bytes: staged.bytes }, unit);
    }
  } finally {
    await last;
  }
  return { rows, days };
}

type Piece = Pick<Writing, 'duck' | 'settling' | 'pace'> & {
  fact: Fact;
  staging: Pick<Staging, 'columns' | 'constants'>;
  file: string;
  folder: string;
  format: Format;
  rows: number;
};

async function convert(piece: Piece): Promise<void> {
  const { duck, settling, pace, fact, staging, file, folder, format, rows } = piece;
  await pace();
  if (rows > 0) {
    const staged = { rows: fromCopy(file, staging), constants: staging.constants };
    const [copied] = await duck.rows(copyByDay(fact, { ...staged, folder, format }));
    if (Number(copied?.['Count']) !== rows) throw new DataError(`${fact.name} was not written whole`);
    settling.begin((copied?.['Files'] ?? []) as string[]);
  }
  await rm(file);
}

/** Writes a dimension that was staged into one file; none where it has no rows. */
export async function writeDimension(
  { duck, draft, format }: Omit<Writing, 'sql' | 'settling' | 'pace'>,
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
