import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import { seededRandom } from '../../../infra/bench/load/random.ts';
import {
  createPool,
  inTransaction,
  type OwnedPool,
  type PoolOptions,
} from '../../../shared/postgres/pool.ts';
import { createTenantPools } from '../../../shared/postgres/tenant-pools.ts';
import { startDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

/** Whatever happens to a connection: what runs for a tenant runs under its id. */
const database = await startDatabase();
await database.pool.query(`
  CREATE TABLE ops.notes (tenant_id uuid NOT NULL, note text NOT NULL UNIQUE);
  CREATE TABLE public.seen (tenant text, note text);
  GRANT INSERT ON public.seen TO triage_api;
  SELECT ops.keep_to_tenants()`);
test.after.always(() => database.stop());

const [ANNA, BERT] = [randomUUID(), randomUUID()];
const OWN = "SELECT current_setting('app.tenant_id', true) AS tenant";

function tenantPools(t: ExecutionContext, options: Partial<PoolOptions> = {}) {
  const { databaseUrl } = database;
  const pool = createPool({ databaseUrl, name: 'test', maxConnections: 1, role: 'triage_api', ...options });
  t.teardown(() => pool.end());
  return { pool, poolOf: createTenantPools(pool) };
}

async function tenantSeen(pool: Pick<pg.ClientBase, 'query'>): Promise<unknown> {
  const { rows } = await pool.query<{ tenant: string }>({ name: 'own', text: OWN });
  return rows[0]?.tenant;
}

const connectionOf = async ({ pool }: { pool: OwnedPool }): Promise<unknown> =>
  (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;

test('a connection goes from tenant to tenant without a round trip, and keeps its statements', async (t) => {
  const lent = tenantPools(t);
  let turns = 0;
  lent.pool.on('connect', (client) => client.connection.on('readyForQuery', () => (turns += 1)));
  await lent.pool.query('SELECT 1');
  turns = 0;
  for (let round = 0; round < 5; round += 1) {
    for (const tenantId of [ANNA, BERT]) t.is(await tenantSeen(lent.poolOf(tenantId)), tenantId);
  }
  t.is(turns, 10);
  t.is(await tenantSeen(lent.poolOf(BERT)), BERT);
  t.is(turns, 11);
});

test('an answer is the query’s own, whichever way it is asked', async (t) => {
  const { poolOf } = tenantPools(t);
  const ask = async (...args: [pg.QueryConfig | string, unknown[]?]) => {
    const answers = [];
    for (const tenantId of [ANNA, ANNA, BERT]) {
      const { command, rowCount, rows, fields } = await poolOf(tenantId).query(args[0], args[1]);
      answers.push({ command, rowCount, rows, names: fields.map(({ name }) => name) });
    }
    t.deepEqual(answers[1], answers[0]);
    t.deepEqual(answers[2], answers[0]);
    return answers[0];
  };
  const row = { n: 7, at: new Date(0) };
  const selected = { command: 'SELECT', rowCount: 1, rows: [row], names: ['n', 'at'] };
  t.deepEqual(await ask("SELECT 7::bigint AS n, '1970-01-01Z'::timestamptz AS at"), selected);
  t.deepEqual(await ask('SELECT $1::bigint AS n, $2::timestamptz AS at', [7, row.at]), selected);
  const text = 'SELECT $1::bigint AS n, $2::timestamptz AS at';
  t.deepEqual(await ask({ name: 'both', text, values: [7, row.at] }), selected);
  t.like(await ask('SELECT 1 AS n WHERE false'), { rowCount: 0, rows: [] });
  t.like(await ask('DELETE FROM ops.notes'), { command: 'DELETE', rowCount: 0 });
});

test('a query whose tenant could not be set does not run', async (t) => {
  const lent = tenantPools(t);
  await lent.poolOf(ANNA).query('SELECT 1');
  const before = await connectionOf(lent);
  // U+0000 ends a text of the protocol early: the server refuses the message.
  const note = { name: 'note', text: 'INSERT INTO public.seen VALUES ($1, $2)', values: ['?', 'never'] };
  await t.throwsAsync(lent.poolOf(`${BERT}\0`).query(note));
  await t.throwsAsync(lent.poolOf(`${BERT}\0`).connect());
  t.is((await database.pool.query("SELECT 1 FROM public.seen WHERE note = 'never'")).rowCount, 0);
  t.is(await tenantSeen(lent.poolOf(ANNA)), ANNA);
  t.not(await connectionOf(lent), before);
});

test('a query that fails takes its connection along', async (t) => {
  const lent = tenantPools(t, { statementTimeoutMs: 100 });
  const failures: [string, unknown[]?][] = [
    ['SELECT 1 / 0'],
    ['SELECT pg_sleep(1)'],
    ['not even SQL'],
    ['SELECT $1::int', ['x']],
    ['SELECT $1', 'no list' as unknown as unknown[]],
    [`INSERT INTO ops.notes VALUES ('${ANNA}', 'of another')`],
  ];
  for (const [text, values] of failures) {
    for (const lastOne of [ANNA, BERT]) {
      t.is(await tenantSeen(lent.poolOf(lastOne)), lastOne);
      await t.throwsAsync(lent.poolOf(BERT).query(text, values), undefined, text);
      t.is(await tenantSeen(lent.poolOf(BERT)), BERT);
    }
  }
});

test('a connection that breaks under a query, or lies broken, is replaced', async (t) => {
  const lent = tenantPools(t);
  t.is(await tenantSeen(lent.poolOf(ANNA)), ANNA);
  const pid = await connectionOf(lent);
  const [cut] = await Promise.all([
    t.throwsAsync(lent.poolOf(BERT).query('SELECT pg_sleep(10)')),
    until('it sleeps', 5_000, async () => {
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'`;
      return (await database.pool.query(end, [pid])).rowCount === 1;
    }),
  ]);
  t.is((cut as { code?: string }).code, '57P01');
  t.is(await tenantSeen(lent.poolOf(ANNA)), ANNA);
  const gone = new Promise((resolve) => lent.pool.once('remove', resolve));
  await database.pool.query('SELECT pg_terminate_backend($1)', [await connectionOf(lent)]);
  await gone;
  t.is(await tenantSeen(lent.poolOf(BERT)), BERT);
});

test('a transaction is its tenant’s, and what it leaves behind is nobody’s', async (t) => {
  const { pool, poolOf } = tenantPools(t);
  t.is(await inTransaction(poolOf(ANNA), tenantSeen), ANNA);
  await t.throwsAsync(inTransaction(poolOf(BERT), (tx) => tx.query('SELECT 1 / 0')));
  t.is(await tenantSeen(poolOf(ANNA)), ANNA);
  for (const last of ['SELECT 1', 'SELECT 1 / 0']) {
    const careless = await poolOf(BERT).connect();
    await careless.query('BEGIN');
    await careless.query(last).catch(() => undefined);
    careless.release();
    t.is(await tenantSeen(poolOf(ANNA)), ANNA);
    t.is(pool.totalCount, 1);
  }
});

test('many tenants at once over few connections: each sees and writes what is its own', async (t) => {
  const { poolOf } = tenantPools(t, { maxConnections: 3 });
  const random = seededRandom(7);
  const tenants = Array.from({ length: 20 }, () => randomUUID());
  const visit = async (turn: number): Promise<void> => {
    const tenantId = random.pick(tenants as [string, ...string[]]);
    const kind = random.between(0, 9);
    const pool = poolOf(tenantId);
    if (kind === 0) await t.throwsAsync(pool.query('SELECT 1 / 0'));
    else if (kind === 1) await t.throwsAsync(inTransaction(pool, (tx) => tx.query('SELECT 1 / 0')));
    else if (kind === 2) t.is(await inTransaction(pool, tenantSeen), tenantId);
    else if (kind < 6) t.is(await tenantSeen(pool), tenantId);
    else {
      const { rowCount } = await pool.query('INSERT INTO ops.notes VALUES ($1, $2)', [
        tenantId,
        `turn ${turn}`,
      ]);
      t.is(rowCount, 1);
      const { rows } = await pool.query<{ tenant_id: string }>('SELECT DISTINCT tenant_id FROM ops.notes');
      t.deepEqual(rows, [{ tenant_id: tenantId }]);
    }
  };
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => visit(round * 20 + index)));
  }
});
