import type { Sql } from '../../shared/postgres/pool.ts';
import { copyIn, copyOut } from '../../shared/postgres/copy.ts';
import { readChunks, writeFile } from './files.ts';
import { BackupRefusal, type TableEntry } from './manifest.ts';

/** Tables that hold wrapped keys; their files stand apart, so that they can be kept apart. */
const KEY_TABLES = new Set(['ops.data_keys', 'ops.signing_keys', 'ops.log_keys', 'ops.master_keys']);

/**
 * Left out: `public` holds the list of migrations, which the manifest has; `read_next` is where a rebuild works.
 */
const OURS = `n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'public', 'read_next')`;

export type Table = Pick<TableEntry, 'schema' | 'table' | 'columns'> & {
  /** As the server guesses. */
  rows: number;
};

const nameOf = ({ schema, table }: Pick<Table, 'schema' | 'table'>): string => `${schema}.${table}`;

/** Every table of ours, by name. Throws BackupRefusal for something that a copy of rows would not carry over. */
export async function tablesOf(sql: Sql): Promise<Table[]> {
  const { rows: other } = await sql.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('S', 'm', 'p', 'f') AND ${OURS} LIMIT 1`,
  );
  if (other[0]) throw new BackupRefusal(`${other[0].name} is of a kind that a backup does not carry over`);
  const { rows } = await sql.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS table, greatest(c.reltuples, 0)::bigint AS rows,
       (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND ${OURS} ORDER BY 1, 2`,
  );
  return rows;
}

const NEWLINE = 0x0a;

/** In COPY's text form a line is a row: line feeds within values are written as \\n. */
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

type Saving = { folder: string; name: string; onRows: (rows: number) => void };

async function save(sql: Sql, query: string, { folder, name, onRows }: Saving) {
  let rows = 0;
  async function* counted(): AsyncIterable<Buffer> {
    for await (const chunk of copyOut(sql, `COPY (${query}) TO STDOUT`) as AsyncIterable<Buffer>) {
      const lines = countLines(chunk);
      rows += lines;
      onRows(lines);
      yield chunk;
    }
  }
  const file = await writeFile(folder, name, counted());
  return { file, rows };
}

/** Writes one table, as the connection's transaction sees it, in COPY's text form. */
export async function saveTable(
  sql: Sql,
  { schema, table, columns }: Table,
  to: { folder: string; onRows: (rows: number) => void },
): Promise<TableEntry> {
  const part = KEY_TABLES.has(`${schema}.${table}`) ? 'keys' : 'database';
  const name = `${part}/${schema}.${table}.copy`;
  const saved = await save(sql, `SELECT ${columns.join(', ')} FROM ${schema}.${table}`, { ...to, name });
  return { schema, table, columns: [...columns], ...saved };
}

const KEYS_TABLE = 'data_keys';
/** More than the clocks of two machines of one installation differ, and than a command takes. */
const MARGIN = '1 hour';

/** Writes the data keys made about the time of the snapshot and since. */
export async function saveLaterKeys(
  sql: Sql,
  tables: readonly Table[],
  { takenAt, ...to }: { takenAt: string; folder: string; onRows: (rows: number) => void },
): Promise<TableEntry> {
  const keys = tables.find(({ schema, table }) => schema === 'ops' && table === KEYS_TABLE);
  if (!keys) throw new BackupRefusal('the database is not migrated');
  const since = `timestamptz '${new Date(takenAt).toISOString()}' - interval '${MARGIN}'`;
  const query = `SELECT ${keys.columns.join(', ')} FROM ops.${KEYS_TABLE} WHERE created_at >= ${since}`;
  const saved = await save(sql, query, { ...to, name: 'keys/later.copy' });
  return { schema: 'ops', table: KEYS_TABLE, columns: [...keys.columns], ...saved };
}

const load = (
  sql: Sql,
  into: string,
  { folder, entry }: { folder: string; entry: TableEntry },
): Promise<void> =>
  copyIn(sql, `COPY ${into} (${entry.columns.join(', ')}) FROM STDIN`, readChunks(folder, entry.file));

/** Fills one table; what stands in it goes. In a transaction of the caller's. */
export async function loadTable(tx: Sql, from: { folder: string; entry: TableEntry }): Promise<void> {
  const into = nameOf(from.entry);
  await tx.query(`TRUNCATE ${into}`);
  await load(tx, into, from);
}

/** Adds the data keys that the snapshot did not hold yet: one that it holds is as the rest of the snapshot knows it. */
export async function loadLaterKeys(tx: Sql, from: { folder: string; entry: TableEntry }): Promise<void> {
  await tx.query('CREATE TABLE ops.restored_keys (LIKE ops.data_keys)');
  await load(tx, 'ops.restored_keys', from);
  const columns = from.entry.columns.join(', ');
  await tx.query(
    `INSERT INTO ops.data_keys (${columns}) SELECT ${columns} FROM ops.restored_keys ON CONFLICT (key_id) DO NOTHING`,
  );
  await tx.query('DROP TABLE ops.restored_keys');
}
