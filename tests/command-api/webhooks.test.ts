import { randomUUID } from 'node:crypto';
import test from 'ava';
import { webhookEventSchemas } from '../../shared/webhooks/event-schemas.ts';
import { fieldsOf } from '../support/answers.ts';
import { clientOf } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { until } from '../support/until.ts';
import { startReceiver, type Arrival } from '../webhook-dispatcher/support/receiver.ts';
import {
  accepts,
  startWebhooks,
  delivery,
  fails,
  hook,
  HOUR_MS,
  knows,
  LIMIT_MS,
  signs,
  type Listening,
  type Subscription,
} from '../support/webhooks.ts';

/** Subscriptions: their secrets, their tests, and what switches them on and off. One test runs after the other. */
const world = await startWebhooks();
const { clinic, stranger, listen, tell, stands, detailOf, openSession, eventsOf, pool } = world;
test.after.always(world.stop);

test.serial('a rotation shows a new secret once; a repeat of the call shows the same one', async (t) => {
  const { subscription_id: id, secret } = await listen(t);
  const key = { 'idempotency-key': randomUUID() };
  const rotated = await clinic.live('POST', hook(id, '/rotate'), undefined, key);
  t.is(rotated.status, 200);
  const body = rotated.body as Subscription & { secret_rotated_at: string; url: string };
  t.regex(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.not(body.secret, secret);
  t.truthy(body.secret_rotated_at);
  const again = await clinic.live('POST', hook(id, '/rotate'), undefined, key);
  t.deepEqual(again.body, rotated.body);
  t.is(again.headers.get('idempotency-replayed'), 'true');
  t.deepEqual(await eventsOf(id), ['subscription-created', 'secret-rotated']);

  const listed = (await clinic.live('GET', '/v1/admin/webhooks')).body as Subscription[];
  const { secret: _, ...shown } = body;
  t.deepEqual(
    listed.find((one) => one.subscription_id === id),
    shown as unknown as Subscription,
  );
  const { rows } = await pool.query<Record<string, unknown>>(
    'SELECT * FROM read.webhook_subscriptions WHERE subscription_id = $1',
    [id],
  );
  const columns = Object.values(rows[0]!).map((value) =>
    Buffer.isBuffer(value) ? value.toString() : String(value),
  );
  for (const text of [secret, body.secret]) t.false(columns.some((value) => value.includes(text)));
});

test.serial(
  'a rotation that crashed before its answer is answered with the secret that it made',
  async (t) => {
    const { subscription_id: id } = await listen(t);
    const key = { 'idempotency-key': randomUUID() };
    const rotated = await clinic.live('POST', hook(id, '/rotate'), undefined, key);
    await world.forgetAnswers();
    const again = await clinic.live('POST', hook(id, '/rotate'), undefined, key);
    t.is(again.status, 200);
    t.is(again.headers.get('idempotency-replayed'), null);
    t.is((again.body as Subscription).secret, (rotated.body as Subscription).secret);
    t.deepEqual(await eventsOf(id), ['subscription-created', 'secret-rotated']);
  },
);

test.serial('through a rotation receivers with either secret, or both, get everything', async (t) => {
  const one = { old: await listen(t), new: await listen(t), both: await listen(t) };
  const library = { old: await listen(t), new: await listen(t) };
  const all = [...Object.values(one), ...Object.values(library)];
  const fresh = new Map<string, string>();
  for (const { subscription_id: id } of all) {
    const { body } = await clinic.live('POST', hook(id, '/rotate'));
    fresh.set(id, (body as Subscription).secret);
  }
  const freshOf = ({ subscription_id: id }: Listening): string => fresh.get(id) ?? '';
  knows(one.old.receiver, [one.old.secret], 403);
  knows(one.new.receiver, [freshOf(one.new)]);
  one.both.receiver.answerWith((response, arrival) => {
    const isWhole =
      signs(freshOf(one.both), arrival) && signs(one.both.secret, arrival, 'x-svc-signature-256-previous');
    response.writeHead(isWhole ? 204 : 400).end();
  });
  for (const kind of ['old', 'new'] as const) {
    const { receiver, secret } = library[kind];
    const known = kind === 'old' ? secret : freshOf(library[kind]);
    receiver.answerWith((response) =>
      response.writeHead(receiver.verified(known).length > 0 ? 204 : 401).end(),
    );
  }
  const sessionId = await openSession();
  for (const listening of all) {
    const id = await tell(listening, sessionId);
    await stands(id, 'delivered');
    const statuses = (await detailOf(id)).attempt_log.map((attempt) => attempt.status_code);
    t.deepEqual(statuses, [204], 'one attempt, however often it was sent');
    t.is(listening.receiver.arrivals.length, listening === one.old ? 2 : 1);
    t.is(new Set(listening.receiver.eventIds()).size, 1);
  }
  const [first, second] = one.old.receiver.arrivals as [Arrival, Arrival];
  t.true(signs(freshOf(one.old), first));
  t.true(signs(one.old.secret, second));
  t.is(first.headers['x-svc-attempt'], second.headers['x-svc-attempt']);
});

test.serial(
  'a refusal that no secret changes stands as it was; secrets rotated again keep their time',
  async (t) => {
    const [refusing, oldest] = [await listen(t), await listen(t)];
    for (const { subscription_id: id } of [refusing, oldest, oldest])
      await clinic.live('POST', hook(id, '/rotate'));
    const statuses = [400, 401];
    refusing.receiver.answerWith((response) => response.writeHead(statuses.shift() ?? 500).end());
    knows(oldest.receiver, [oldest.secret]);
    const sessionId = await openSession();
    const refused = await tell(refusing, sessionId);
    await stands(refused, 'failed');
    t.deepEqual(
      (await detailOf(refused)).attempt_log.map((one) => one.status_code),
      [400],
    );
    await stands(await tell(oldest, sessionId), 'delivered');
    t.is(oldest.receiver.arrivals.length, 3);
  },
);

test.serial('a secret cannot be rotated without end', async (t) => {
  const { subscription_id: id } = await listen(t);
  for (let count = 0; count < 10; count += 1)
    t.is((await clinic.live('POST', hook(id, '/rotate'))).status, 200);
  t.is((await clinic.live('POST', hook(id, '/rotate'))).status, 422);
  t.is((await eventsOf(id)).length, 11);
});

test.serial('a test is sent as every delivery is, and leaves none', async (t) => {
  const {
    subscription_id: id,
    secret,
    receiver,
  } = await listen(t, {
    events: ['triage.escalated', 'session.created'],
  });
  const answer = await clinic.live('POST', hook(id, '/test'));
  t.is(answer.status, 200);
  const body = answer.body as {
    status_code: number;
    latency_ms: number;
    error: string | null;
    request: { headers: Record<string, string>; body: string };
  };
  t.like(body, { status_code: 204, error: null });
  t.true(body.latency_ms >= 0);
  t.is(receiver.verified(secret).length, 1);
  const [arrival] = receiver.arrivals as [Arrival];
  t.true(signs(secret, arrival));
  t.is(arrival.headers['x-svc-event'], 'triage.escalated');
  t.is(body.request.body, arrival.body);
  for (const [name, value] of Object.entries(body.request.headers))
    t.is(arrival.headers[name.toLowerCase()], value, name);
  const sent = webhookEventSchemas['triage.escalated'].parse(JSON.parse(arrival.body));
  t.true(sent.test);
  t.is(sent.tenant_id, clinic.tenantId);
  t.is(sent.id, String(arrival.headers['x-svc-event-id']));
  const { rowCount } = await pool.query('SELECT 1 FROM ops.webhook_deliveries WHERE subscription_id = $1', [
    id,
  ]);
  t.is(rowCount, 0);
  t.deepEqual((await clinic.live('GET', hook(id, '/deliveries'))).body, []);
});

test.serial('a test tells what went wrong', async (t) => {
  const { subscription_id: id, receiver } = await listen(t);
  const inner = await startReceiver();
  t.teardown(() => inner.stop());
  const run = async (): Promise<unknown> => {
    const { status, body } = await clinic.live('POST', hook(id, '/test'));
    t.is(status, 200);
    const { latency_ms: _, request: __, ...rest } = body as Record<string, unknown>;
    return rest;
  };
  fails(receiver, 503);
  t.deepEqual(await run(), { status_code: 503, error: 'http_server_error' });
  fails(receiver, 404);
  t.deepEqual(await run(), { status_code: 404, error: 'http_client_error' });
  receiver.answerWith((response) => response.writeHead(307, { location: inner.url }).end());
  t.deepEqual(await run(), { status_code: 307, error: 'http_redirect' });
  t.is(inner.arrivals.length, 0);
  receiver.answerWith((response) => response.destroy());
  t.deepEqual(await run(), { status_code: null, error: 'connection_closed' });
  receiver.stop();
  t.deepEqual(await run(), { status_code: null, error: 'connect_failed' });
});

test.serial('one test of a subscription at a time', async (t) => {
  const { subscription_id: id, receiver } = await listen(t);
  let answer = (): void => undefined;
  receiver.answerWith((response) => {
    answer = () => void response.writeHead(204).end();
  });
  const first = clinic.live('POST', hook(id, '/test'));
  await until('the test arrived', LIMIT_MS, () => receiver.arrivals.length > 0);
  t.is((await clinic.live('POST', hook(id, '/test'))).status, 409);
  answer();
  t.like((await first).body, { status_code: 204 });
  t.is(receiver.arrivals.length, 1);
  accepts(receiver);
  t.like((await clinic.live('POST', hook(id, '/test'))).body, { status_code: 204 });
});

test.serial('410 disables; a test that gets a 2xx enables again, and replays go on', async (t) => {
  const listening = await listen(t);
  const { subscription_id: id, receiver } = listening;
  fails(receiver, 410);
  const dead = await tell(listening);
  await stands(dead, 'dead-lettered');
  const shown = async (): Promise<{ is_active: boolean }> => {
    const list = (await clinic.live('GET', '/v1/admin/webhooks')).body as (Subscription & {
      is_active: boolean;
    })[];
    return list.find((one) => one.subscription_id === id)!;
  };
  await until('the list shows it', LIMIT_MS, async () => !(await shown()).is_active);
  t.like(await shown(), { is_active: false, disabled_reason: 'gone' });
  t.is((await clinic.sandbox('POST', delivery(dead, '/replay'))).status, 409);
  const all = await clinic.sandbox('POST', '/v1/admin/webhooks/dlq/replay-all', { confirm: true });
  t.deepEqual(all.body, { replayed: 0, remaining: 1, of_disabled_subscriptions: 1 });

  fails(receiver, 500);
  await clinic.live('POST', hook(id, '/test'));
  t.like(await shown(), { is_active: false });
  accepts(receiver);
  await clinic.live('POST', hook(id, '/test'));
  t.like(await shown(), { is_active: true, disabled_reason: null });
  t.deepEqual(await eventsOf(id), ['subscription-created', 'subscription-disabled', 'subscription-enabled']);

  // At once, although the dispatcher may not have read the event yet.
  t.is((await clinic.sandbox('POST', delivery(dead, '/replay'))).status, 200);
  await stands(dead, 'delivered', 2);
  await stands(await tell(listening), 'delivered');
});

test.serial('rotate, test and delete: other tenants, unknown ids, missing scopes', async (t) => {
  const { subscription_id: id, receiver } = await listen(t);
  const reader = await world.clientFor(clinic.tenantId, { scopes: ['webhooks:read'] });
  const calls: [string, string][] = [
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['DELETE', ''],
  ];
  for (const [method, tail] of calls) {
    t.is((await stranger(method, hook(id, tail))).status, 404, tail);
    t.is((await clinic.live(method, hook(randomUUID(), tail))).status, 404, tail);
    t.is((await clinic.live(method, hook('7', tail))).status, 422, tail);
    t.is((await reader(method, hook(id, tail))).status, 403, tail);
    t.is((await fetchDescribed(`${world.api.baseUrl}${hook(id, tail)}`, { method })).status, 401, tail);
  }
  t.is(receiver.arrivals.length, 0);
  t.deepEqual(await eventsOf(id), ['subscription-created']);
});

test.serial('a test key manages what test keys made, live keys and members manage all', async (t) => {
  const { live, sandbox } = clinic;
  const [ofLive, ofTest] = [await listen(t), await listen(t, { client: sandbox })];
  const calls: [string, string][] = [
    ['POST', '/test'],
    ['POST', '/rotate'],
    ['GET', '/deliveries'],
    ['DELETE', ''],
  ];
  for (const [method, tail] of calls)
    t.is((await sandbox(method, hook(ofLive.subscription_id, tail))).status, 404, tail);
  t.is(ofLive.receiver.arrivals.length, 0);
  t.deepEqual(await eventsOf(ofLive.subscription_id), ['subscription-created']);

  const other = await world.clientFor(clinic.tenantId, { test: true });
  for (const client of [other, live])
    for (const [method, tail] of calls.slice(0, 3))
      t.is((await client(method, hook(ofTest.subscription_id, tail))).status, 200, tail);
  t.is((await live('DELETE', hook(ofTest.subscription_id))).status, 200);
  t.is((await sandbox('DELETE', hook(ofTest.subscription_id))).status, 404);
});

test.serial('what happens to a live session is told to no subscription of a test key', async (t) => {
  const [ofLive, ofTest] = [await listen(t), await listen(t, { client: clinic.sandbox })];
  const sessionId = await openSession(clinic.live);
  await stands(await tell(ofLive, sessionId), 'delivered');
  await stands(await tell(ofTest), 'delivered');
  t.false(ofTest.receiver.arrivals.some(({ body }) => body.includes(sessionId)));
  t.is(ofTest.receiver.arrivals.length, 1);
});

test.serial('a subscription that cannot be is refused, and nothing is made', async (t) => {
  const { tenantId } = await world.newClinic();
  const client = clientOf(world.strictUrl, await world.api.newKey(tenantId));
  const url = 'https://partner.example/hook';
  const events = ['session.created'];
  const wrong: [Record<string, unknown>, string][] = [
    [{ url: 'http://partner.example/hook', events }, 'url'],
    [{ url: 'https:///hook', events }, 'url'],
    [{ url: `https://partner.example/${'a'.repeat(477)}`, events }, 'url'],
    [{ url: 'https://user:word@partner.example/', events }, 'url'],
    [{ url: 'https://10.0.0.7/hook', events }, 'url'],
    [{ url: 'https://127.0.0.1/hook', events }, 'url'],
    [{ url: 'https://[::ffff:169.254.169.254]/', events }, 'url'],
    [{ url: 'https://0x7f000001/hook', events }, 'url'],
    [{ url: 'https://inside.example/hook', events }, 'url'],
    [{ url: 'https://a', events }, 'url'],
    [{ events }, 'url'],
    [{ url }, 'events'],
    [{ url, events: [] }, 'events'],
    [{ url, events: ['session.lost'] }, 'events.0'],
    [{ url, events: ['session.created', 'session.created'] }, 'events'],
    [{ url, events, secret: 'mine' }, 'secret'],
  ];
  for (const [body, field] of wrong) {
    const answer = await client('POST', '/v1/admin/webhooks', body);
    t.is(answer.status, 422, JSON.stringify(body));
    t.deepEqual(fieldsOf(answer), [field], JSON.stringify(body));
  }
  const { rowCount } = await pool.query('SELECT 1 FROM read.webhook_subscriptions WHERE tenant_id = $1', [
    tenantId,
  ]);
  t.is(rowCount, 0);
  const longest = { url: `https://partner.example/${'a'.repeat(476)}`, events };
  t.is((await client('POST', '/v1/admin/webhooks', longest)).status, 201);
});

test.serial('the old secret is good for 24 hours and not a moment longer', async (t) => {
  const [strictOld, both] = [await listen(t), await listen(t)];
  const rotate = async ({ subscription_id: id }: Listening) =>
    (await clinic.live('POST', hook(id, '/rotate'))).body as { secret: string; secret_rotated_at: string };
  const runTest = async () => (await clinic.live('POST', hook(strictOld.subscription_id, '/test'))).body;
  const rotated = await rotate(strictOld);
  await rotate(both);
  const endMs = Date.parse(rotated.secret_rotated_at) + 24 * HOUR_MS;
  knows(strictOld.receiver, [strictOld.secret]);
  world.clock.aheadMs = endMs - Date.now() - 60_000;
  const inTime = await openSession();
  await stands(await tell(strictOld, inTime), 'delivered');
  await stands(await tell(both, inTime), 'delivered');
  t.like(await runTest(), { status_code: 204, error: null });
  t.truthy(both.receiver.arrivals[0]?.headers['x-svc-signature-256-previous']);

  world.clock.aheadMs = endMs - Date.now() + 5_000;
  const late = await openSession();
  const failed = await tell(strictOld, late);
  await stands(failed, 'failed');
  t.like(await runTest(), { status_code: 401, error: 'http_client_error' });
  await stands(await tell(both, late), 'delivered');
  const last = both.receiver.arrivals.at(-1)!;
  t.is(last.headers['x-svc-signature-256-previous'], undefined);
  t.is(String(last.headers['webhook-signature']).split(' ').length, 1);
  // Whoever has learned the new one by now gets what the old one could not open.
  knows(strictOld.receiver, [rotated.secret]);
  await clinic.sandbox('POST', delivery(failed, '/replay'));
  await stands(failed, 'delivered', 2);
});
