import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import pg from 'pg';
import { noteFactsUses } from '../../shared/audit/facts-uses.ts';
import type { RandomBytes } from '../../shared/crypto/seal.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { inTransaction, type Pool, type Sql } from '../../shared/postgres/pool.ts';
import { HARDEN_FILE, notHardened } from './harden.ts';
import { endRecipient, makeRecipient } from './recipients.ts';

/** A login of a data team; `tenantId` null: it reads every tenant. */
export type AnalystLogin = {
  login: string;
  tenantId: string | null;
  grantedAt: Date;
  /** That it reads schema `facts` as well; with `exactTimes`, moments to the second. */
  facts?: { exactTimes: boolean } | undefined;
};

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
/** Neither of the last ones can a login change: `track_functions` counts its uses of each view. */
const FACTS_SETTINGS = { ...SETTINGS, search_path: 'facts, analytics', track_functions: 'pl' };
const LASTING = { plain: ['temp_file_limit'], facts: ['temp_file_limit', 'track_functions'] } as const;

/**
 * Makes a Postgres login that reads the views of schema `analytics` for one tenant, or for all with `tenantId` null, with
 * `facts` those of schema `facts` as well, and nothing else. Returns its password, which is kept nowhere. Throws AnalystLoginError where the name is taken, the
 * tenant is unknown, or the database is not hardened.
 */
export async function grantLogin(pool: Pool, granted: AnalystLogin, random: RandomBytes): Promise<string> {
  const { login, tenantId, grantedAt, facts } = granted;
  const password = Buffer.from(random(PASSWORD_BYTES)).toString('base64url');
  const role = pg.escapeIdentifier(login);
  const verifier = pg.escapeLiteral(scramVerifier(password, random(16)));
  await inTransaction(pool, async (tx) => {
    await requireHardened(tx, LASTING[facts ? 'facts' : 'plain']);
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
    for (const [name, value] of Object.entries(facts ? FACTS_SETTINGS : SETTINGS)) {
      // Of a path, each schema stands by itself.
      const values = value.split(', ').map((one) => pg.escapeLiteral(one));
      await tx.query(`ALTER ROLE ${role} SET ${name} = ${values.join(', ')}`);
    }
    await tx.query(
      // A backup brings rows along whose roles belonged to another server.
      `INSERT INTO analytics_source.logins (login, tenant_id, granted_at) VALUES ($1, $2, $3)
       ON CONFLICT (login) DO UPDATE SET tenant_id = excluded.tenant_id, granted_at = excluded.granted_at`,
      [login, tenantId, grantedAt],
    );
    // Of a login that a backup brought along, too.
    await endRecipient(tx, login, grantedAt);
    if (facts) {
      await tx.query(`GRANT triage_facts TO ${role} WITH INHERIT TRUE, SET FALSE`);
      const isMade = await makeRecipient(tx, { ...granted, ...facts }, random);
      if (!isMade) throw new AnalystLoginError('there is a recipient of facts of this name already');
    }
  });
  return password;
}

/** Everybody may hold advisory locks, write large objects and watch others until a superuser takes that away. */
async function requireHardened(sql: Sql, settings: readonly string[]): Promise<void> {
  const [open] = await notHardened(sql, settings);
  if (open === undefined) return;
  throw new AnalystLoginError(
    `this database lets every login do too much (${open}): have its superuser run ${HARDEN_FILE} in it first`,
  );
}

/** Every login, by name. */
export async function listLogins(pool: Pool): Promise<AnalystLogin[]> {
  const { rows } = await pool.query<{
    login: string;
    tenant_id: string | null;
    granted_at: Date;
    exact_times: boolean | null;
  }>(
    `SELECT l.login, l.tenant_id, l.granted_at, r.exact_times
     FROM analytics_source.logins l LEFT JOIN facts_source.recipients r ON r.login = l.login ORDER BY l.login`,
  );
  return rows.map((row) => ({
    login: row.login,
    tenantId: row.tenant_id,
    grantedAt: row.granted_at,
    facts: row.exact_times === null ? undefined : { exactTimes: row.exact_times },
  }));
}

const DEPENDENT_OBJECTS = '2BP01';

/**
 * Takes a login away: its sessions end, and no new one begins. False where the role itself stays, since it owns
 * something in another database of the server. Throws AnalystLoginError for a login that was
 * not granted here.
 */
export async function revokeLogin(pool: Pool, login: string, now: Date): Promise<boolean> {
  const role = pg.escapeIdentifier(login);
  const isThere = await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query('DELETE FROM analytics_source.logins WHERE login = $1', [login]);
    if (rowCount === 0) throw new AnalystLoginError('there is no such login');
    const found = await tx.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [login]);
    if (found.rowCount === 0) return false;
    await tx.query(`ALTER ROLE ${role} NOLOGIN`);
    await tx.query(`REVOKE triage_analyst, triage_facts FROM ${role}`);
    return true;
  });
  if (isThere) await endSessions(pool, login);
  await inTransaction(pool, async (tx) => {
    await noteFactsUses(tx, now);
    await endRecipient(tx, login, now);
  });
  if (!isThere) return true;
  try {
    await pool.query(`DROP OWNED BY ${role}`);
    await pool.query(`DROP ROLE ${role}`);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === DEPENDENT_OBJECTS) return false;
    throw error;
  }
}

const END_LIMIT_MS = 5_000;
const END_POLL_MS = 20;

/** Sessions report what they have read when they end, so it is awaited, as long as it takes no longer than that. */
async function endSessions(pool: Pool, login: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < END_LIMIT_MS; waitedMs += END_POLL_MS) {
    const { rowCount } = await pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
      [login],
    );
    if (rowCount === 0) return;
    await sleep(END_POLL_MS);
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
