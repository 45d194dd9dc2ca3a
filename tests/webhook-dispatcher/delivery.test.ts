import { createHmac, randomUUID } from 'node:crypto';
import test from 'ava';
import { destroyKeys, eraseSession } from '../support/erasing.ts';
import { sessionStream, subscriptionStream, tenantStream } from '../../shared/event-log/streams.ts';
import type { DataKey } from '../../shared/crypto/seal.ts';
import type { LoggedAttempt } from '../../shared/webhooks/attempt-log.ts';
import { openExcerpt, openSignatures } from '../../shared/webhooks/sealed-parts.ts';
import type { SignatureHeaders } from '../../shared/webhooks/signature.ts';
import { RETRY_DELAYS_MS } from '../../webhook-dispatcher/schedule.ts';
import { until } from '../support/until.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';
import { startDispatching, LIMIT_MS, type Subscription, type Dispatching } from './support/dispatching.ts';
import { keepLog } from '../support/kept-log.ts';

/** One dispatcher over real servers, with a clock that the tests put forward. They run one after the other. */
let world: Dispatching;
let aheadMs = 0;
const { lines, logger } = keepLog('debug');

test.before(async () => {
  world = await startDispatching();
  await world.startDispatcher({
    surroundings: { now: () => new Date(Date.now() + aheadMs), random: () => 0.5 },
    logger,
  });
});
test.after.always(() => world.stop());

type Listening = Subscription & { receiver: Receiver };

async function listen(
  t: { teardown: (stop: () => void) => void },
  options: { events?: string[]; tenantId?: string; test?: boolean } = {},
): Promise<Listening> {
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  return { ...(await world.subscribe({ url: receiver.url, ...options })), receiver };
}

const statusOf = async (subscriptionId: string): Promise<string | undefined> =>
  (await world.deliveriesOf(subscriptionId))[0]?.status;

const becomes = (subscriptionId: string, status: string): Promise<void> =>
  until(`it is ${status}`, LIMIT_MS, async () => (await statusOf(subscriptionId)) === status);

const attemptsOf = async (deliveryId: string | undefined): Promise<LoggedAttempt[]> =>
  (
    await world.pool.query<{ attempt_log: LoggedAttempt[] }>(
      'SELECT attempt_log FROM ops.webhook_deliveries WHERE delivery_id = $1',
      [deliveryId],
    )
  ).rows[0]?.attempt_log ?? [];

async function keyOf(keyId: string): Promise<DataKey> {
  const key = (await world.dataKeys.load(world.pool, [keyId])).get(keyId);
  if (key === undefined || key === 'destroyed') throw new Error('nothing to open');
  return key;
}

/** How the first attempt was signed, as it is kept. */
async function signaturesOf(tenantId: string, deliveryId: string, keyId: string): Promise<SignatureHeaders> {
  const sealed = (await attemptsOf(deliveryId))[0]?.signatures_sealed ?? '';
  const place = { tenantId, deliveryId, attempt: 1 };
  return openSignatures(await keyOf(keyId), place, Buffer.from(sealed, 'base64'));
}

/** What the receiver answered to the first attempt, opened with the key of what it was told. */
async function excerptOf(tenantId: string, deliveryId: string, keyId: string): Promise<string> {
  const sealed = (await attemptsOf(deliveryId))[0]?.excerpt_sealed ?? '';
  const key = await keyOf(keyId);
  return openExcerpt(key, { tenantId, deliveryId, attempt: 1 }, Buffer.from(sealed, 'base64')).toString();
}

