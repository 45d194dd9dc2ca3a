import test, { type ExecutionContext } from 'ava';
import { createPool, isUnreachable, type PoolOptions } from '../../../shared/postgres/pool.ts';
import { startDatabase } from '../../support/database.ts';

const database = await startDatabase();
test.after.always(() => database.stop());

test('a connection that breaks while it is held fails the next statement and ends nothing', async (t) => {
  const client = await database.pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const error = await t.throwsAsync(() => client.query('SELECT 1'));
  t.true(isUnreachable(error) || /not queryable/.test(error.message));
  client.release(true);
  t.is((await database.pool.query('SELECT 1')).rowCount, 1);
});

const settingsOf = async (t: ExecutionContext, options: Partial<PoolOptions>) => {
  const pool = createPool({ databaseUrl: database.databaseUrl, name: 'test', maxConnections: 1, ...options });
  t.teardown(() => pool.end());
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `SELECT name, setting || coalesce(unit, '') AS setting FROM pg_settings
     WHERE name LIKE 'tcp%' OR name = 'idle_in_transaction_session_timeout'`,
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
};
const OF_A_LOST_HOST = {
  tcp_keepalives_idle: '5s',
  tcp_keepalives_interval: '3s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '15000ms',
};

test('the server lets go of what a lost host or a paused process has locked', async (t) => {
  t.deepEqual(await settingsOf(t, {}), { ...OF_A_LOST_HOST, idle_in_transaction_session_timeout: '60000ms' });
});

test('long work may be idle in its transaction, but not be lost in it', async (t) => {
  t.deepEqual(await settingsOf(t, { statementTimeoutMs: 600_000 }), {
    ...OF_A_LOST_HOST,
    idle_in_transaction_session_timeout: '0ms',
  });
});
