import knex from 'knex';
import type { Knex } from 'knex';
import type { Sql } from '../../shared/postgres/pool.ts';

/** Builds statements only; it has no connection of its own. */
export const queryBuilder = knex({ client: 'pg' });

/** Runs a built query on one of our own connections. */
export async function run<Row extends object>(sql: Sql, query: Knex.QueryBuilder): Promise<Row[]> {
  const { sql: text, bindings } = query.toSQL().toNative();
  const { rows } = await sql.query<Row>(text, [...bindings]);
  return rows;
}
