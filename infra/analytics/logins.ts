import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import pg from 'pg';
import type { RandomBytes } from '../../shared/crypto/seal.ts';
import { inTransaction, type Pool, type Sql } from '../../shared/postgres/pool.ts';
import { HARDEN_FILE, notHardened } from './harden.ts';

/** A login of a data team; `tenantId` null: it reads every tenant. */
export type AnalystLogin = { login: string; tenantId: string | null; grantedAt: Date };

/** What an operator may have done wrong, in words for the operator. */
export class AnalystLoginError extends Error {}

/** Names that need no quotes in Postgres, and are none of its own. */
export const LOGIN_PATTERN = /^(?!pg_|triage)[a-z][a-z0-9_]{2,39}$/;

const PASSWORD_BYTES = 24;
const CONNECTIONS = 4;

/**
 * Settings of each connection of a login. Postgres lets a login change them, all but the last one. So access does not rest
 * on them: grants decide what it may read, and that it may write nothing. Nor do the time limits alone:
 * command-api/reactors/analyst-sessions.ts ends what lasts longer.
 */
const SETTINGS = {
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '60s',
  lock_timeout: '5s',
  default_transaction_read_only: 'on',
  search_path: 'analytics',
  temp_file_limit: '1GB',
};

/**
 * Makes a Postgres login that reads the views of schema `analytics` for one tenant, or for all with `tenantId` null, and
 * nothing else. Returns its password, which is kept nowhere. Throws AnalystLoginError where the name is taken, the
 * tenant is unknown, or the database is not hardened.
 */
export async function grantLogin(
  pool: Pool,
  { login, tenantId, grantedAt }: AnalystLogin,
  random: RandomBytes,
): Promise<string> {
  const password = Buffer.from(random(PASSWORD_BYTES)).toString('base64url');
  const role = pg.escapeIdentifier(login);
  const verifier = pg.escapeLiteral(scramVerifier(password, random(16)));
  await inTransaction(pool, async (tx) => {
    await requireHardened(tx);
    const { rows } = await tx.query<{ is_taken: boolean; is_known: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AS is_taken,
         $2::uuid IS NULL OR EXISTS (SELECT 1 FROM read.tenants WHERE tenant_id = $2) AS is_known`,
      [login, tenantId],
    );
    if (rows[0]?.is_taken) throw new AnalystLoginError('the database has a role of this name already');
    if (!rows[0]?.is_known) throw new AnalystLoginError('there is no such tenant');
    await tx.query(`CREATE ROLE ${role} LOGIN INHERIT CONNECTION LIMIT ${CONNECTIONS} PASSWORD ${verifier}`);
    await tx.query(`GRANT triage_analyst TO ${role} WITH INHERIT TRUE, SET FALSE`);
    // Whoever may end its sessions has to be its member.
    await tx.query(`GRANT ${role} TO CURRENT_USER WITH INHERIT TRUE, SET FALSE`);
    for (const [name, value] of Object.entries(SETTINGS)) {
      await tx.query(`ALTER ROLE ${role} SET ${name} = ${pg.escapeLiteral(value)}`);
    }
    await tx.query(
      // A backup brings rows along whose roles belonged to another server.
      `INSERT INTO analytics_source.logins (login, tenant_id, granted_at) VALUES ($1, $2, $3)
       ON CONFLICT (login) DO UPDATE SET tenant_id = excluded.tenant_id, granted_at = excluded.granted_at`,
      [login, tenantId, grantedAt],
    );
  });
  return password;
}

/** Everybody may hold advisory locks, write large objects and watch others until a superuser takes that away. */
async function requireHardened(sql: Sql): Promise<void> {
  const [open] = await notHardened(sql);
  if (open === undefined) return;
  throw new AnalystLoginError(
    `this database lets every login do too much (${open}): have its superuser run ${HARDEN_FILE} in it first`,
  );
}

/** Every login, by name. */
export async function listLogins(pool: Pool): Promise<AnalystLogin[]> {
  const { rows } = await pool.query<{ login: string; tenant_id: string | null; granted_at: Date }>(
    'SELECT login, tenant_id, granted_at FROM analytics_source.logins ORDER BY login',
  );
  return rows.map((row) => ({ login: row.login, tenantId: row.tenant_id, grantedAt: row.granted_at }));
}

const DEPENDENT_OBJECTS = '2BP01';

/**
 * Takes a login away: its sessions end, and no new one begins. False where the role itself stays, since it owns
 * something in another database of the server. Throws AnalystLoginError for a login that was
 * not granted here.
 */
export async function revokeLogin(pool: Pool, login: string): Promise<boolean> {
  const role = pg.escapeIdentifier(login);
  const isThere = await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query('DELETE FROM analytics_source.logins WHERE login = $1', [login]);
    if (rowCount === 0) throw new AnalystLoginError('there is no such login');
    const found = await tx.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [login]);
    if (found.rowCount === 0) return false;
    await tx.query(`ALTER ROLE ${role} NOLOGIN`);
    await tx.query(`REVOKE triage_analyst FROM ${role}`);
    return true;
  });
  if (!isThere) return true;
  await pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [login]);
  try {
    await pool.query(`DROP OWNED BY ${role}`);
    await pool.query(`DROP ROLE ${role}`);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === DEPENDENT_OBJECTS) return false;
    throw error;
  }
}

const ITERATIONS = 4_096;

/** What Postgres keeps of a password (RFC 5803), made here so that the password reaches neither server nor its log. */
function scramVerifier(password: string, salt: Uint8Array): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const parts = [
    `${ITERATIONS}:${Buffer.from(salt).toString('base64')}`,
    `${stored}:${keyOf('Server Key').toString('base64')}`,
  ];
  return ['SCRAM-SHA-256', ...parts].join('$');
}
