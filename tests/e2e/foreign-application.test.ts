import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import test from 'ava';
import { topUp } from '../../command-api/tenants/operations.ts';
import type { RebuildResult } from '../../projectors/rebuild/rebuild.ts';
import { allCheckpoints } from '../../shared/projection/checkpoints.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { appendForeign, appendRaw } from '../support/foreign-events.ts';
import { opsOf } from '../support/run-ops.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../webhook-dispatcher/support/receiver.ts';

/** Another application writes into the same event log: nothing of the service minds. */
const LIMIT_MS = 30_000;
const service = await startService();
const receiver = await startReceiver();
const { stack, runtime } = service;
const { eventStoreUrl } = stack;
const tenantId = await service.newTenant({ tier: 'growth' });
const client = await service.newClient(tenantId);
await service.settled(['balances']);
const hook = { url: receiver.url, events: ['session.created'] };
await client('POST', '/v1/admin/webhooks', hook);
test.after.always(async () => {
  receiver.stop();
  await service.stop();
});

async function openSession(): Promise<string> {
  const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache', age: 40 });
  return (opened.body as { session_id: string }).session_id;
}

const arrived = (count: number): Promise<void> =>
  until(`${count} webhooks arrived`, LIMIT_MS, () => receiver.arrivals.length === count);

/** Every checkpoint, the dispatcher's and the reactors' too, has passed all that is ours. */
async function passed(): Promise<void> {
  let last = -1n;
  for await (const { position } of runtime.log.readAll(null)) last = position;
  await until('all have passed it', LIMIT_MS, async () =>
    (await allCheckpoints(runtime.pool)).every(({ checkpoint }) => checkpoint.position >= last),
  );
}

const ops = opsOf(stack);

async function checked(t: {
  is: (a: unknown, b: unknown) => void;
  deepEqual: (a: unknown, b: unknown) => void;
}) {
  const rebuilt = await ops('rebuild', '--all', '--check');
  t.is(rebuilt.code, undefined);
  t.is((rebuilt.result as RebuildResult).isSame, true);
  const verified = await ops('audit', 'verify', '--all', '--against-log');
  t.is(verified.code, undefined);
  t.is((verified.result as { intact: boolean }).intact, true);
}

const textOf = (name: string): string =>
  readFileSync(path.join(stack.dataDir, 'logs', `${name}.log`), 'utf8');

async function foreignCounted(name: string): Promise<number> {
  const line = textOf(name)
    .split('\n')
    .findLast((one) => one.includes('"metrics_port":'));
  const { metrics_port: port } = JSON.parse(line ?? '{}') as { metrics_port: number };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^triage_event_log_foreign_events_total\{[^}]*\} (\d+)$/m.exec(text)?.[1] ?? NaN);
}

test.serial('money, usage, audit trail and webhooks go on beside events of every kind', async (t) => {
  const first = await openSession();
  const { all, alike } = await appendForeign(eventStoreUrl, { tenantId, ownStream: sessionStream(first) });
  await topUp(runtime, tenantId, 500);
  await openSession();
  await appendForeign(eventStoreUrl, { tenantId, ownStream: sessionStream(first) });
  await passed();
  await arrived(2);
  t.is(((await client('GET', '/v1/account')).body as { balance: number }).balance, 50_000 - 2 + 500);
  const { rows: usage } = await runtime.pool.query('SELECT 1 FROM read.usage_records WHERE tenant_id = $1', [
    tenantId,
  ]);
  t.is(usage.length, 2);
  const { rows: parked } = await runtime.pool.query('SELECT * FROM ops.parked_events');
  t.deepEqual(parked, []);
  await checked(t);
  // How many of the others the reactors read depends on the moment.
  const counted = await foreignCounted('projections');
  t.true(counted >= 2 * alike && counted <= 2 * all, String(counted));
  const told = textOf('projections')
    .split('\n')
    .filter((line) => line.includes('of another application'));
  t.is(told.length, 1, 'it is said once');
  t.notRegex(told[0] ?? '', /order/, 'and names nothing of theirs');
});

test.serial('a checkpoint holds no other application’s event, and an older one needs none', async (t) => {
  const eventId = await appendRaw(eventStoreUrl, 'order-2', { data: '{}' });
  await passed();
  const checkpoints = await allCheckpoints(runtime.pool);
  for (const { checkpoint } of checkpoints) t.notRegex(checkpoint.stream ?? '', /order/);
  const { projections, dispatcher } = service.apps.processes;
  for (const one of [projections, dispatcher]) await one.stop();
  await runtime.pool.query(`UPDATE ops.checkpoints SET event_id = $1, stream = 'order-2', revision = 0`, [
    eventId,
  ]);
  const other = EventStoreDBClient.connectionString(eventStoreUrl);
  await other.tombstoneStream('order-2');
  await other.dispose();
  for (const one of [projections, dispatcher]) await one.start();
  await openSession();
  await topUp(runtime, tenantId, 1);
  await passed();
  await arrived(3);
  t.is(((await client('GET', '/v1/account')).body as { balance: number }).balance, 50_000 - 3 + 501);
  for (const { checkpoint } of await allCheckpoints(runtime.pool)) t.not(checkpoint.stream, 'order-2');
  await checked(t);
});
