import { randomUUID } from 'node:crypto';
import test from 'ava';
import { CorruptEventError } from '../../shared/event-log/stored-event.ts';
import { LogUnavailableError, type EventLog } from '../../shared/event-log/event-log.ts';
import { subscriptionStream } from '../../shared/event-log/streams.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { disableSubscriptions } from '../../webhook-dispatcher/disable-subscriptions.ts';
import { startDispatching, type Subscription } from './support/dispatching.ts';

/** Requests to disable subscriptions, over a real log, while no fan-out reads it. */
const world = await startDispatching();
test.after.always(world.stop);
const { pool, codec, dataKeys } = world;
const logger = createLogger({ name: 'test', level: 'silent' });

/** A subscription whose row asks for it to be disabled, as of its first event. */
async function requested(): Promise<Subscription> {
  const subscription = await world.subscribe({ url: 'https://partner.example/hook' });
  await pool.query(
    `INSERT INTO ops.webhook_endpoints (subscription_id, tenant_id, revision, events, test, endpoint_sealed, is_active,
       disable_reason, disable_command_id)
     VALUES ($1, $2, 0, '{session.created}', false, '\\x00', true, 'gone', $3)`,
    [subscription.subscriptionId, subscription.tenantId, randomUUID()],
  );
  return subscription;
}
const typesOf = async ({ subscriptionId }: Subscription): Promise<string[]> => {
  const types: string[] = [];
  for await (const { type } of world.log.readStream(subscriptionStream(subscriptionId), 0)) types.push(type);
  return types;
};
const appendTo = ({ subscriptionId, tenantId }: Subscription, type: string, data = {}): Promise<string[]> =>
  world.append(subscriptionStream(subscriptionId), [{ type, data }], { tenantId });

async function disable({ log = world.log, signal }: { log?: EventLog; signal?: AbortSignal } = {}) {
  let failures = 0;
  const onFailure = (): void => void (failures += 1);
  await disableSubscriptions(
    { sql: pool, log, codec, dataKeys, now: () => new Date(), logger, onFailure },
    signal,
  );
  return failures;
}

const CREATED = 'webhook-subscription-created';
const CHANGED = 'webhook-subscription-changed';
const DISABLED = 'webhook-subscription-disabled';
const ENABLED = 'webhook-subscription-enabled';

test.beforeEach(() => pool.query('DELETE FROM ops.webhook_endpoints').then(() => undefined));

test.serial('a request is carried out once, whatever the row still says', async (t) => {
  const subscription = await requested();
  await disable();
  await disable();
  t.deepEqual(await typesOf(subscription), [CREATED, DISABLED]);
});

test.serial('a request that was carried out does not undo that its owner switched it on', async (t) => {
  const subscription = await requested();
  await disable();
  await appendTo(subscription, ENABLED);
  await disable();
  t.deepEqual(await typesOf(subscription), [CREATED, DISABLED, ENABLED]);
});

test.serial('a request from before its owner switched it off and on is out of date', async (t) => {
  const subscription = await requested();
  await appendTo(subscription, DISABLED, { reason: 'requested' });
  await appendTo(subscription, ENABLED);
  await disable();
  t.deepEqual(await typesOf(subscription), [CREATED, DISABLED, ENABLED]);
});

test.serial('what was held against one URL disables no other', async (t) => {
  const subscription = await requested();
  const { subscriptionId, tenantId } = subscription;
  const { keyId, seal } = await dataKeys.tenantKeys(pool, tenantId);
  const data = { changed_fields: ['url'], endpoint: { url: 'https://partner.example/another' } };
  const keys = { tenant: { keyId, key: seal } };
  await world.append(subscriptionStream(subscriptionId), [{ type: CHANGED, data }], { tenantId, keys });
  await disable();
  t.deepEqual(await typesOf(subscription), [CREATED, CHANGED]);
});

test.serial('one that was requested after it was switched on is carried out', async (t) => {
  const subscription = await requested();
  await appendTo(subscription, DISABLED, { reason: 'gone' });
  await appendTo(subscription, ENABLED);
  await pool.query('UPDATE ops.webhook_endpoints SET revision = 2');
  await disable();
  t.deepEqual(await typesOf(subscription), [CREATED, DISABLED, ENABLED, DISABLED]);
});

/** The log, in which the streams of these subscriptions cannot be read. */
const failing = (broken: Subscription[], error: Error): EventLog => ({
  ...world.log,
  readStream: (stream, from) => {
    if (broken.some((one) => subscriptionStream(one.subscriptionId) === stream)) throw error;
    return world.log.readStream(stream, from);
  },
});

test.serial('streams that cannot be read hold up no other, and each is counted', async (t) => {
  const all = [];
  for (let count = 0; count < 4; count++) all.push(await requested());
  const broken = all.slice(0, 2);
  t.is(await disable({ log: failing(broken, new CorruptEventError(randomUUID(), 'test')) }), 2);
  t.deepEqual(
    await Promise.all(all.map(typesOf)),
    all.map((one) => (broken.includes(one) ? [CREATED] : [CREATED, DISABLED])),
  );
});

test.serial('a log out of reach ends the call: it is so for all', async (t) => {
  const all = [await requested(), await requested()];
  await t.throwsAsync(disable({ log: failing(all, new LogUnavailableError()) }), {
    instanceOf: LogUnavailableError,
  });
});

test.serial('more requests than a page are all carried out', async (t) => {
  const tenantId = await world.newTenant();
  await pool.query(
    `INSERT INTO ops.webhook_endpoints (subscription_id, tenant_id, revision, events, test, endpoint_sealed, is_active,
       disable_reason, disable_command_id)
     SELECT overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid, $1, 0, '{}', false, '\\x00', true, 'gone',
       gen_random_uuid() FROM generate_series(1, 150)`,
    [tenantId],
  );
  const last = await requested();
  await disable();
  t.deepEqual(await typesOf(last), [CREATED, DISABLED]);
});

test.serial('a signal ends the call before the next request', async (t) => {
  const all = [await requested(), await requested(), await requested()];
  const stopping = new AbortController();
  const append: EventLog['append'] = (...args) => {
    stopping.abort();
    return world.log.append(...args);
  };
  await disable({ log: { ...world.log, append }, signal: stopping.signal });
  const types = await Promise.all(all.map(typesOf));
  t.is(types.flat().filter((type) => type === DISABLED).length, 1);
});
