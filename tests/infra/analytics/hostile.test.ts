import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import {
  createAnalystSessions,
  TRANSACTION_LIMIT_MS,
} from '../../../command-api/reactors/analyst-sessions.ts';
import { harden, notHardened } from '../../../infra/analytics/harden.ts';
import { AnalystLoginError, grantLogin } from '../../../infra/analytics/logins.ts';
import { backUp } from '../../../infra/backup/backup.ts';
import { migrate } from '../../../infra/migrations/index.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { createPool } from '../../../shared/postgres/pool.ts';
import { startApi } from '../../support/api.ts';
import { until } from '../../support/until.ts';
import { connect, grantedAt, type Login } from './world.ts';

/** A data team of one tenant that wants to learn about the others, and to stop them. */
const api = await startApi();
const { databaseUrl, eventStoreUrl, adminUrl } = api.stack;
const pool = createPool({ databaseUrl, name: 'test', maxConnections: 4 });
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-test-hostile-'));
const victim = await api.newTenant();
const attacker = await api.newTenant();
const client = await api.newClient(victim, { test: true });
const officer = await api.newClient(victim);
const password = await grantLogin(pool, { login: 'hostile', tenantId: attacker, grantedAt }, systemRandom);
const open: Login[] = [];
test.afterEach.always(() => leave());
test.after.always(async () => {
  await pool.end();
  await api.stop();
  rmSync(root, { recursive: true, force: true });
});

/** A connection that has lifted every limit that a login can lift. */
async function enter(): Promise<Login> {
  const one = await connect(databaseUrl, 'hostile', password);
  open.push(one);
  const limits = ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'];
  for (const name of limits) await one.client.query(`SET ${name} = 0`);
  await one.client.query('SET default_transaction_read_only = off');
  return one;
}

async function leave(): Promise<void> {
  for (const one of open.splice(0)) await one.client.end();
}

const codeOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
    return 'done';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

/** What the neighbours do meanwhile: open a session, erase it, make a key; and the operator's backup. */
async function neighboursDo(): Promise<unknown[]> {
  const opened = await client('POST', '/v1/sessions', {
    chief_complaint: 'headache',
    age: 34,
    sex: 'female',
  });
  const { session_id: id } = opened.body as { session_id: string };
  const erased = await client('DELETE', `/v1/sessions/${id}`);
  const key = await officer('POST', '/v1/admin/keys', { name: 'another' });
  const folder = mkdtempSync(path.join(root, 'backup-'));
  const { tables } = await backUp({
    folder,
    since: null,
    databaseUrl,
    eventStoreUrl,
    onProgress: () => undefined,
  });
  return [opened.status, erased.status, key.status, tables > 0];
}
const ALL_WENT = [201, 200, 201, true];

/** Keys of the advisory locks that the service took before it had locks of its own. */
const KNOWN_KEYS = [
  ...['', 'api_key', 'webhook_subscription', 'team', 'owners'].map(
    (kind) => `hashtextextended('${kind}${victim}', 0)`,
  ),
  ...['signing-key', 'keep_to_tenants'].map((name) => `hashtextextended('${name}', 0)`),
  ...[0x72_65_62_75, 0x6b_65_79_73].map(String),
];

const LOCKS = [
  ...KNOWN_KEYS.flatMap((key) => [
    `SELECT pg_advisory_lock(${key})`,
    `SELECT pg_try_advisory_xact_lock(${key})`,
  ]),
  'SELECT count(pg_try_advisory_lock_shared(n)) FROM generate_series(1, 100000) n',
  "SELECT ops.lock('signing-key')",
  'SELECT FROM ops.locks FOR UPDATE',
  ...['ops.locks', 'ops.rebuild_lock', 'ops.keys_lock', 'read.sessions', 'ops.intents'].map(
    (table) => `LOCK TABLE ${table} IN ACCESS SHARE MODE`,
  ),
  'LOCK TABLE analytics.sessions_v2 IN EXCLUSIVE MODE',
  'LOCK TABLE pg_catalog.pg_class IN SHARE ROW EXCLUSIVE MODE',
];
const WRITES = [
  'SELECT lo_create(0)',
  "SELECT lo_from_bytea(0, 'x')",
  "SELECT lo_put(1, 0, 'x')",
  "SELECT lowrite(0, 'x')",
  'CREATE TEMPORARY TABLE mine AS SELECT generate_series(1, 10)',
  'CREATE TABLE public.mine (a int)',
  'CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'DO $$ BEGIN LOOP COMMIT; END LOOP; END $$',
  "SELECT pg_notify('all', 'x')",
  "SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000))",
  'SET temp_file_limit = -1',
  'SELECT count(pg_export_snapshot()) FROM generate_series(1, 10)',
  'SELECT pg_current_xact_id()',
  'SELECT txid_current()',
];
const OTHERS = [
  'SET ROLE triage',
  'SET ROLE triage_api',
  'SET SESSION AUTHORIZATION triage',
  ...[
    'pg_stat_activity',
    'pg_stat_user_tables',
    'pg_stat_all_indexes',
    'pg_statio_user_tables',
    'pg_stat_database',
    'pg_stat_ssl',
    'pg_stat_user_functions',
    'pg_locks',
    'pg_prepared_xacts',
  ].map((view) => `SELECT * FROM ${view}`),
  'SELECT * FROM pg_stat_get_activity(NULL)',
  "SELECT pg_stat_get_tuples_inserted(c.oid) FROM pg_class c WHERE c.relname = 'sessions'",
  'SELECT pg_lock_status()',
  ...['pg_relation_size', 'pg_table_size', 'pg_total_relation_size', 'pg_indexes_size'].map(
    (size) => `SELECT ${size}(c.oid) FROM pg_class c WHERE c.relname = 'sessions'`,
  ),
  'SELECT pg_database_size(current_database())',
  'SELECT pg_current_wal_insert_lsn()',
  // Of a replica, where data teams are sent to, these tell how far the primary has written.
  ...['pg_last_wal_replay_lsn', 'pg_last_wal_receive_lsn', 'pg_last_xact_replay_timestamp'].map(
    (name) => `SELECT ${name}()`,
  ),
  ...['checkpoint', 'system', 'recovery', 'init'].map((part) => `SELECT * FROM pg_control_${part}()`),
];