test.serial('exact bytes, a signature that verifies, a recorded attempt', async (t) => {
  const { receiver, tenantId, subscriptionId, secret } = await listen(t);
  receiver.answerWith((response) => response.writeHead(200).end('thanks'));
  const [session] = await world.openSessions(tenantId);
  await becomes(subscriptionId, 'delivered');
  t.is(receiver.verified(secret).length, 1);
  const [{ headers, body }] = receiver.arrivals as [(typeof receiver.arrivals)[number]];
  const timestamp = String(headers['x-svc-timestamp']);
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  t.is(headers['x-svc-signature-256'], expected);
  t.like(JSON.parse(body), {
    id: session?.eventId,
    type: 'session.created',
    sequence: 0,
    tenant_id: tenantId,
    data: { session_id: session?.sessionId, triage_level: 'urgent', red_flags: ['chest_pain_radiating'] },
  });
  const [delivery] = await world.deliveriesOf(subscriptionId);
  t.like(delivery, { attempts: 1, due_at: null, lease_id: null, last_status_code: 200, last_error: null });
  t.is(headers['x-svc-delivery-id'], delivery?.delivery_id);
  const log = await attemptsOf(delivery?.delivery_id);
  t.is(log.length, 1);
  t.like(log[0], { attempt: 1, status_code: 200, error: null });
  t.is(await excerptOf(tenantId, delivery?.delivery_id ?? '', session?.outcomeKeyId ?? ''), 'thanks');
  const signatures = await signaturesOf(tenantId, delivery?.delivery_id ?? '', session?.outcomeKeyId ?? '');
  t.like(receiver.arrivals[0]?.headers, {
    'x-svc-signature-256': signatures['X-Svc-Signature-256'],
    'webhook-signature': signatures['webhook-signature'],
  });
  const line = lines.find((one) => one.includes(delivery?.delivery_id ?? '-'));
  t.like(JSON.parse(line ?? '{}'), { outcome: 'delivered', status_code: 200, attempt: 1 });
  for (const secretPart of [receiver.url, secret, session?.sessionId ?? '-', 'thanks', 'urgent'])
    t.false(lines.some((one) => one.includes(secretPart)));
});

test.serial(
  'an event goes to each active subscription of its tenant that lists the type and was created before it',
  async (t) => {
    const first = await listen(t);
    const { tenantId } = first;
    const deaf = await listen(t, { tenantId, events: ['session.finalized'] });
    const stranger = await listen(t);
    await world.openSessions(tenantId);
    const late = await listen(t, { tenantId });
    await world.append(
      subscriptionStream(first.subscriptionId),
      [{ type: 'webhook-subscription-deleted', data: {} }],
      {
        tenantId,
      },
    );
    const [second] = await world.openSessions(tenantId);
    await until('an arrival', LIMIT_MS, () => late.receiver.arrivals.length > 0);
    t.deepEqual(late.receiver.eventIds(), [second?.eventId]);
    await until(
      'its row',
      LIMIT_MS,
      async () => (await world.deliveriesOf(late.subscriptionId)).length === 1,
    );
    t.is((await world.deliveriesOf(first.subscriptionId)).length, 1);
    for (const one of [deaf, stranger]) t.is((await world.deliveriesOf(one.subscriptionId)).length, 0);
  },
);

test.serial("a test key's subscription gets test sessions only, a live key's gets both kinds", async (t) => {
  const events = ['session.created', 'balance.low_20'];
  const live = await listen(t, { events });
  const { tenantId } = live;
  const sandbox = await listen(t, { events, tenantId, test: true });
  const expected = { live: new Set<string>(), sandbox: new Set<string>() };
  const sorted = (ids: Iterable<string>): string[] => [...new Set(ids)].sort();
  const arrivedAt = ({ receiver }: Listening): Set<string> => new Set(receiver.eventIds());
  const crossed = {
    type: 'balance-threshold-crossed',
    data: { threshold: 'low_20', balance: 200, initial_balance: 1_000 },
  };

  /** One event of each kind; all rows of the first ones are written before the last one arrives. */
  async function happen(): Promise<void> {
    const [ofLive] = await world.openSessions(tenantId, 1, false);
    const ofBalance: string[] = [];
    for (const isTest of [false, true])
      ofBalance.push(...(await world.append(tenantStream(tenantId), [crossed], { tenantId, test: isTest })));
    const [ofTest] = await world.openSessions(tenantId, 1, true);
    for (const id of [ofLive!.eventId, ...ofBalance, ofTest!.eventId]) expected.live.add(id);
    expected.sandbox.add(ofTest!.eventId);
    await until('what is live', LIMIT_MS, () => arrivedAt(live).size >= expected.live.size);
    await until('what is a test', LIMIT_MS, () => arrivedAt(sandbox).size >= expected.sandbox.size);
    t.deepEqual(sorted(arrivedAt(live)), sorted(expected.live));
    t.deepEqual(sorted(arrivedAt(sandbox)), sorted(expected.sandbox));
    // The outcome is written a moment after the arrival.
    await until(
      'the rows',
      LIMIT_MS,
      async () => (await world.deliveriesOf(sandbox.subscriptionId)).length >= expected.sandbox.size,
    );
    t.is((await world.deliveriesOf(sandbox.subscriptionId)).length, expected.sandbox.size);
  }

  await happen();
  const stream = subscriptionStream(sandbox.subscriptionId);
  await world.append(stream, [{ type: 'webhook-subscription-disabled', data: { reason: 'gone' } }], {
    tenantId,
  });
  await world.append(stream, [{ type: 'webhook-subscription-enabled', data: {} }], { tenantId });
  await happen();
  // From here on the fan-out reads the enabled endpoint from its row.
  await happen();
});

