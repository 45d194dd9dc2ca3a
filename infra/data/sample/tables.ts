import type { Sql } from '../../../shared/postgres/pool.ts';

/** The tables that a year is written into, each with the indexes by which an extract reads it. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  'read.session_steps': ['session_steps_day'],
  'read.audit_rows': ['audit_rows_time'],
  'read.usage_records': ['usage_records_pkey'],
  'read.token_grants': ['token_grants_pkey'],
  'ops.webhook_deliveries': ['webhook_deliveries_tenant'],
  'ops.request_counts': [],
};

/**
 * Takes the indexes and the log of changes from these tables, which nobody else reads and no crash has to spare: row by row they
 * would cost more than the rows. Returns what makes those that an extract needs of the rows that are there then.
 */
export async function bareTables(sql: Sql): Promise<() => Promise<void>> {
  const statements: string[] = [];
  for (const [table, needed] of Object.entries(TABLES)) {
    const { rows } = await sql.query<{ name: string; statement: string; is_constraint: boolean }>(
      `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS statement,
         EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid) AS is_constraint
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = $1::regclass`,
      [table],
    );
    for (const name of needed) {
      const found = rows.find((row) => row.name === name);
      if (found === undefined) throw new Error(`${table} has no index ${name}, by which an extract reads`);
      statements.push(found.statement);
    }
    const schema = table.slice(0, table.indexOf('.'));
    for (const { name, is_constraint } of rows) {
      await sql.query(
        is_constraint ? `ALTER TABLE ${table} DROP CONSTRAINT ${name}` : `DROP INDEX ${schema}.${name}`,
      );
    }
    await sql.query(`ALTER TABLE ${table} SET UNLOGGED`);
  }
  return async () => {
    for (const statement of statements) await sql.query(statement);
  };
}
