import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { ProjectionTable, SealedRowContext } from '../../shared/projection/projection.ts';
import { LIVE_SCHEMA, NEXT_SCHEMA } from './clone-tables.ts';

/** How a rebuilt table differs from the live one. All counts 0: they hold the same. */
export type TableDifference = {
  table: string;
  rows: number;
  /** Rows, by their readable columns, that only the live table or only the rebuilt one holds. */
  onlyLive: number;
  onlyRebuilt: number;
  /** Rows whose sealed columns hold something else once opened. */
  sealedDiffering: number;
  /** Rows left out because a command was writing them. */
  inFlight: number;
  /** Primary keys of a few rows that differ. */
  samples: string[];
};

export const isSame = (difference: TableDifference): boolean =>
  difference.onlyLive === 0 && difference.onlyRebuilt === 0 && difference.sealedDiffering === 0;

const SAMPLES = 5;
const PAGE_ROWS = 500;

async function columnsOf(sql: Sql, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2
     ORDER BY ordinal_position`,
    [LIVE_SCHEMA, table],
  );
  return rows.map((row) => row.column_name);
}

async function primaryKeyOf(sql: Sql, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = $1::regclass AND i.indisprimary`,
    [`${LIVE_SCHEMA}.${table}`],
  );
  return rows.map((row) => row.name);
}

type Side = { count: number; samples: string[] };

/** Rows of one schema's table that the other one's does not hold. */
async function onlyIn(
  sql: Sql,
  side: { a: string; b: string; columns: string[]; key: string[]; where: string },
  excluded: readonly string[],
): Promise<Side> {
  const columns = side.columns.join(', ');
  const values = side.where === '' ? [] : [excluded];
  const { rows } = await sql.query<{ count: number; samples: string[] | null }>(
    `WITH differing AS (
       SELECT ${columns} FROM ${side.a} ${side.where} EXCEPT ALL SELECT ${columns} FROM ${side.b} ${side.where}
     )
     SELECT count(*) AS count,
       (array_agg(concat_ws('/', ${side.key.map((name) => `${name}::text`).join(', ')})))[1:${SAMPLES}] AS samples
     FROM differing`,
    values,
  );
  return { count: rows[0]?.count ?? 0, samples: rows[0]?.samples ?? [] };
}

type Row = Record<string, unknown>;

/** Opens the sealed columns of both tables page by page, and counts the rows that hold something else. */
async function compareSealed(
  sql: Sql,
  table: ProjectionTable,
  inFlight: ReadonlySet<string>,
  contextOf: () => SealedRowContext,
): Promise<Side> {
  const { sealed, streamId: key } = table;
  if (!sealed || key === undefined) return { count: 0, samples: [] };
  const differing: string[] = [];
  let after: string | null = null;
  for (;;) {
    const page: { rows: Row[] } = await sql.query<Row>(
      `SELECT * FROM ${LIVE_SCHEMA}.${table.name} WHERE $1::uuid IS NULL OR ${key} > $1 ORDER BY ${key} LIMIT $2`,
      [after, PAGE_ROWS],
    );
    const rows = page.rows.filter((row) => !inFlight.has(String(row[key])));
    const { rows: rebuilt } = await sql.query<Row>(
      `SELECT * FROM ${NEXT_SCHEMA}.${table.name} WHERE ${key} = ANY ($1::uuid[])`,
      [rows.map((row) => row[key])],
    );
    const byKey = new Map(rebuilt.map((row) => [row[key], row]));
    const pairs = rows.flatMap((row) => {
      const other = byKey.get(row[key]);
      return other ? [{ id: String(row[key]), row, other }] : [];
    });
    const context = contextOf();
    const left = await sealed.open(
      pairs.map(({ row }) => row),
      context,
    );
    const right = await sealed.open(
      pairs.map(({ other }) => other),
      context,
    );
    pairs.forEach(({ id }, index) => {
      if (!isDeepStrictEqual(left[index], right[index])) differing.push(id);
    });
    after = page.rows.length < PAGE_ROWS ? null : String(page.rows.at(-1)?.[key]);
    if (after === null) return { count: differing.length, samples: differing.slice(0, SAMPLES) };
  }
}

/**
 * Compares a rebuilt table with the live one: readable columns row by row in the database, sealed ones by what they
 * hold. `inFlight` names the streams whose rows a command may have written ahead of the checkpoint, or deleted, in tables that
 * name them (`streamId`).
 */
export async function compareTable(
  sql: Sql,
  table: ProjectionTable,
  inFlight: ReadonlySet<string>,
  contextOf: () => SealedRowContext,
): Promise<TableDifference> {
  const { name, streamId } = table;
  const sealedColumns = new Set(table.sealed?.columns);
  const columns = (await columnsOf(sql, name)).filter((column) => !sealedColumns.has(column));
  const key = await primaryKeyOf(sql, name);
  const excluded = streamId === undefined ? [] : [...inFlight];
  const where = streamId === undefined ? '' : `WHERE ${streamId}::text <> ALL ($1::text[])`;
  const [a, b] = [`${LIVE_SCHEMA}.${name}`, `${NEXT_SCHEMA}.${name}`];
  const onlyLive = await onlyIn(sql, { a, b, columns, key, where }, excluded);
  const onlyRebuilt = await onlyIn(sql, { a: b, b: a, columns, key, where }, excluded);
  const sealed = await compareSealed(sql, table, inFlight, contextOf);
  const { rows } = await sql.query<{ n: number; flying: number }>(
    `SELECT count(*) AS n, count(*) FILTER (WHERE ${streamId ?? 'NULL'}::text = ANY ($1::text[])) AS flying FROM ${a}`,
    [excluded],
  );
  return {
    table: name,
    rows: rows[0]?.n ?? 0,
    onlyLive: onlyLive.count,
    onlyRebuilt: onlyRebuilt.count,
    sealedDiffering: sealed.count,
    inFlight: rows[0]?.flying ?? 0,
    samples: [...new Set([...onlyLive.samples, ...onlyRebuilt.samples, ...sealed.samples])].slice(0, SAMPLES),
  };
}
