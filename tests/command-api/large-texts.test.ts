import { randomUUID } from 'node:crypto';
import test from 'ava';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { errorOf } from '../support/answers.ts';
import { startApi, type Answer, type Client } from '../support/api.ts';
import { denseText } from '../support/dense-text.ts';

/** Large texts over HTTP, where more come than one worker can read. */
const api = await startApi({ projections: [balancesProjection], env: { TEXT_WORKERS: '1' } });
test.after.always(api.stop);

/** One is read and sixteen wait. */
const FLOOD = 40;
/** Long enough that they come faster than they are read, and short enough that none waits for its deadline. */
const free_text = denseText(4_000);

const open = (client: Client, idempotencyKey: string): Promise<Answer> =>
  client(
    'POST',
    '/v1/sessions',
    { chief_complaint: 'unwell', free_text },
    { 'idempotency-key': idempotencyKey },
  );

const rowsOf = async (tenantId: string, table: string): Promise<number> => {
  const { rows } = await api.runtime.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = $1`,
    [tenantId],
  );
  return rows[0]?.count ?? 0;
};

test.serial('where too many large texts wait, a call is refused for now and holds nothing', async (t) => {
  const tenantId = await api.newTenant();
  const client = await api.newClient(tenantId);
  await api.caughtUp();
  t.is((await open(client, randomUUID())).status, 201, 'the worker runs');
  const keys = Array.from({ length: FLOOD }, () => randomUUID());
  const answers = await Promise.all(keys.map((key) => open(client, key)));
  const refused = answers.filter(({ status }) => status !== 201);
  const opened = FLOOD - refused.length;
  t.true(refused.length > 0, 'none was refused');
  t.true(opened > 0, 'none was read');
  for (const answer of refused) {
    t.deepEqual(errorOf(answer), [503, 'service_unavailable']);
    t.is(answer.headers.get('retry-after'), '2');
  }

  await api.caughtUp();
  t.is(
    await rowsOf(tenantId, 'ops.intents'),
    0,
    'no tokens are reserved, and no place among active sessions',
  );
  // The first one stands there as well.
  t.is(await rowsOf(tenantId, 'ops.idempotency_keys'), opened + 1);
  t.is(await rowsOf(tenantId, 'read.sessions'), opened + 1);

  const again = keys[answers.findIndex(({ status }) => status === 503)] ?? '';
  t.is((await open(client, again)).status, 201, 'the same Idempotency-Key is free again');
});

test.serial('a tenant that floods the service with large texts keeps no other tenant out', async (t) => {
  const [flooding, other] = await Promise.all([
    api.newClient(await api.newTenant()),
    api.newClient(await api.newTenant()),
  ]);
  let isFlooding = true;
  const flood = Promise.all(
    Array.from({ length: FLOOD }, async () => {
      const statuses: number[] = [];
      while (isFlooding) statuses.push((await open(flooding, randomUUID())).status);
      return statuses;
    }),
  );
  const statuses: number[] = [];
  for (let sent = 0; sent < 5; sent += 1) statuses.push((await open(other, randomUUID())).status);
  isFlooding = false;
  t.deepEqual(statuses, Array<number>(5).fill(201));
  const flooded = (await flood).flat();
  t.true(flooded.includes(503), 'the queue was full');
  t.true(flooded.includes(201));
});
