import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import type { PoolClient } from 'pg';
import { startDatabase } from '../../support/database.ts';

/** What the application's role may call past row-level security, and how little each of it gives away. */
const { pool, stop } = await startDatabase();
const NOW = new Date('2026-01-05T08:00:00.000Z');

/**
 * Functions with their owner's rights that the role may call, and why none of them can be turned on another tenant. A new
 * one is added here with its reason, and is granted in its own migration.
 */
const OPEN: Readonly<Record<string, string>> = {
  'ops.account_of_challenge': 'wants the id of a challenge, and tells a keyed hash',
  'ops.add_key_request_counts':
    'adds to counters that nothing is decided by, for all callers of a process at once',
  'ops.add_request_counts':
    'adds to counters that nothing is decided by, for all callers of a process at once',
  'ops.admit': 'wants a credential, and works for the tenant that it belongs to',
  'ops.analyst_logins':
    'for the tenant that the connection was lent to; tells names that data teams log in by',
  'ops.authenticate': 'wants a credential, and works for the tenant that it belongs to',
  'ops.body_limit': 'wants a credential, and tells a number',
  'ops.claim_address':
    'for the tenant that the connection was lent to; tells who holds an address, by its keyed hash',
  'ops.claim_mails': 'tells mails sealed under a key that no database holds',
  'ops.count_attempt': 'counts by keyed hashes',
  'ops.count_call': 'counts by ids and hashes',
  'ops.find_account':
    'wants the keyed hash of an address, or what was made for its owner; tells sealed values',
  'ops.find_invitation': "wants the hash of an invitation's token",
  'ops.find_sso_binding': 'wants a domain; the secret that it tells is sealed',
  'ops.has_data_recipient':
    'for the tenant that the connection was lent to; tells whether a name was granted extracts',
  'ops.has_members': 'tells yes or no',
  'ops.lock': 'tells nothing; holds a lock of the service until the transaction ends',
  'ops.open_challenge': 'for the member who holds the address whose keyed hash is given',
  'ops.open_password_reset': 'for the member who holds the address whose keyed hash is given',
  'ops.open_sso_state': 'writes what its caller made',
  'ops.queue_mail': 'writes what its caller sealed',
  'ops.record_refused_credential': 'wants a credential, and writes a row for the tenant that it was of',
  'ops.renew_code': 'wants the id of a challenge',
  'ops.revoke_sign_ins': 'for a member of the tenant that the connection was lent to',
  'ops.search_patients': 'for the tenant that the connection was lent to',
  'ops.settle_mail': 'wants the id of a mail and the number of its attempt',
  'ops.take_password_reset': "wants the hash of a link's token",
  'ops.take_sso_state': 'wants the hash of a state',
  'ops.tenant_of_key': 'wants the hash of a key, and tells an id',
  'ops.try_code': 'wants the id of a challenge, and compares keyed hashes',
};

type Fn = { name: string; definer: boolean; config: string[] | null; open: boolean; public: boolean };

const { rows: functions } = await pool.query<Fn>(
  `SELECT n.nspname || '.' || p.proname AS name, p.prosecdef AS definer, p.proconfig AS config,
     has_function_privilege('triage_api', p.oid, 'EXECUTE') AS open,
     p.proacl IS NULL OR EXISTS (SELECT 1 FROM aclexplode(p.proacl) a WHERE a.grantee = 0) AS public
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
);
test.after.always(stop);

const definers = functions.filter(({ definer }) => definer);
const namesOf = (some: Fn[]): string[] => some.map(({ name }) => name);

test("the role may call the listed functions with their owner's rights, and no others", (t) => {
  t.deepEqual(namesOf(definers.filter(({ open }) => open)), Object.keys(OPEN).toSorted());
});

test('no function may be called by everybody, and none is there twice', (t) => {
  t.true(functions.length > definers.length);
  t.deepEqual(namesOf(functions.filter((fn) => fn.public)), []);
  t.is(new Set(namesOf(functions)).size, functions.length);
});

test("a function with its owner's rights looks for names in no schema that its caller chose", (t) => {
  t.deepEqual(
    definers.filter(({ config }) => !config?.some((setting) => setting === 'search_path=""')),
    [],
  );
});

test('another role may call nothing', async (t) => {
  await pool.query('CREATE ROLE stranger NOLOGIN');
  await pool.query('GRANT USAGE ON SCHEMA ops TO stranger');
  const { rows } = await pool.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname IN ('ops', 'read') AND has_function_privilege('stranger', p.oid, 'EXECUTE')`,
  );
  t.deepEqual(rows, []);
});

