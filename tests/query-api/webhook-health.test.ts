import test from 'ava';
import { errorOf } from '../support/answers.ts';
import { startApi, type Client } from '../support/api.ts';
import { createClinics, createDeliverySeed } from './webhook-seed.ts';

const NOW = new Date('2026-03-02T12:00:00.000Z');
const api = await startApi({ now: () => NOW });
const addDelivery = createDeliverySeed(api.runtime);
const newClinic = createClinics(api);
test.after.always(api.stop);

type Counted = { delivered: number; failed: number; pending: number };
type Health = Counted & { last_delivered_at: string | null; days: (Counted & { day: string })[] };

const pathOf = (id: string): string => `/v1/admin/webhooks/${id}/health`;
const healthOf = async (client: Client, id: string, query = ''): Promise<Health> =>
  (await client('GET', `${pathOf(id)}${query}`)).body as Health;

test('deliveries count on the day on which they were made, by how they stand', async (t) => {
  const { tenantId, live, first, second } = await newClinic();
  const add = (at: string, status: string, more: object = {}) =>
    addDelivery(tenantId, { subscriptionId: first, status, at: new Date(at), ...more });
  t.deepEqual(await healthOf(live, first, '?days=1'), {
    subscription_id: first,
    delivered: 0,
    failed: 0,
    pending: 0,
    last_delivered_at: null,
    days: [{ day: '2026-03-02', delivered: 0, failed: 0, pending: 0 }],
  } as Health);
  await add('2026-02-01T00:00:00.000Z', 'delivered');
  await add('2026-02-28T23:59:59.999Z', 'delivered');
  await add('2026-03-01T00:00:00.000Z', 'dead-lettered');
  await add('2026-03-01T23:59:59.999Z', 'delivered');
  await add('2026-03-02T00:00:00.000Z', 'failed');
  await add('2026-03-02T10:00:00.000Z', 'exhausted');
  await add('2026-03-02T11:00:00.000Z', 'pending');
  await add('2026-03-02T11:30:00.000Z', 'delivered', { test: true });
  await add('2026-03-02T11:45:00.000Z', 'delivered', { subscriptionId: second });
  const health = await healthOf(live, first);
  t.like(health, { delivered: 3, failed: 3, pending: 1, last_delivered_at: '2026-03-01T23:59:59.999Z' });
  t.is(health.days.length, 30);
  t.is(health.days[0]?.day, '2026-02-01');
  t.deepEqual(health.days.slice(-3), [
    { day: '2026-02-28', delivered: 1, failed: 0, pending: 0 },
    { day: '2026-03-01', delivered: 1, failed: 1, pending: 0 },
    { day: '2026-03-02', delivered: 0, failed: 2, pending: 1 },
  ]);
  t.like(await healthOf(live, first, '?days=2'), { delivered: 1, failed: 3 });
  t.is((await healthOf(live, first, '?days=90')).days.length, 90);
  t.like(await healthOf(live, second), { delivered: 1, failed: 0 });
});

test('it is of the own tenant and mode, and its period has bounds', async (t) => {
  const { live, sandbox, first } = await newClinic();
  const { live: stranger } = await newClinic();
  t.deepEqual(errorOf(await stranger('GET', pathOf(first))), [404, 'not_found']);
  t.deepEqual(errorOf(await sandbox('GET', pathOf(first))), [404, 'not_found']);
  for (const days of ['0', '91', 'x'])
    t.deepEqual(errorOf(await live('GET', `${pathOf(first)}?days=${days}`)), [
      422,
      'validation_error',
      'days',
    ]);
});
