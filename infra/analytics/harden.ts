import { readFileSync } from 'node:fs';
import type { Sql } from '../../shared/postgres/pool.ts';

/** What has to be run by a superuser before anybody gets a login, as operators know it. */
export const HARDEN_FILE = 'infra/analytics/harden.sql';

const script = readFileSync(new URL('harden.sql', import.meta.url), 'utf8');
const OPEN = /-- open to everybody: begin\n([\s\S]*)-- open to everybody: end/.exec(script)?.[1] ?? '';

/** Takes from everybody what data teams' logins must not have. As superuser, in the service's database. */
export async function harden(sql: Sql): Promise<void> {
  await sql.query(script);
}

/**
 * What the file would do in this database, in the words of GRANT; nothing where it was run. `settings` are those that a login
 * shall be given.
 */
export async function notHardened(
  sql: Sql,
  settings: readonly string[] = ['temp_file_limit'],
): Promise<string[]> {
  const { rows } = await sql.query<{ what: string }>(
    `SELECT what FROM (${OPEN}) AS open
     UNION ALL SELECT 'SET ON PARAMETER ' || s.name FROM unnest($1::text[]) AS s (name)
       WHERE NOT has_parameter_privilege(s.name, 'SET')
     ORDER BY 1`,
    [settings],
  );
  return rows.map(({ what }) => what);
}
