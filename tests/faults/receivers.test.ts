import test from 'ava';
import {
  accepts,
  startWebhooks,
  hook,
  LIMIT_MS,
  type Delivery,
  type Detail,
  type Listening,
  type Subscription,
} from '../support/webhooks.ts';
import { selfSigned } from '../shared/webhooks/support/certificates.ts';
import { startTlsEndpoint } from '../shared/webhooks/support/tls-endpoint.ts';
import { clientOf } from '../support/api.ts';
import { until } from '../support/until.ts';
import { startReceiver, type Arrival, type Receiver } from '../webhook-dispatcher/support/receiver.ts';
import { LIMITS, misbehaving, type Fault } from './receivers-misbehaving.ts';

/** Receivers that misbehave, against the dispatcher and the test operation. One test runs after the other. */
const world = await startWebhooks();
const { clinic, listen, tell, stands, detailOf, openSession } = world;
test.after.always(world.stop);

const SESSIONS = 3;
/** Between an answer and the note of it, on a busy machine. */
const SLACK_MS = 1_500;

type T = Parameters<typeof listen>[0];
type Misbehaving = Listening & { name: string; fault: Fault };

const openSessions = (client = clinic.live): Promise<string[]> =>
  Promise.all(Array.from({ length: SESSIONS }, () => openSession(client)));

/** A subscription for each fault, or for those of one kind. */
async function every(t: T, faults: Record<string, Fault>, hangs?: Fault['hangs']): Promise<Misbehaving[]> {
  const all: Misbehaving[] = [];
  for (const [name, fault] of Object.entries(faults)) {
    if (hangs !== undefined && fault.hangs !== hangs) continue;
    const listening = await listen(t);
    listening.receiver.answerWith(fault.answer);
    all.push({ ...listening, name, fault });
  }
  return all;
}

/** What the delivery of a session to a subscription is recorded as, once an attempt is over. */
async function recorded(subscription: Subscription, sessionId: string, status: string): Promise<Detail> {
  const id = await tell(subscription, sessionId);
  await stands(id, status);
  return detailOf(id, clinic.live);
}

const arrivedAs = ({ arrivals }: Receiver, { delivery_id }: Detail): Arrival | undefined =>
  arrivals.find(({ headers }) => headers['x-svc-delivery-id'] === delivery_id);

const waitOf = ({ next_retry_at, attempt_log: [attempt] }: Detail): number =>
  Date.parse(next_retry_at ?? '') - Date.parse(attempt?.at ?? '') - (attempt?.latency_ms ?? 0);

test.serial('those that hang delay nobody, and get everything once they do not', async (t) => {
  const hanging = await every(
    t,
    misbehaving('', () => undefined),
    'for ever',
  );
  const other = await world.newClinic();
  const well = [await listen(t), await listen(t, { client: other.live })];
  await world.projected();
  const [sessions] = await Promise.all([openSessions(), openSessions(other.live)]);
  await until('the well-behaved have all', LIMIT_MS, () =>
    well.every(({ receiver }) => receiver.arrivals.length === SESSIONS),
  );
  for (const { name, receiver, subscription_id } of hanging) {
    const { body } = await clinic.live('GET', hook(subscription_id, '/deliveries'));
    t.true(
      (body as Delivery[]).every(({ attempts }) => attempts === 0),
      `still hanging: ${name}`,
    );
    t.true(receiver.arrivals.length > 0, name);
    accepts(receiver);
  }
  // What hangs is given back at a stop, and no attempt is counted.
  await world.restartDispatcher({ limits: LIMITS });
  for (const subscription of hanging)
    for (const sessionId of sessions) await stands(await tell(subscription, sessionId), 'delivered', 1);
});

