import test from 'ava';
import { isUnreachable } from '../../../shared/postgres/pool.ts';
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