test('a function that a later migration adds is closed by the same call that keeps tables to tenants', async (t) => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`CREATE FUNCTION ops.later() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'`);
    await client.query(`CREATE FUNCTION ops.later_plain() RETURNS int LANGUAGE sql AS 'SELECT 1'`);
    const mayCall = async (name: string): Promise<boolean> => {
      const { rows } = await client.query<{ may: boolean }>(
        `SELECT has_function_privilege('triage_api', $1, 'EXECUTE') AS may`,
        [name],
      );
      return rows[0]?.may ?? false;
    };
    t.true(await mayCall('ops.later()'), 'as Postgres has it');
    await client.query('SELECT ops.keep_to_tenants()');
    t.false(await mayCall('ops.later()'));
    t.true(await mayCall('ops.later_plain()'));
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

/** Runs as the application's role, for one tenant. */
async function asApi<T>(tenantId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SET ROLE triage_api');
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenantId]);
    return await work(client);
  } finally {
    client.release(true);
  }
}

async function signedInMember(): Promise<{
  tenantId: string;
  memberId: string;
  isIn: () => Promise<boolean>;
}> {
  const [tenantId, memberId] = [randomUUID(), randomUUID()];
  await pool.query(
    `INSERT INTO read.members (member_id, tenant_id, revision, status, email_hash, profile_sealed, password_sealed, role,
       scopes, is_active, created_at) VALUES ($1, $2, 0, 'active', $3, '', '', 'owner', '{}', true, $4)`,
    [memberId, tenantId, randomBytes(32), NOW],
  );
  await pool.query(
    `INSERT INTO ops.login_sessions (session_id, tenant_id, member_id, created_at, expires_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $3)`,
    [tenantId, memberId, NOW],
  );
  await pool.query(
    `INSERT INTO ops.password_resets (token_hash, member_id, created_at, expires_at) VALUES ($1, $2, $3, $3)`,
    [randomBytes(32), memberId, NOW],
  );
  const isIn = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM ops.login_sessions WHERE member_id = $1 AND revoked_at IS NULL)
            + (SELECT count(*) FROM ops.password_resets WHERE member_id = $1 AND used_at IS NULL) AS left`,
      [memberId],
    );
    return Number(rows[0]?.left) === 2;
  };
  return { tenantId, memberId, isIn };
}

test('a member is signed out by the connection of its own tenant alone', async (t) => {
  const [own, other] = [await signedInMember(), await signedInMember()];
  const revoke = (lentTo: string, tenantId: string): Promise<unknown> =>
    asApi(lentTo, (client) =>
      client.query('SELECT ops.revoke_sign_ins($1, $2, $3)', [tenantId, own.memberId, NOW]),
    );
  await t.throwsAsync(revoke(other.tenantId, own.tenantId), { message: /another tenant/ });
  await revoke(other.tenantId, other.tenantId);
  t.true(await own.isIn(), "another tenant's name for the member changes nothing");
  await revoke(own.tenantId, own.tenantId);
  t.false(await own.isIn());
  t.true(await other.isIn());
});

test("an address is claimed for the connection's own tenant alone", async (t) => {
  const [own, other] = [randomUUID(), randomUUID()];
  const claim = (lentTo: string): Promise<{ rows: unknown[] }> =>
    asApi(lentTo, (client) =>
      client.query('SELECT outcome FROM ops.claim_address($1, $2, $3, $4)', [
        randomBytes(32),
        own,
        randomUUID(),
        NOW,
      ]),
    );
  await t.throwsAsync(claim(other), { message: /another tenant/ });
  t.deepEqual((await claim(own)).rows, [{ outcome: 'claimed' }]);
});
