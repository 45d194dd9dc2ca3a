import test from 'ava';
import { startApi } from '../support/api.ts';
import { createClinics, createDeliverySeed, idsOf, type Delivery } from './webhook-seed.ts';

/** Lists of deliveries that take limit and offset. */
const api = await startApi();
const addDelivery = createDeliverySeed(api.runtime);
const newClinic = createClinics(api);
test.after.always(api.stop);

test('deliveries of a subscription and dead letters are read page by page', async (t) => {
  const { tenantId, live, sandbox, first, second } = await newClinic();
  const ids: string[] = [];
  for (let ago = 1; ago <= 5; ago += 1)
    ids.push(await addDelivery(tenantId, { subscriptionId: first, status: 'dead-lettered', ago }));
  await addDelivery(tenantId, { subscriptionId: second, status: 'dead-lettered', ago: 6 });
  await addDelivery(tenantId, { subscriptionId: first, status: 'dead-lettered', ago: 1, test: true });
  const latest = await live('GET', `/v1/admin/webhooks/${first}/deliveries?limit=2&offset=3`);
  t.deepEqual(
    (latest.body as Delivery[]).map((one) => one.delivery_id),
    ids.slice(3),
  );
  t.is(latest.headers.get('x-total-count'), '5');
  const dead = await live('GET', '/v1/admin/webhooks/dlq?limit=2&offset=2');
  t.deepEqual(idsOf(dead), ids.slice(2, 4));
  t.like(dead.body, { total: 6, limit: 2, offset: 2 });
  t.deepEqual(idsOf(await sandbox('GET', '/v1/admin/webhooks/dlq?offset=1')), []);
});
