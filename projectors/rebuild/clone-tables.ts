import type { Sql } from '../../shared/postgres/pool.ts';

/** Where a rebuild works, and where its tables go in the end. */
export const LIVE_SCHEMA = 'read';
export const NEXT_SCHEMA = 'read_next';

const live = (table: string): string => `${LIVE_SCHEMA}.${table}`;
const next = (table: string): string => `${NEXT_SCHEMA}.${table}`;

/** Something hangs on a table that a rebuild would lose with it. */
export class NotRebuildableError extends Error {
  constructor(relation: string, what: string) {
    super(`${relation} has ${what}, which a rebuild does not carry over`);
    this.name = 'NotRebuildableError';
  }
}

async function texts(sql: Sql, query: string, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ text: string }>(query, [live(table)]);
  return rows.map((row) => row.text);
}

const KEYS = `
  SELECT format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS text
  FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('p', 'u') ORDER BY conname`;

const INDEXES = `
  SELECT pg_get_indexdef(i.indexrelid) AS text FROM pg_index i
  WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)
  ORDER BY i.indexrelid`;

const OPTIONS = `
  SELECT format('(%s)', array_to_string(reloptions, ', ')) AS text
  FROM pg_class WHERE oid = $1::regclass AND reloptions IS NOT NULL`;

const ROW_SECURITY = `
  SELECT unnest(ARRAY[
    CASE WHEN relrowsecurity THEN 'ENABLE ROW LEVEL SECURITY' END,
    CASE WHEN relforcerowsecurity THEN 'FORCE ROW LEVEL SECURITY' END]) AS text
  FROM pg_class WHERE oid = $1::regclass`;

const POLICIES = `
  SELECT format('CREATE POLICY %I ON %s AS %s FOR %s TO %s%s%s', p.polname, '${NEXT_SCHEMA}.' || c.relname,
      CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
      CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
        ELSE 'ALL' END,
      CASE WHEN p.polroles = '{0}' THEN 'PUBLIC' ELSE (
        SELECT string_agg(quote_ident(r.rolname), ', ') FROM pg_roles r WHERE r.oid = ANY (p.polroles)) END,
      ' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
      ' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') AS text
  FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE c.oid = $1::regclass ORDER BY p.polname`;

const GRANTS = `
  SELECT format('GRANT %s ON ${NEXT_SCHEMA}.%I TO %s', a.privilege_type, c.relname,
      CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END) AS text
  FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = $1::regclass AND a.grantee <> c.relowner`;

const UNKNOWN = `
  SELECT 'triggers' AS text FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal
  UNION SELECT 'foreign keys' FROM pg_constraint
    WHERE contype = 'f' AND (conrelid = $1::regclass OR confrelid = $1::regclass)
  UNION SELECT 'materialized views' FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid JOIN pg_class c ON c.oid = w.ev_class
    WHERE d.refobjid = $1::regclass AND d.classid = 'pg_rewrite'::regclass AND c.relkind = 'm'`;

/**
 * Makes an empty table of the same name and shape beside a live one, with its keys, options, policies and grants;
 * what a broken-off rebuild left there goes. Other indexes come later: rows are written faster without them.
 */
export async function cloneTable(sql: Sql, table: string): Promise<void> {
  const [unknown] = await texts(sql, UNKNOWN, table);
  if (unknown !== undefined) throw new NotRebuildableError(live(table), unknown);
  await sql.query(`DROP TABLE IF EXISTS ${next(table)}`);
  await sql.query(`CREATE TABLE ${next(table)} (LIKE ${live(table)} INCLUDING ALL EXCLUDING INDEXES)`);
  const [options] = await texts(sql, OPTIONS, table);
  if (options !== undefined) await sql.query(`ALTER TABLE ${next(table)} SET ${options}`);
  for (const key of await texts(sql, KEYS, table)) await sql.query(`ALTER TABLE ${next(table)} ${key}`);
  for (const grant of await texts(sql, GRANTS, table)) await sql.query(grant);
  for (const policy of await texts(sql, POLICIES, table)) await sql.query(policy);
  const { rows } = await sql.query<{ text: string | null }>(ROW_SECURITY, [live(table)]);
  for (const { text } of rows) if (text !== null) await sql.query(`ALTER TABLE ${next(table)} ${text}`);
}

/** Adds the other indexes, under the names that they have on the live table. */
export async function addIndexes(sql: Sql, table: string): Promise<void> {
  for (const definition of await texts(sql, INDEXES, table)) {
    await sql.query(definition.replace(` ON ${live(table)} `, ` ON ${next(table)} `));
  }
  await sql.query(`ANALYZE ${next(table)}`);
}

/** Puts the new tables in the place of the live ones. The transaction holds their locks already. */
export async function switchTables(tx: Sql, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await tx.query(`DROP TABLE ${live(table)}`);
    await tx.query(`ALTER TABLE ${next(table)} SET SCHEMA ${LIVE_SCHEMA}`);
  }
}

export async function dropNext(sql: Sql, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql.query(`DROP TABLE IF EXISTS ${next(table)}`);
}
