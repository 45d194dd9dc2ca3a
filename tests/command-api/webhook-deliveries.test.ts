import { randomUUID } from 'node:crypto';
import test from 'ava';
import { RETRY_DELAYS_MS } from '../../webhook-dispatcher/schedule.ts';
import { codeOf, fieldsOf } from '../support/answers.ts';
import type { Answer, Client } from '../support/api.ts';
import { newMember } from '../query-api/support.ts';
import { until } from '../support/until.ts';
import type { Arrival } from '../webhook-dispatcher/support/receiver.ts';
import {
  accepts,
  startWebhooks,
  delivery,
  fails,
  hook,
  HOUR_MS,
  LIMIT_MS,
  type Delivery,
  type Listening,
} from '../support/webhooks.ts';

/** What an administrator does to deliveries, while a dispatcher works on them. One test runs after the other. */
const world = await startWebhooks();
const { clinic, stranger, listen, tell, stands, detailOf, failedOnce, deadLetter, auditOf, pool } = world;
test.after.always(world.stop);

const replayAll = '/v1/admin/webhooks/dlq/replay-all';
const isDueNow = (answer: Answer): boolean =>
  Math.abs(Date.parse((answer.body as Delivery).next_retry_at ?? '') - world.now().getTime()) < 5_000;

test.serial('a replay sends a failed delivery at once, under its own ids', async (t) => {
  const listening = await listen(t);
  const id = await failedOnce(listening);
  const key = { 'idempotency-key': randomUUID() };
  const path = delivery(id, '/replay');
  const answer = await clinic.sandbox('POST', path, undefined, key);
  t.is(answer.status, 200);
  t.like(answer.body, { delivery_id: id, status: 'failed', attempts: 1 });
  t.true(isDueNow(answer), 'not at the planned time');
  await stands(id, 'delivered', 2);
  const [one, two] = listening.receiver.arrivals as [Arrival, Arrival];
  t.is(two.body, one.body);
  for (const name of ['x-svc-event-id', 'x-svc-delivery-id']) t.is(two.headers[name], one.headers[name]);
  t.deepEqual(await auditOf(id), ['webhook.delivery_replayed']);

  const again = await clinic.sandbox('POST', path, undefined, key);
  t.is(again.headers.get('idempotency-replayed'), 'true');
  t.deepEqual(again.body, answer.body);
  await world.forgetAnswers();
  const late = await clinic.sandbox('POST', path, undefined, key);
  t.is(late.status, 200, 'its own work, found after a crash');
  t.like(late.body, { status: 'delivered' });
  t.is((await clinic.sandbox('POST', path)).status, 409, 'for any other call it has arrived');
  t.is(listening.receiver.arrivals.length, 2);
  t.deepEqual(await auditOf(id), ['webhook.delivery_replayed']);
});

test.serial('a member of the team acts on both modes, a viewer on none', async (t) => {
  const listening = await listen(t);
  const { client: developer } = await newMember(world.api, clinic.tenantId, 'developer');
  const { client: viewer } = await newMember(world.api, clinic.tenantId, 'viewer');
  await world.projected();
  for (const client of [clinic.sandbox, clinic.live]) {
    const id = await failedOnce(listening, client);
    t.is((await viewer('POST', delivery(id, '/replay'))).status, 403);
    t.is((await developer('POST', delivery(id, '/replay'))).status, 200);
    await stands(id, 'delivered', 2);
  }
  t.is((await developer('POST', replayAll, { confirm: true })).status, 403);
});

test.serial('a replay starts a fresh round, after which a dead letter is exhausted', async (t) => {
  const listening = await listen(t);
  const { subscription_id, receiver } = listening;
  fails(receiver);
  const id = await tell(listening);
  await stands(id, 'failed');
  const useUpRound = async (attemptsBefore: number, last: string): Promise<void> => {
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      world.clock.aheadMs += delayMs;
      await stands(id, index === RETRY_DELAYS_MS.length - 1 ? last : 'failed', attemptsBefore + index + 1);
    }
  };
  await useUpRound(1, 'dead-lettered');
  t.is((await clinic.sandbox('POST', delivery(id, '/replay'))).status, 200);
  await stands(id, 'failed', 8);
  // After nothing but failures for five days the subscription would be disabled.
  await pool.query('UPDATE ops.webhook_endpoints SET failing_since = NULL WHERE subscription_id = $1', [
    subscription_id,
  ]);
  await useUpRound(8, 'exhausted');
  t.is((await detailOf(id)).attempt_log.length, 14);
  accepts(receiver);
  t.is((await clinic.sandbox('POST', delivery(id, '/replay'))).status, 200);
  await stands(id, 'delivered', 15);
});

