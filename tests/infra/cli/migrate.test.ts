import test from 'ava';
import { startDatabase } from '../../support/database.ts';
import { runOps } from '../../support/run-ops.ts';

/** `npm run ops -- migrate` on a server of its own, with DATABASE_URL and no other setting. */
const { databaseUrl, pool, stop } = await startDatabase();
test.after.always(stop);

const named = (name: string): string => {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
};

test('a database that is missing is told in one line', async (t) => {
  t.deepEqual(await runOps(['migrate'], { DATABASE_URL: named('not_there') }), {
    code: 1,
    stdout: '',
    stderr:
      'the database that DATABASE_URL names does not exist: make it with CREATE DATABASE, then npm run ops -- migrate\n',
  });
});

test('a server that is down is told in one line', async (t) => {
  const { code, stderr } = await runOps(['migrate'], { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' });
  t.deepEqual([code, stderr], [1, 'the database is out of reach\n']);
});

test('no event store is needed', async (t) => {
  t.like(await runOps(['migrate'], { DATABASE_URL: databaseUrl }), { code: 0, stderr: '' });
  t.is((await pool.query("SELECT 1 FROM pg_tables WHERE schemaname = 'ops' LIMIT 1")).rowCount, 1);
});
