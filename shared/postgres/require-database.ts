import pg from 'pg';
import { requireNoRestore } from '../backups/restore-mark.ts';
import { patiently } from '../lifecycle/patience.ts';
import { StartupError } from '../lifecycle/startup-error.ts';
import type { Logger } from '../logging/logger.ts';
import { describeDatabaseProblem } from './describe-problem.ts';
import { migrationNames, requireMigrations } from './migrations.ts';
import { isUnreachable, type Sql } from './pool.ts';

/** A database that restarts together with this process is waited for; below the time in which a process must stop. */
const PATIENCE_MS = 5_000;
const CONNECT_TIMEOUT_MS = 3_000;
const OLDEST_VERSION = 16;

/** The role under which the APIs work; each process has it made by the migrations. */
const API_ROLE = 'triage_api';

/** Throws StartupError where the server is older than what the service was made for; the migrations ask this as well. */
export function requireVersion(version: number): void {
  if (version >= OLDEST_VERSION) return;
  throw new StartupError(
    `the database server is Postgres ${version}: the service needs ${OLDEST_VERSION} or later`,
  );
}

/**
 * What the service asks of a database, before anything else: its version, rights and tables, and that no restore was left half
 * done in it. Throws StartupError.
 */
export async function checkDatabase(sql: Sql, migrations: readonly string[]): Promise<{ newer: string[] }> {
  const { rows } = await sql.query<{ version: number; standby: boolean; role: boolean | null }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, pg_is_in_recovery() AS standby,
       (SELECT pg_has_role(oid, 'MEMBER') FROM pg_roles WHERE rolname = $1) AS role`,
    [API_ROLE],
  );
  const found = rows[0];
  if (found === undefined) throw new Error('Postgres gave no row');
  requireVersion(found.version);
  if (found.standby) {
    throw new StartupError('DATABASE_URL leads to a standby, which takes no writes: name the primary server');
  }
  if (found.role === false) {
    throw new StartupError(
      `the user of DATABASE_URL may not act as ${API_ROLE}: use the user that ran npm run ops -- migrate, or GRANT ` +
        `${API_ROLE} TO <user>`,
    );
  }
  await requireNoRestore(sql);
  return { newer: await requireMigrations(sql, migrations) };
}

/**
 * Refuses a database that this version cannot work with, in one line: each process asks this first. One that is out of
 * reach is waited for, for some seconds. Throws StartupError.
 */
export async function requireDatabase(
  databaseUrl: string,
  {
    name,
    logger,
    patienceMs = PATIENCE_MS,
  }: { name: string; logger?: Logger | undefined; patienceMs?: number },
): Promise<void> {
  const known = await migrationNames();
  const ask = async (): Promise<{ newer: string[] }> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    client.on('error', () => undefined); // what fails is the statement
    try {
      await client.connect();
      return await checkDatabase(client, known);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const onWait = (error: unknown): void =>
    logger?.warn(`${reasonOf(error)}: trying again for ${patienceMs / 1_000} s`);
  const { newer } = await patiently({ patienceMs, isTransient: isUnreachable, onWait }, ask).catch(
    (error: unknown) => {
      throw error instanceof StartupError ? error : new StartupError(reasonOf(error));
    },
  );
  if (newer.length > 0) {
    logger?.warn({ migrations: newer }, 'the database is of a newer version, beside which this one works');
  }
}

/** Never what the server said: that repeats users and hosts. */
function reasonOf(error: unknown): string {
  const { syscall } = error as { syscall?: unknown };
  if (syscall === 'open' || syscall === 'read') {
    return 'DATABASE_URL names a file of certificates or keys (sslrootcert, sslcert, sslkey) that cannot be read';
  }
  return describeDatabaseProblem(error) ?? 'the database cannot be used for a reason that has no name here';
}