/** A delivery whose last attempt of the round is under way; `answer` ends that attempt. */
async function lastAttemptUnderWay(listening: Listening) {
  const { receiver } = listening;
  const id = await failedOnce(listening);
  let answer: (status: number) => void = () => undefined;
  receiver.answerWith((response) => {
    answer = (status) => void response.writeHead(status).end();
  });
  await pool.query(
    'UPDATE ops.webhook_deliveries SET round_attempts = 6, due_at = $2 WHERE delivery_id = $1',
    [id, world.now()],
  );
  await until('it is sent', LIMIT_MS, () => receiver.arrivals.length === 2);
  return { id, answer: (status: number) => answer(status) };
}

test.serial('a replay of what is being sent at this moment is not lost', async (t) => {
  const listening = await listen(t);
  const { id, answer } = await lastAttemptUnderWay(listening);
  const replayed = await clinic.sandbox('POST', delivery(id, '/replay'));
  t.is(replayed.status, 200);
  t.like(replayed.body, { status: 'failed', attempts: 1 });
  t.true(isDueNow(replayed));
  t.is((await clinic.sandbox('POST', delivery(id, '/resolve'), { reason: 'x' })).status, 409);
  accepts(listening.receiver);
  answer(500);
  await stands(id, 'delivered', 3);
  t.is(listening.receiver.arrivals.length, 3, 'the one under way, and one of the new round');
  t.deepEqual(
    (await detailOf(id)).attempt_log.map((one) => one.status_code),
    [500, 500, 204],
  );
});

test.serial('a replay of what arrives at this moment sends nothing more', async (t) => {
  const listening = await listen(t);
  const { id, answer } = await lastAttemptUnderWay(listening);
  t.is((await clinic.sandbox('POST', delivery(id, '/replay'))).status, 200);
  answer(204);
  await stands(id, 'delivered', 2);
  await until('the wish is over', LIMIT_MS, async () => {
    const { rows } = await pool.query<{ asked: boolean }>(
      'SELECT replay_requested_at IS NOT NULL AS asked FROM ops.webhook_deliveries WHERE delivery_id = $1',
      [id],
    );
    return rows[0]?.asked === false;
  });
  t.is((await detailOf(id)).status, 'delivered');
  t.is(listening.receiver.arrivals.length, 2);
});

test.serial('replay and resolve: each state has its answer, and a refusal changes nothing', async (t) => {
  const listening = await listen(t);
  const id = await failedOnce(listening);
  const replay = (client = clinic.sandbox): Promise<Answer> => client('POST', delivery(id, '/replay'));
  const resolve = (client = clinic.sandbox): Promise<Answer> =>
    client('POST', delivery(id, '/resolve'), { reason: 'seen' });
  const put = (status: string): Promise<unknown> =>
    pool.query(
      `UPDATE ops.webhook_deliveries SET status = $2::text, due_at = NULL, dead_lettered_at = now(), resolved_at = NULL,
         delivered_at = CASE WHEN $2::text = 'delivered' THEN now() END
       WHERE delivery_id = $1`,
      [id, status],
    );
  const reader = await world.clientFor(clinic.tenantId, { test: true, scopes: ['webhooks:read'] });
  for (const [client, status] of [
    [stranger, 404],
    [clinic.live, 404],
    [reader, 403],
  ] as const) {
    t.is((await replay(client)).status, status);
    t.is((await resolve(client)).status, status);
  }
  const retrying = await resolve();
  t.is(retrying.status, 409);
  t.is(codeOf(retrying), 'conflict');
  for (const status of ['pending', 'delivered']) {
    await put(status);
    for (const answer of [await replay(), await resolve()]) t.is(answer.status, 409);
    t.like(await detailOf(id), { status, resolved_at: null });
  }
  for (const status of ['dead-lettered', 'exhausted']) {
    await put(status);
    t.is((await resolve()).status, 200);
    for (const answer of [await replay(), await resolve()]) t.is(answer.status, 409);
    t.like(await detailOf(id), { status, resolution_reason: 'seen' });
  }
  for (const tail of ['/replay', '/resolve']) {
    const body = tail === '/resolve' ? { reason: 'x' } : undefined;
    t.is((await clinic.sandbox('POST', delivery(randomUUID(), tail), body)).status, 404);
    t.is((await clinic.sandbox('POST', delivery('7', tail), body)).status, 422);
  }
  t.is(listening.receiver.arrivals.length, 1);
  t.deepEqual(await auditOf(id), ['webhook.delivery_resolved', 'webhook.delivery_resolved']);
});

