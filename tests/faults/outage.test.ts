import test from 'ava';
import { rm } from 'node:fs/promises';
import { type Answer } from '../support/api.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { recordDeliveries } from './support.ts';

/** A dependency stops and comes back: the API says 503 meanwhile, or goes on, and mends itself without a restart. */
const service = await startService({ durable: true });
const tenantId = await service.newTenant();
const client = await service.newClient(tenantId);
const deliveries = await recordDeliveries();
test.after.always(async () => {
  deliveries.stop();
  await service.stop();
});

const { postgres, eventStore, nats } = service.stack.processes;
const open = (): Promise<Answer> => client('POST', '/v1/sessions', { chief_complaint: 'cough' });
const RECOVERY_LIMIT_MS = 30_000;

function is503(answer: Answer): boolean {
  const { error } = answer.body as { error?: { code: string; request_id: string } };
  return (
    answer.status === 503 &&
    error?.code === 'service_unavailable' &&
    answer.headers.get('retry-after') !== null &&
    answer.headers.get('x-request-id') === error.request_id
  );
}

/** The probe's answer may be a second old. */
const probeSays = (status: number): Promise<void> =>
  until(`the probe says ${status}`, RECOVERY_LIMIT_MS, async () => {
    const answer = await client('GET', '/v1/health/ready');
    return status === 503 ? is503(answer) : answer.status === status;
  });

async function recovered(): Promise<void> {
  await until('a session can be opened again', RECOVERY_LIMIT_MS, async () => (await open()).status === 201);
  await probeSays(200);
}

test.before(async () => {
  await service.settled(['balances']);
  const subscribed = await client('POST', '/v1/admin/webhooks', {
    url: deliveries.url,
    events: ['session.created'],
  });
  deliveries.secret = (subscribed.body as { secret: string }).secret;
});

test.serial('Postgres away: 503 with Retry-After, then recovery', async (t) => {
  await postgres.stop();
  t.true(is503(await open()));
  t.true(is503(await client('GET', '/v1/account')));
  t.is((await client('GET', '/v1/health/live')).status, 200);
  await probeSays(503);
  await postgres.start();
  await recovered();
  await service.settled(['balances', 'sessions', 'audit']);
  t.pass();
});

test.serial('event store away: commands 503, reads go on, then recovery', async (t) => {
  const session = (await open()).body as { session_id: string };
  await eventStore.stop();
  t.true(is503(await open()));
  t.is((await client('GET', `/v1/sessions/${session.session_id}/state`)).status, 200);
  await probeSays(503);
  await eventStore.start();
  await recovered();
  await service.settled(['balances', 'sessions', 'audit']);
  t.pass();
});

test.serial('a call that failed while the event store was away is repeated without a wait', async (t) => {
  const keyed = (key: string): Promise<Answer> =>
    client('POST', '/v1/sessions', { chief_complaint: 'cough' }, { 'Idempotency-Key': key });
  await eventStore.stop();
  t.true(is503(await keyed('first')), 'of the first append without an answer nothing is known');
  t.true(is503(await keyed('second')));
  t.true(is503(await keyed('second')), 'nothing was sent: it does not run any more');
  await eventStore.start();
  const statuses: number[] = [];
  await until('the second call is carried out', RECOVERY_LIMIT_MS, async () => {
    statuses.push((await keyed('second')).status);
    return statuses.at(-1) === 201;
  });
  t.false(statuses.includes(409), statuses.join(' '));
  const startedAtMs = performance.now();
  await until('and the first', RECOVERY_LIMIT_MS, async () => (await keyed('first')).status === 201);
  t.true(performance.now() - startedAtMs < 15_000, 'before the 20 s of a handler that says nothing');
  await recovered();
});

test.serial('NATS away: the API answers as before, deliveries are not lost', async (t) => {
  await nats.stop();
  const during = await open();
  t.is(during.status, 201);
  await until('health sees it', RECOVERY_LIMIT_MS, async () => {
    const { status, body } = await client('GET', '/v1/health/ready');
    t.is(status, 200);
    return !(body as { cache_connected: boolean }).cache_connected;
  });
  await nats.start();
  await until('the delivery', RECOVERY_LIMIT_MS, () => arrived(during));
  t.is(deliveries.refused, 0);
});

test.serial('the JetStream store wiped mid-run: nothing lost', async (t) => {
  const before = await open();
  await nats.stop();
  await rm(service.stack.dir.nats, { recursive: true, force: true });
  const during = await open();
  await nats.start();
  const after = await open();
  for (const answer of [before, during, after]) {
    t.is(answer.status, 201);
    await until('the delivery', RECOVERY_LIMIT_MS, () => arrived(answer));
  }
});

/** Whether session.created of that session has arrived. */
async function arrived(answer: Answer): Promise<boolean> {
  const { session_id } = answer.body as { session_id: string };
  for await (const event of service.runtime.log.readStream(`session-${session_id}`, 0)) {
    return deliveries.byEvent.has(event.eventId);
  }
  return false;
}