const PERMISSION_DENIED = '42501';

for (const [what, statements] of Object.entries({ locks: LOCKS, writes: WRITES, others: OTHERS })) {
  test.serial(`a hostile login is refused: ${what}`, async (t) => {
    const { client: hostile } = await enter();
    for (const sql of statements) {
      await hostile.query('BEGIN');
      t.is(await codeOf(hostile.query(sql)), PERMISSION_DENIED, sql);
      await hostile.query('ROLLBACK');
    }
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    t.is(await codeOf(hostile.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])), PERMISSION_DENIED);
    t.deepEqual(await neighboursDo(), ALL_WENT);
  });
}

test.serial('it reaches no other database, and has four connections', async (t) => {
  for (const name of ['postgres', 'template1']) {
    const url = new URL(databaseUrl);
    url.pathname = name;
    t.is(await codeOf(connect(url.href, 'hostile', password)), PERMISSION_DENIED, name);
  }
  for (let n = 0; n < 4; n += 1) await enter();
  t.is(await codeOf(enter()), '53300');
  t.deepEqual(await neighboursDo(), ALL_WENT);
});

test.serial('whoever holds every advisory lock that the service once took stops nobody', async (t) => {
  const holder = await pool.connect();
  try {
    for (const key of KNOWN_KEYS) await holder.query(`SELECT pg_advisory_lock(${key})`);
    t.deepEqual(await neighboursDo(), ALL_WENT);
  } finally {
    holder.release(true);
  }
});

test.serial(
  'a statement or a transaction of more than a minute is ended, whatever the login has set',
  async (t) => {
    const [sleeping, idle, quiet] = [await enter(), await enter(), await enter()];
    const ended = codeOf(sleeping.client.query('SELECT pg_sleep(600)'));
    await idle.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await idle.client.query('SELECT * FROM analytics.sessions_v2');
    await until('both are busy', 5_000, async () => {
      const { rows } = await pool.query<{ busy: number }>(
        "SELECT count(*) AS busy FROM pg_stat_activity WHERE usename = 'hostile' AND xact_start IS NOT NULL",
      );
      return rows[0]?.busy === 2;
    });
    t.deepEqual(await neighboursDo(), ALL_WENT);

    const runAfter = (ms: number): Promise<number> =>
      createAnalystSessions({ pool, now: () => new Date(Date.now() + ms) }).runOnce();
    t.is(await runAfter(TRANSACTION_LIMIT_MS - 30_000), 0);
    t.is(await runAfter(TRANSACTION_LIMIT_MS), 2);
    t.is(await ended, '57P01');
    t.not(await codeOf(idle.client.query('SELECT 1')), 'done');
    t.is(await codeOf(quiet.client.query('SELECT 1')), 'done', 'one that does nothing may stay');
    // An ended process stands in the list until it has exited, and would be ended, and counted, once more.
    await until('both are gone', 5_000, async () => {
      const { rows } = await pool.query("SELECT 1 FROM pg_stat_activity WHERE usename = 'hostile'");
      return rows.length === 1;
    });
    t.is(await runAfter(TRANSACTION_LIMIT_MS), 0, 'nobody else is ended');
    await leave();
  },
);