test.serial('of a replay and a resolve at once, one wins', async (t) => {
  const listening = await listen(t);
  for (let round = 0; round < 3; round += 1) {
    const id = await failedOnce(listening);
    await deadLetter(id);
    const [replayed, resolved] = await Promise.all([
      clinic.sandbox('POST', delivery(id, '/replay')),
      clinic.sandbox('POST', delivery(id, '/resolve'), { reason: 'x' }),
    ]);
    t.deepEqual([replayed.status, resolved.status].sort(), [200, 409]);
    if (replayed.status === 200) await stands(id, 'delivered', 2);
    t.is((await detailOf(id)).resolved_at === null, replayed.status === 200);
  }
});

test.serial('a reason is asked for, trimmed and sealed', async (t) => {
  const id = await failedOnce(await listen(t));
  await deadLetter(id);
  const path = delivery(id, '/resolve');
  for (const body of [{}, { reason: '' }, { reason: ' \n ' }, { reason: 7 }, { reason: null }]) {
    const answer = await clinic.sandbox('POST', path, body);
    t.is(answer.status, 422, JSON.stringify(body));
    t.deepEqual(fieldsOf(answer), ['reason']);
  }
  t.is((await clinic.sandbox('POST', path)).status, 400);
  t.deepEqual(fieldsOf(await clinic.sandbox('POST', path, { reason: 'x', note: 'y' })), ['note']);
  t.is((await detailOf(id)).resolved_at, null);

  const reason = '💔'.repeat(500);
  const resolved = await clinic.sandbox('POST', path, { reason: `  ${reason}💔 ` });
  t.is(resolved.status, 200);
  t.like(resolved.body, { status: 'dead-lettered', resolution_reason: reason, next_retry_at: null });
  t.like(await detailOf(id), { resolution_reason: reason });
  const { rows } = await pool.query<{ resolution_sealed: Buffer }>(
    'SELECT resolution_sealed FROM ops.webhook_deliveries WHERE delivery_id = $1',
    [id],
  );
  t.false(rows[0]!.resolution_sealed.includes('💔'));
});

test.serial('every dead letter of the mode and the tenant is tried again, and nothing else', async (t) => {
  const other = await world.newClinic();
  const [ours, theirs] = [await listen(t), await listen(t, { client: other.live })];
  await world.projected();
  const failedFor = async (listening: Listening, client: Client): Promise<string> => {
    const id = await failedOnce(listening, client);
    await deadLetter(id);
    return id;
  };
  const ofTest = [await failedFor(ours, clinic.sandbox), await failedFor(ours, clinic.sandbox)];
  const ofLive = await failedFor(ours, clinic.live);
  const foreign = await failedFor(theirs, other.sandbox);
  for (const body of [{}, { confirm: false }, { confirm: 'true' }, { confirm: 1 }]) {
    const refused = await clinic.sandbox('POST', replayAll, body);
    t.is(refused.status, 422, JSON.stringify(body));
    t.deepEqual(fieldsOf(refused), ['confirm']);
  }
  const weak = await world.clientFor(clinic.tenantId, {
    test: true,
    scopes: ['webhooks:write', 'admin:read'],
  });
  t.is((await weak('POST', replayAll, { confirm: true })).status, 403);
  t.like((await clinic.sandbox('GET', '/v1/admin/webhooks/dlq')).body, { total: 2 });

  const key = { 'idempotency-key': randomUUID() };
  const answer = await clinic.sandbox('POST', replayAll, { confirm: true }, key);
  t.deepEqual(answer.body, { replayed: 2, remaining: 0, of_disabled_subscriptions: 0 });
  for (const id of ofTest) await stands(id, 'delivered', 2);
  t.deepEqual((await clinic.sandbox('POST', replayAll, { confirm: true }, key)).body, answer.body);
  t.deepEqual((await clinic.sandbox('POST', replayAll, { confirm: true })).body, {
    replayed: 0,
    remaining: 0,
    of_disabled_subscriptions: 0,
  });
  t.like(await detailOf(ofLive, clinic.live), { status: 'dead-lettered' });
  t.like(await detailOf(foreign, other.sandbox), { status: 'dead-lettered' });
  t.deepEqual(await auditOf(clinic.tenantId), ['webhook.dead_letters_replayed']);
});