test.serial('a subscription that hangs does not delay the others', async (t) => {
  const hanging = await listen(t);
  hanging.receiver.answerWith(() => undefined);
  const well = await listen(t);
  await world.openSessions(hanging.tenantId, 40);
  await until('a call that hangs', LIMIT_MS, () => hanging.receiver.arrivals.length > 0);
  await world.openSessions(well.tenantId, 40);
  const startedAt = performance.now();
  await until('all of the other', LIMIT_MS, () => well.receiver.arrivals.length === 40);
  const lastMs = Math.max(...well.receiver.arrivals.map((one) => one.at)) - startedAt;
  t.true(lastMs < 3_000, `took ${lastMs} ms`);
  t.true(hanging.receiver.arrivals.length <= 4, 'an unknown endpoint has few places');
  hanging.receiver.answerWith((response) => response.writeHead(204).end());
});

test.serial(
  'a redirect is a failure; a huge answer with 2xx is a delivery, of which 2 KB are kept',
  async (t) => {
    const { receiver, tenantId, subscriptionId } = await listen(t);
    const inner = await startReceiver();
    t.teardown(() => inner.stop());
    receiver.answerWith((response) => response.writeHead(302, { location: inner.url }).end());
    await world.openSessions(tenantId);
    await becomes(subscriptionId, 'failed');
    t.like((await world.deliveriesOf(subscriptionId))[0], {
      last_status_code: 302,
      last_error: 'http_redirect',
    });
    t.is(inner.arrivals.length, 0);
    const huge = await listen(t);
    huge.receiver.answerWith((response) => {
      response.writeHead(200, { 'content-length': 100_000_000 });
      response.write(Buffer.alloc(1_000_000));
    });
    await world.openSessions(huge.tenantId);
    await becomes(huge.subscriptionId, 'delivered');
    const [delivery] = await world.deliveriesOf(huge.subscriptionId);
    const [logged] = await attemptsOf(delivery?.delivery_id);
    const sealed = Buffer.from(logged?.excerpt_sealed ?? '', 'base64');
    t.true(sealed.length > 2_000 && sealed.length < 2_200);
  },
);

test.serial('erasing a session resolves its open deliveries unsent', async (t) => {
  const { receiver, tenantId, subscriptionId } = await listen(t);
  receiver.answerWith((response) => response.writeHead(500).end('no'));
  const [session] = await world.openSessions(tenantId);
  const sessionId = session?.sessionId ?? '';
  await becomes(subscriptionId, 'failed');
  const [before] = await world.deliveriesOf(subscriptionId);
  await eraseSession(world.pool, { sessionId, erasureId: randomUUID(), at: new Date().toISOString() });
  const erased = { type: 'session-erased', data: { cause: 'requested' } };
  await world.append(sessionStream(sessionId), [erased], { tenantId });
  await until('it is given up', LIMIT_MS, async () => {
    const [delivery] = await world.deliveriesOf(subscriptionId);
    return delivery?.resolution_code === 'subject erased' && delivery.due_at === null;
  });
  t.is(before?.status, await statusOf(subscriptionId));
  t.is(receiver.arrivals.length, 1);
});

test.serial('a key that is destroyed between fan-out and sending resolves the delivery unsent', async (t) => {
  const { receiver, tenantId, subscriptionId } = await listen(t);
  receiver.answerWith((response) => response.writeHead(503).end());
  const [session] = await world.openSessions(tenantId);
  await becomes(subscriptionId, 'failed');
  const keyIds = [session?.outcomeKeyId ?? ''];
  await destroyKeys(world.pool, { keyIds, erasureId: randomUUID(), at: new Date().toISOString() });
  aheadMs += 40_000;
  await until('it is given up', LIMIT_MS, async () => {
    const [delivery] = await world.deliveriesOf(subscriptionId);
    return delivery?.resolution_code === 'subject erased';
  });
  t.is(receiver.arrivals.length, 1);
});