test.serial('each has its class and its schedule; then all get everything', async (t) => {
  const trap = await startReceiver();
  t.teardown(() => trap.stop());
  let sentBytes = 0;
  const all = await every(
    t,
    misbehaving(trap.url, (bytes) => (sentBytes += bytes)),
  );
  const sessions = await openSessions();
  for (const { name, fault, receiver, ...subscription } of all) {
    // Of all of them before any receiver behaves: one that had not been tried by then would arrive at its first attempt.
    const [detail] = await Promise.all(
      sessions.map((sessionId) => recorded(subscription, sessionId, fault.status)),
    );
    if (detail === undefined) throw new Error('no session was opened');
    t.like(detail, { last_error: fault.error, last_status_code: fault.code, attempts: 1 }, name);
    t.deepEqual(detail.payload, JSON.parse(arrivedAs(receiver, detail)?.body ?? ''), name);
    const [attempt, ...more] = detail.attempt_log;
    t.deepEqual(more, [], name);
    t.like(attempt, { status_code: fault.code, error: fault.error }, name);
    if (fault.excerpt !== undefined) t.is(attempt?.response_excerpt, fault.excerpt, name);
    const latencyMs = attempt?.latency_ms ?? 0;
    t.true(latencyMs <= LIMITS.totalTimeoutMs + SLACK_MS, name);
    if (fault.hangs) t.true(latencyMs >= LIMITS.headersTimeoutMs - 50, name);
    const lateMs = waitOf(detail) - (fault.waitS ?? 0) * 1_000;
    if (fault.status === 'failed') t.true(Math.abs(lateMs) < SLACK_MS, `${name}: ${lateMs} ms off`);
    else t.is(detail.next_retry_at, null);
  }
  t.is(trap.arrivals.length, 0);
  t.true(sentBytes < 2 * SESSIONS * 20_000_000, `${sentBytes} bytes were taken`);

  for (const { receiver } of all) accepts(receiver);
  world.clock.aheadMs += 65_000;
  for (const { name, fault, receiver, ...subscription } of all) {
    for (const sessionId of sessions)
      await stands(await tell(subscription, sessionId), 'delivered', fault.status === 'failed' ? 2 : 1);
    t.is(new Set(receiver.eventIds()).size, SESSIONS, name);
    t.is(new Set(receiver.arrivals.map(({ headers }) => headers['x-svc-delivery-id'])).size, SESSIONS, name);
    t.is(receiver.verified(subscription.secret).length, receiver.arrivals.length, name);
  }
});

test.serial(
  'an endpoint whose certificate does not hold, and one that is not there, get nothing',
  async (t) => {
    const { port, requests } = await startTlsEndpoint(t, selfSigned);
    const urls = {
      tls_failed: `https://localhost:${port}/hook`,
      connect_failed: 'http://127.0.0.1:1/hook',
    };
    for (const [error, url] of Object.entries(urls)) {
      const { body } = await clinic.live('POST', '/v1/admin/webhooks', { url, events: ['session.created'] });
      const subscription = body as Subscription;
      const detail = await recorded(subscription, await openSession(clinic.live), 'failed');
      t.like(detail, { last_error: error, last_status_code: null });
      t.like(detail.attempt_log[0], { status_code: null, error, response_excerpt: null });
      const tried = await clinic.live('POST', hook(subscription.subscription_id, '/test'));
      t.like(tried.body, { status_code: null, error });
      await clinic.live('DELETE', hook(subscription.subscription_id));
    }
    t.is(requests(), 0);
  },
);

test.serial(
  'a test of a receiver that misbehaves tells the same, in time, and leaves no delivery',
  async (t) => {
    const trap = await startReceiver();
    t.teardown(() => trap.stop());
    const baseUrl = await world.startCommandApi({ policy: { allowLocal: true }, limits: LIMITS });
    const client = clientOf(baseUrl, await world.api.newKey(clinic.tenantId));
    const all = await every(
      t,
      misbehaving(trap.url, () => undefined),
    );
    await Promise.all(
      all.map(async ({ name, fault, subscription_id }) => {
        const { status, body } = await client('POST', hook(subscription_id, '/test'));
        t.is(status, 200, name);
        t.like(body, { status_code: fault.code, error: fault.error }, name);
        t.true((body as { latency_ms: number }).latency_ms <= LIMITS.totalTimeoutMs + SLACK_MS, name);
        t.deepEqual((await clinic.live('GET', hook(subscription_id, '/deliveries'))).body, [], name);
      }),
    );
    t.is(trap.arrivals.length, 0);
  },
);

test.serial('what may no longer be sent to is not sent to, and arrives once it may be again', async (t) => {
  const { receiver, ...subscription } = await listen(t);
  const strict = clientOf(world.strictUrl, await world.api.newKey(clinic.tenantId));
  const tried = await strict('POST', hook(subscription.subscription_id, '/test'));
  t.deepEqual(tried.body, {
    status_code: null,
    latency_ms: 0,
    error: 'forbidden_address',
    request: null,
  });

  await world.restartDispatcher({ allowLocal: false });
  const sessionId = await openSession(clinic.live);
  const detail = await recorded(subscription, sessionId, 'failed');
  t.like(detail, { last_error: 'forbidden_address', last_status_code: null, attempts: 1 });
  t.is(receiver.arrivals.length, 0);

  await world.restartDispatcher({ limits: LIMITS });
  world.clock.aheadMs += 35_000;
  await stands(await tell(subscription, sessionId), 'delivered', 2);
  t.is(receiver.arrivals.length, 1);
});
