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

/** What the file would do in this database, in the words of GRANT; nothing where it was run. */
export async function notHardened(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ what: string }>(
    `SELECT what FROM (${OPEN}) AS open
     UNION ALL SELECT 'SET ON PARAMETER temp_file_limit' WHERE NOT has_parameter_privilege('temp_file_limit', 'SET')
     ORDER BY 1`,
  );
  return rows.map(({ what }) => what);
}
