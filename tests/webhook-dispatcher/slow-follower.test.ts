import test from 'ava';
import { flood, startImpatientStore, whileFollowersStand } from '../support/impatient-store.ts';
import { allApplied } from '../support/running-projections.ts';
import { until } from '../support/until.ts';
import { startDispatching, LIMIT_MS } from './support/dispatching.ts';
import { startReceiver } from './support/receiver.ts';

const store = await startImpatientStore();
const world = await startDispatching({ eventStoreUrl: store.url });
test.after.always(async () => {
  await store.stop();
  await world.stop();
});

test('a fan-out that the log drops for being slow goes on from its checkpoint', async (t) => {
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  const { tenantId, subscriptionId } = await world.subscribe({ url: receiver.url });
  const dispatcher = await world.startDispatcher();
  const opened = await world.openSessions(tenantId, 5);
  await until('5 arrivals', LIMIT_MS, () => receiver.arrivals.length === 5);
  t.is(store.ended(), 0);

  await whileFollowersStand(world.pool, async () => {
    opened.push(...(await world.openSessions(tenantId, 5)));
    await flood(world);
    opened.push(...(await world.openSessions(tenantId, 5)));
    await until('it is dropped', LIMIT_MS, () => store.ended() >= 1);
  });
  opened.push(...(await world.openSessions(tenantId, 5)));
  await allApplied(world, ['webhook-fan-out']);
  await until('all are delivered', LIMIT_MS, async () =>
    (await world.deliveriesOf(subscriptionId)).every(({ status }) => status === 'delivered'),
  );
  t.deepEqual(receiver.eventIds().toSorted(), opened.map(({ eventId }) => eventId).toSorted());
  await dispatcher.stop();
});
