import { StartupError } from '../lifecycle/startup-error.ts';
import type { Sql } from '../postgres/pool.ts';

/**
 * The mark of a database into which a restore works, or one that was cut short: from before its first table until the erasures of
 * the ledger were carried out again. It is a table by itself, in the schema that no backup holds, so that it is there whatever
 * version the rows are of.
 */
const SCHEMA = 'public';
const TABLE = 'restore_under_way';

/** Whether the database bears the mark. Reads what every user may read. */
export async function isBeingRestored(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query(
    'SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2',
    [SCHEMA, TABLE],
  );
  return rows.length > 0;
}

const REFUSAL =
  'a restore works into this database, or was cut short: wait for it, or make the database anew and restore again, see ' +
  'docs/operator/backup.md#distributed';

/** For processes and operator commands: people whose erasure came after the backup could be read. Throws StartupError. */
export async function requireNoRestore(sql: Sql): Promise<void> {
  if (await isBeingRestored(sql)) throw new StartupError(REFUSAL);
}

/** From now on no process starts on this database. */
export async function markRestore(sql: Sql): Promise<void> {
  await sql.query(`CREATE TABLE ${SCHEMA}.${TABLE} ()`);
}

/** The restore is complete: processes may start. */
export async function unmarkRestore(sql: Sql): Promise<void> {
  await sql.query(`DROP TABLE ${SCHEMA}.${TABLE}`);
}
