import test from 'ava';
import pg from 'pg';
import { acquireStack } from '../../support/stack.ts';

const stack = await acquireStack(test);

test('a test file gets a stack of its own, fast rather than durable', async (t) => {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ fsync: string }>('show fsync');
  await client.end();
  t.deepEqual(rows, [{ fsync: 'off' }]);
  t.true(stack.masterKeyFile.startsWith(stack.dataDir));
  const { postgres, nats, eventStore } = stack.processes;
  t.is(new Set([postgres.pid(), nats.pid(), eventStore.pid()]).size, 3);
});
