import { readFileSync } from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { topUp } from '../../command-api/tenants/operations.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { appendOwnBroken, OWN_BROKEN_EVENTS } from '../support/broken-events.ts';
import type { RawEvent } from '../support/foreign-events.ts';
import { opsOf, skipWith } from '../support/run-ops.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The service itself has written an event that nobody can read: what depends on each event stops, and says so. */
const LIMIT_MS = 30_000;
const service = await startService();
const { stack, runtime } = service;
const tenantId = await service.newTenant({ tier: 'growth' });
await service.settled(['balances']);
test.after.always(service.stop);

/** What was appended and cannot be read, in the order of the log. */
const unreadable: { eventId: string; position: bigint }[] = [];

async function appendBroken(event: RawEvent, stream = sessionStream(randomUUID())): Promise<string> {
  const eventId = await appendOwnBroken(runtime.log, stream, event);
  unreadable.push({ eventId, position: await runtime.log.lastPosition() });
  return eventId;
}

const ops = opsOf(stack);

const skip = (eventId: string, position: bigint, tenant = tenantId) =>
  skipWith(ops, { eventId, position }, { tenantId: tenant, reason: REASON });
const REASON = 'A defect of an earlier version wrote it.';

const stopping = ['audit', 'balance-crossings', 'balances', 'usage'];

type Parked = { projection: string; position: number; event_id: string; error_code: string };

const parked = async (): Promise<Parked[]> =>
  (await runtime.pool.query<Parked>('SELECT * FROM ops.parked_events ORDER BY projection')).rows;

function portOf(name: string): number {
  const log = readFileSync(path.join(stack.dataDir, 'logs', `${name}.log`), 'utf8');
  const line = log.split('\n').findLast((one) => one.includes('"metrics_port":'));
  return (JSON.parse(line ?? '{}') as { metrics_port: number }).metrics_port;
}

const served = (name: string, what: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${portOf(name)}/${what}`);

/** The process may have been started a moment ago. */
const hasFallen = (name: string): Promise<void> =>
  until(`${name} is not ready`, LIMIT_MS, () =>
    served(name, 'ready').then(
      ({ status }) => status === 503,
      () => false,
    ),
  );

const resubscriptions = async (name: string): Promise<string[]> =>
  (await (await served(name, 'metrics')).text())
    .split('\n')
    .filter((line) => line.startsWith('triage_projection_resubscriptions_total'));

test.serial('money, access and audit stop at it, readiness falls, and everything else goes on', async (t) => {
  for (const name of ['projections', 'dispatcher']) t.is((await served(name, 'ready')).status, 200, name);
  const before = await resubscriptions('projections');
  const position = await runtime.log.lastPosition();
  const broken = Object.values(OWN_BROKEN_EVENTS);
  const ids: string[] = [];
  for (const event of broken) {
    ids.push(await appendBroken(event));
  }
  await topUp(runtime, tenantId, 500);
  await service.settled(['tenants', 'webhook-subscriptions', 'sessions', 'token-grants', 'webhook-fan-out']);
  await until('they are parked', LIMIT_MS, async () => (await parked()).length === stopping.length);
  t.deepEqual(
    (await parked()).map(({ projection, position: at, event_id }) => ({ projection, at, event_id })),
    stopping.map((projection) => ({ projection, at: Number(position) + 1, event_id: ids[0] })),
  );
  t.deepEqual(new Set((await parked()).map(({ error_code }) => error_code)), new Set(['CorruptEventError']));
  let problems: string[] = [];
  await until('readiness names them', LIMIT_MS, async () => {
    const answer = await served('projections', 'ready');
    ({ problems } = (await answer.json()) as { problems: string[] });
    return answer.status === 503 && problems.length === stopping.length;
  });
  t.true(problems.some((problem) => problem.startsWith('projection balances ')));
  t.is((await served('dispatcher', 'ready')).status, 200, 'it needs none of these events');
  t.deepEqual(await resubscriptions('projections'), before, 'nothing but the parked projections tries again');
});

for (const [kind, event] of Object.entries(OWN_BROKEN_EVENTS)) {
  test.serial(`the fan-out stops at an event of a session that is ${kind}`, async (t) => {
    await runtime.pool.query(`DELETE FROM ops.parked_events WHERE projection = 'webhook-fan-out'`);
    const { dispatcher } = service.apps.processes;
    await dispatcher.stop();
    // As if it had passed what an earlier test left behind.
    const last = await runtime.log.lastPosition();
    await runtime.pool.query(
      `UPDATE ops.checkpoints SET position = $1 WHERE projection = 'webhook-fan-out'`,
      [String(last)],
    );
    const eventId = await appendBroken({ ...event, type: 'session-opened' });
    await dispatcher.start();
    await until('it is parked', LIMIT_MS, async () =>
      (await parked()).some(
        ({ projection, event_id }) => projection === 'webhook-fan-out' && event_id === eventId,
      ),
    );
    const [found] = (await parked()).filter(({ projection }) => projection === 'webhook-fan-out');
    t.like(found, { position: Number(last) + 1, error_code: 'CorruptEventError' });
    await hasFallen('dispatcher');
  });
}

test.serial('once they are skipped, everything goes on, and rebuild and audit see the same', async (t) => {
  const granted = async () => {
    const query = 'SELECT granted FROM read.balances WHERE tenant_id = $1';
    return (await runtime.pool.query<{ granted: number }>(query, [tenantId])).rows[0]?.granted;
  };
  t.is(await granted(), 50_000, 'the top-up waits');
  for (const { eventId, position } of unreadable) {
    t.like((await skip(eventId, position)).result, { event_id: eventId, position: String(position) });
  }
  const [first] = unreadable;
  if (!first) throw new Error('nothing was appended');
  t.like(
    (await skip(first.eventId, first.position)).result,
    { event_id: first.eventId },
    'again, for nothing',
  );
  await until('nothing is parked', LIMIT_MS, async () => (await parked()).length === 0);
  await service.settled([...stopping, 'webhook-fan-out']);
  t.is(await granted(), 50_500);
  for (const name of ['projections', 'dispatcher']) {
    await until(`${name} is ready`, LIMIT_MS, async () => (await served(name, 'ready')).status === 200);
  }
  const { rows: trail } = await runtime.pool.query<{ canonical: string }>(
    `SELECT canonical FROM read.audit_rows WHERE tenant_id = $1 AND canonical LIKE '%log.event_skipped%' ORDER BY seq`,
    [tenantId],
  );
  t.deepEqual(
    trail.map(({ canonical }) => (JSON.parse(canonical) as { subject: unknown }).subject),
    unreadable.map(({ eventId }) => ({ type: 'event', id: eventId })),
  );
  t.false(trail.some(({ canonical }) => canonical.includes(REASON)));
  const rebuilt = await ops('rebuild', '--all', '--check');
  t.like(rebuilt, { code: undefined, result: { isSame: true } });
  const verified = await ops('audit', 'verify', '--all', '--against-log');
  t.like(verified, { code: undefined, result: { intact: true } });
});