test.serial(
  'no setting shows what happens inside the views: plans, sorts, the key of the noise',
  async (t) => {
    const { rows } = await pool.query<{ key: Buffer }>('SELECT key FROM analytics_source.noise_key');
    // As Postgres prints bytes of a plan.
    const key = [...(rows[0]?.key ?? [])].map((byte) => (byte < 128 ? byte : byte - 256)).join(' ');
    const { client: hostile, ask } = await enter();
    const heard: string[] = [];
    hostile.on('notice', ({ message, detail }) =>
      heard.push(`${message} ${detail ?? ''}`.replaceAll(/\s+/g, ' ')),
    );
    for (const name of ['debug_print_parse', 'debug_print_rewritten', 'debug_print_plan', 'trace_sort'])
      await hostile.query(`SET ${name} = on`);
    await hostile.query('SET client_min_messages = debug5');
    for (const view of ['triage_levels_v2', 'tokens_v2', 'deliveries_v2']) {
      heard.length = 0;
      await ask(`SELECT * FROM analytics.${view}`);
      const plans = heard.filter((text) => text.startsWith('plan:'));
      t.is(plans.length, 1, `${view}: the plan of the login's own statement, and no other`);
      t.deepEqual(
        heard.filter((text) => text.includes(key) || text.includes('tuple sort')),
        [],
        view,
      );
    }
  },
);

test.serial('no explanation tells how much was read inside the views', async (t) => {
  const { client: hostile } = await enter();
  const read = 'SELECT * FROM analytics.red_flags_v2';
  await hostile.query(`PREPARE mine AS ${read}`);
  for (const sql of [
    `EXPLAIN (ANALYZE, BUFFERS) ${read}`,
    `explain analyse ${read}`,
    `EXPLAIN/**/ANALYZE ${read}`,
    'EXPLAIN ANALYZE EXECUTE mine',
    `EXPLAIN ANALYZE DECLARE c CURSOR WITH HOLD FOR ${read}`,
    `SELECT 1; EXPLAIN ANALYZE ${read}`,
  ]) {
    t.is(await codeOf(hostile.query(sql)), PERMISSION_DENIED, sql);
  }
  t.is(
    await codeOf(hostile.query({ text: `EXPLAIN ANALYZE ${read} WHERE $1`, values: [true] })),
    PERMISSION_DENIED,
  );
  t.not(
    await codeOf(hostile.query(`SELECT query_to_xml('EXP' || 'LAIN ANALYZE ${read}', true, true, '')`)),
    'done',
  );
  t.is(await codeOf(hostile.query(`EXPLAIN ${read}`)), 'done', 'runs nothing');
  t.is(await codeOf(hostile.query('EXECUTE mine')), 'done');
});

test.serial('what it notifies of takes no more of the disk than half a megabyte', async (t) => {
  const [listener, hostile] = [await enter(), await enter()];
  await listener.client.query('LISTEN everybody');
  await listener.client.query('BEGIN');
  await listener.client.query('SELECT 1');
  const flood = async (): Promise<void> => {
    for (let n = 0; n < 100; n += 1)
      await hostile.client.query(`NOTIFY everybody, '${String(n).padStart(7_900, 'x')}'`);
  };
  t.is(await codeOf(flood()), '54000');
  t.deepEqual(await neighboursDo(), ALL_WENT);
});

/** A migrated database of the same server, in which no superuser did anything. */
async function newDatabase(): Promise<{ owner: string; admin: string }> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('CREATE DATABASE unhardened OWNER triage');
  await admin.end();
  const [owner, asAdmin] = [new URL(databaseUrl), new URL(adminUrl)];
  for (const url of [owner, asAdmin]) url.pathname = 'unhardened';
  await migrate({ databaseUrl: owner.href, logger: createLogger({ name: 'test', level: 'silent' }) });
  return { owner: owner.href, admin: asAdmin.href };
}

test.serial('nobody gets a login before a superuser has hardened the database', async (t) => {
  const { owner, admin } = await newDatabase();
  const own = createPool({ databaseUrl: owner, name: 'test', maxConnections: 2 });
  const superuser = new pg.Client({ connectionString: admin });
  await superuser.connect();
  try {
    const grant = () => grantLogin(own, { login: 'too_early', tenantId: null, grantedAt }, systemRandom);
    await t.throwsAsync(grant(), {
      instanceOf: AnalystLoginError,
      message: /^this database lets every login do too much \(EXECUTE ON FUNCTION .*harden\.sql in it first$/,
    });
    t.true((await notHardened(own)).length > 100);
    await t.throwsAsync(harden(own), { code: PERMISSION_DENIED }, 'the owner cannot do it');
    for (let n = 0; n < 2; n += 1) await harden(superuser);
    t.deepEqual(await notHardened(own), []);
    await t.notThrowsAsync(grant());
    await t.notThrowsAsync(own.query('SELECT lo_create(0)'), 'the owner keeps what it had');
    await t.notThrowsAsync(own.query('SELECT 1 FROM pg_stat_activity, pg_locks LIMIT 1'));
  } finally {
    await own.end();
    await superuser.end();
  }
});
