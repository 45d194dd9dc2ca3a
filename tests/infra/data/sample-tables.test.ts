import test from 'ava';
import { bareTables } from '../../../infra/data/sample/tables.ts';
import { startDatabase } from '../../support/database.ts';

const { pool, stop } = await startDatabase();
test.after.always(stop);

const stepsTable = async () => {
  const { rows } = await pool.query<{ logged: string; indexes: string[] }>(
    `SELECT c.relpersistence AS logged, ARRAY(SELECT i.indexname::text FROM pg_indexes i
       WHERE i.schemaname = 'read' AND i.tablename = 'session_steps' ORDER BY 1) AS indexes
     FROM pg_class c WHERE c.oid = 'read.session_steps'::regclass`,
  );
  return rows[0];
};

test.serial('tables are bare while a year is written, and then have what an extract reads by', async (t) => {
  const makeIndexes = await bareTables(pool);
  t.deepEqual(await stepsTable(), { logged: 'u', indexes: [] });
  await makeIndexes();
  t.deepEqual(await stepsTable(), { logged: 'u', indexes: ['session_steps_day'] });
});

test.serial(
  'an index that is there no more is missed at once, not by an extract that takes hours',
  async (t) => {
    await pool.query('DROP INDEX read.session_steps_day');
    await t.throwsAsync(bareTables(pool), { message: /^read.session_steps has no index session_steps_day/ });
  },
);