test.serial('thousands of dead letters are taken in one call', async (t) => {
  const busy = await world.newClinic();
  const { subscription_id } = await listen(t, { client: busy.live });
  await until('the dispatcher knows the endpoint', LIMIT_MS, async () => {
    const { rowCount } = await pool.query('SELECT 1 FROM ops.webhook_endpoints WHERE subscription_id = $1', [
      subscription_id,
    ]);
    return rowCount === 1;
  });
  await pool.query(
    `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
       attempts, created_at, dead_lettered_at)
     SELECT gen_random_uuid(), gen_random_uuid(), CASE WHEN n <= 2500 THEN $1::uuid ELSE gen_random_uuid() END, $2,
       'session.created', false, 'dead-lettered', 7, now(), now() - n * interval '1 second'
     FROM generate_series(1, 2503) n`,
    [subscription_id, busy.tenantId],
  );
  const answer = await busy.live('POST', replayAll, { confirm: true });
  const left = { remaining: 3, of_disabled_subscriptions: 3 };
  t.deepEqual(answer.body, { replayed: 2_500, ...left }, 'three are of subscriptions that are no more');
});

test.serial('a deleted subscription: everything open is resolved, and its routes are gone', async (t) => {
  const listening = await listen(t);
  const dead = await failedOnce(listening);
  await deadLetter(dead);
  const failed = await failedOnce(listening);
  const delivered = await tell(listening);
  await stands(delivered, 'delivered');
  const id = listening.subscription_id;
  await clinic.live('DELETE', hook(id));
  for (const open of [dead, failed]) {
    await until('it is resolved', LIMIT_MS, async () => (await detailOf(open)).resolved_at !== null);
    t.like(await detailOf(open), { resolution_reason: 'subscription deleted', next_retry_at: null });
    t.is((await clinic.sandbox('POST', delivery(open, '/replay'))).status, 409);
  }
  t.like(await detailOf(delivered), { status: 'delivered', resolved_at: null });
  for (const tail of ['/rotate', '/test']) t.is((await clinic.live('POST', hook(id, tail))).status, 404);
  t.is((await clinic.live('GET', hook(id, '/deliveries'))).status, 404);
  t.is((await clinic.live('DELETE', hook(id))).status, 404);
});

test.serial('without NATS a replay is found by the sweep', async (t) => {
  const id = await failedOnce(await listen(t));
  const { nats } = world.api.stack.processes;
  await nats.stop();
  t.teardown(() => nats.start());
  t.is((await clinic.sandbox('POST', delivery(id, '/replay'))).status, 200);
  await stands(id, 'delivered', 2);
});

test.serial('a dead letter that stands for 30 days is exhausted, not a moment before', async (t) => {
  const listening = await listen(t);
  const ids = [await failedOnce(listening), await failedOnce(listening), await failedOnce(listening)];
  const [standing = '', resolved = '', older = ''] = ids;
  for (const id of ids) await deadLetter(id);
  await clinic.sandbox('POST', delivery(resolved, '/resolve'), { reason: 'seen' });
  const { rows } = await pool.query<{ dead_lettered_at: Date }>(
    `UPDATE ops.webhook_deliveries SET dead_lettered_at = dead_lettered_at - interval '2 minutes'
     WHERE delivery_id = $1 RETURNING dead_lettered_at`,
    [older],
  );
  const olderEndMs = rows[0]!.dead_lettered_at.getTime() + 30 * 24 * HOUR_MS;
  world.clock.aheadMs = olderEndMs - Date.now();
  await until(
    'the older one is exhausted',
    LIMIT_MS,
    async () => (await detailOf(older)).status === 'exhausted',
  );
  t.is((await detailOf(standing)).status, 'dead-lettered');
  world.clock.aheadMs += 120_000;
  await until('this one is', LIMIT_MS, async () => (await detailOf(standing)).status === 'exhausted');
  t.is((await detailOf(resolved)).status, 'dead-lettered', 'what is resolved is left alone');
});
