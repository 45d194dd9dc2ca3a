import test from 'ava';
import { auditEntryOf } from '../../shared/read-models/audit-rows.ts';
import { subscriptionStream } from '../../shared/event-log/streams.ts';
import { errorOf } from '../support/answers.ts';
import { clientOf } from '../support/api.ts';
import { startReceiver } from '../webhook-dispatcher/support/receiver.ts';
import { delivery, hook, LIMIT_MS, signs, startWebhooks, type Subscription } from '../support/webhooks.ts';
import { until } from '../support/until.ts';

/** Subscriptions that are read and changed one by one. One test runs after the other. */
const world = await startWebhooks();
const { api, clinic, stranger, listen, tell, stands, failedOnce, openSession, eventsOf } = world;
test.after.always(world.stop);

type Shown = Omit<Subscription, 'secret'> & {
  url: string;
  events: string[];
  is_active: boolean;
  disabled_reason: string | null;
};

const shown = async (id: string, client = clinic.live): Promise<Shown> =>
  (await client('GET', hook(id))).body as Shown;
const change = (id: string, body: object, client = clinic.live) => client('PATCH', hook(id), body);

test.serial('a subscription is read by itself as the list shows it, never with its secret', async (t) => {
  const { subscription_id: id, secret } = await listen(t);
  const answer = await clinic.live('GET', hook(id));
  const listed = (await clinic.live('GET', '/v1/admin/webhooks')).body as Shown[];
  t.deepEqual(
    answer.body,
    listed.find((one) => one.subscription_id === id),
  );
  const changed = await change(id, { events: ['session.created'] });
  for (const text of [answer, changed].map(({ body }) => JSON.stringify(body)))
    t.false(text.includes(secret));
});

test.serial('what failed at the old URL arrives at the new one, under the same id and secret', async (t) => {
  const listening = await listen(t);
  const { subscription_id: id, secret } = listening;
  const failed = await failedOnce(listening);
  const other = await startReceiver();
  t.teardown(() => other.stop());
  const answer = await change(id, { url: other.url });
  t.is(answer.status, 200);
  t.deepEqual(answer.body, await shown(id));
  t.is((await shown(id)).url, other.url);
  t.is((await clinic.sandbox('POST', delivery(failed, '/replay'))).status, 200);
  await stands(failed, 'delivered', 2);
  const [arrival] = other.arrivals;
  t.is(arrival?.headers['x-svc-delivery-id'], failed);
  t.true(signs(secret, arrival!));
});

test.serial('other events are sent from the change on', async (t) => {
  const listening = await listen(t);
  const { subscription_id: id, receiver } = listening;
  await change(id, { events: ['session.finalized'] });
  t.deepEqual((await shown(id)).events, ['session.finalized']);
  const sessionId = await openSession(clinic.sandbox);
  await clinic.sandbox('POST', `/v1/sessions/${sessionId}/finalize`);
  await until('the event arrives', LIMIT_MS, () => receiver.arrivals.length > 0);
  t.deepEqual(
    receiver.arrivals.map(({ headers }) => headers['x-svc-event']),
    ['session.finalized'],
  );
});

test.serial('switched off, nothing is sent, and no test switches it on; then it goes on', async (t) => {
  const listening = await listen(t);
  const { subscription_id: id, receiver } = listening;
  const waiting = await failedOnce(listening);
  t.like((await change(id, { is_active: false })).body, { is_active: false, disabled_reason: 'requested' });
  await stands(waiting, 'dead-lettered', 1);
  const before = receiver.arrivals.length;
  t.like((await clinic.live('POST', hook(id, '/test'))).body, { status_code: 204 });
  t.is((await shown(id)).is_active, false);
  await openSession(clinic.sandbox);
  t.like((await change(id, { is_active: true })).body, { is_active: true, disabled_reason: null });
  await stands(await tell(listening), 'delivered');
  t.is(receiver.arrivals.length, before + 2, 'the test, and what happened after it was on again');
  t.is((await clinic.sandbox('POST', delivery(waiting, '/replay'))).status, 200);
  await stands(waiting, 'delivered', 2);
  t.deepEqual(await eventsOf(id), ['subscription-created', 'subscription-disabled', 'subscription-enabled']);
});

test.serial('the same once more, null and nothing change nothing', async (t) => {
  const { subscription_id: id } = await listen(t);
  const before = await shown(id);
  const { url, events } = before;
  for (const body of [
    { url, events: [...events].reverse(), is_active: true },
    { url: null, events: null },
    {},
  ]) {
    t.is((await change(id, body)).status, 200);
  }
  t.deepEqual(await shown(id), before);
  t.deepEqual(await eventsOf(id), ['subscription-created']);
});

test.serial('a URL that a new subscription could not have is refused, and nothing is changed', async (t) => {
  const { subscription_id: id } = await listen(t);
  const before = await shown(id);
  const key = await api.newKey(clinic.tenantId);
  const strict = clientOf(world.strictUrl, key);
  for (const url of ['http://clinic.example/hook', 'https://10.0.0.7/hook', 'https://inside.example/hook']) {
    const refused = await change(id, { url, events: ['session.timeout'] }, strict);
    t.deepEqual(errorOf(refused), [422, 'validation_error', 'url'], url);
  }
  t.deepEqual(errorOf(await change(id, { events: [] })), [422, 'validation_error', 'events']);
  t.deepEqual(await shown(id), before);
});

test.serial('it is nobody’s but its tenant’s; a test key sees only what a test key made', async (t) => {
  const { subscription_id: id } = await listen(t);
  for (const client of [stranger, clinic.sandbox]) {
    t.deepEqual(errorOf(await client('GET', hook(id))), [404, 'not_found']);
    t.deepEqual(errorOf(await change(id, { is_active: false }, client)), [404, 'not_found']);
  }
  const reader = await api.newClient(clinic.tenantId, { scopes: ['webhooks:read'] });
  t.is((await reader('GET', hook(id))).status, 200);
  t.deepEqual(errorOf(await change(id, { is_active: false }, reader)), [403, 'forbidden']);
  t.is((await clinic.live('DELETE', hook(id))).status, 200);
  t.deepEqual(errorOf(await clinic.live('GET', hook(id))), [404, 'not_found']);
  t.deepEqual(errorOf(await change(id, { is_active: true })), [404, 'not_found']);
});

test.serial('the audit trail names what was changed, never the values', async (t) => {
  const { subscription_id: id } = await listen(t);
  await change(id, { url: 'http://127.0.0.1:9/elsewhere', events: ['session.timeout'] });
  const entries = [];
  for await (const stored of api.runtime.log.readStream(subscriptionStream(id), 1)) {
    t.false(JSON.stringify(stored.data).includes('elsewhere'));
    entries.push(auditEntryOf(stored));
  }
  t.is(entries.length, 1);
  t.like(entries[0], {
    action: 'webhook.changed',
    subject: { type: 'webhook_subscription', id },
    changed_fields: ['url', 'events'],
  });
});