test.serial(
  '410 disables the subscription through the log; its open deliveries are dead-lettered',
  async (t) => {
    const { receiver, tenantId, subscriptionId } = await listen(t);
    receiver.answerWith((response) => response.writeHead(500).end());
    await world.openSessions(tenantId);
    await becomes(subscriptionId, 'failed');
    receiver.answerWith((response) => response.writeHead(410).end());
    await world.openSessions(tenantId);
    await until('all are dead letters', LIMIT_MS, async () => {
      const deliveries = await world.deliveriesOf(subscriptionId);
      return deliveries.every((one) => one.status === 'dead-lettered');
    });
    const deliveries = await world.deliveriesOf(subscriptionId);
    t.deepEqual(deliveries.map((one) => one.last_error).sort(), ['http_gone', 'subscription_disabled']);
    const types: string[] = [];
    for await (const stored of world.log.readStream(subscriptionStream(subscriptionId), 0))
      types.push(stored.type);
    t.deepEqual(types, ['webhook-subscription-created', 'webhook-subscription-disabled']);
    const sent = receiver.arrivals.length;
    await world.openSessions(tenantId);
    const other = await listen(t, { tenantId });
    await world.openSessions(tenantId);
    await until('an arrival', LIMIT_MS, () => other.receiver.arrivals.length > 0);
    t.is(receiver.arrivals.length, sent);
  },
);

test.serial('after a 500 the same delivery is sent again in 30 s, with a new signature', async (t) => {
  const { receiver, tenantId, subscriptionId } = await listen(t);
  receiver.answerWith((response) => response.writeHead(500).end());
  await world.openSessions(tenantId);
  await becomes(subscriptionId, 'failed');
  receiver.answerWith((response) => response.writeHead(204).end());
  aheadMs += 25_000;
  await new Promise((resolve) => setTimeout(resolve, 500));
  t.is(receiver.arrivals.length, 1);
  aheadMs += 6_000;
  await becomes(subscriptionId, 'delivered');
  const [one, two] = receiver.arrivals as [Receiver['arrivals'][number], Receiver['arrivals'][number]];
  t.is(two.body, one.body);
  t.is(two.headers['x-svc-attempt'], '2');
  t.true(Number(two.headers['x-svc-timestamp']) >= Number(one.headers['x-svc-timestamp']) + 30);
  t.not(two.headers['x-svc-signature-256'], one.headers['x-svc-signature-256']);
  for (const name of ['x-svc-delivery-id', 'x-svc-event-id', 'webhook-id'])
    t.is(two.headers[name], one.headers[name]);
});

test.serial(
  'all attempts used: dead-lettered; again after a replay: exhausted; five days of failures: disabled',
  async (t) => {
    const { receiver, tenantId, subscriptionId } = await listen(t);
    receiver.answerWith((response) => response.writeHead(503).end());
    await world.openSessions(tenantId);
    const isAfter = (attempts: number) => async (): Promise<boolean> => {
      const [delivery] = await world.deliveriesOf(subscriptionId);
      return delivery?.attempts === attempts && delivery.lease_id === null;
    };
    await until('the first attempt', LIMIT_MS, isAfter(1));
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      aheadMs += delayMs;
      await until(`attempt ${index + 2}`, LIMIT_MS, isAfter(index + 2));
    }
    const [dead] = await world.deliveriesOf(subscriptionId);
    t.like(dead, { status: 'dead-lettered', attempts: 7, due_at: null, last_error: 'http_server_error' });
    t.is((await attemptsOf(dead?.delivery_id)).length, 7);
    t.is(receiver.arrivals.length, 7);
    // A replay as the administration makes it, late in its round and in time.
    aheadMs += 4 * 24 * 3_600_000;
    await world.pool.query(
      `UPDATE ops.webhook_deliveries SET status = 'failed', round_attempts = 6, due_at = $2 WHERE subscription_id = $1`,
      [subscriptionId, new Date(Date.now() + aheadMs)],
    );
    await until('attempt 8', LIMIT_MS, isAfter(8));
    t.is(await statusOf(subscriptionId), 'exhausted');
    await until('the subscription to be off', LIMIT_MS, async () => {
      const { rows } = await world.pool.query<{ is_active: boolean }>(
        'SELECT is_active FROM ops.webhook_endpoints WHERE subscription_id = $1',
        [subscriptionId],
      );
      return rows[0]?.is_active === false;
    });
  },
);
