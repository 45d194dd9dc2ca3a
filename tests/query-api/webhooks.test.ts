import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  ACTIONABLE,
  COUNT,
  DEAD_LETTERS,
  findDeadLetters,
  findDeliveries,
  PAGE,
} from '../../query-api/webhooks/delivery-queries.ts';
import { fieldsOf } from '../support/answers.ts';
import { startApi, type Answer } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { newMember, plannerOf } from './support.ts';
import { createClinics, createDeliverySeed, idsOf, pageOf, seedMany, type Delivery } from './webhook-seed.ts';

/** What an administrator sees of deliveries. The rows are put there as the dispatcher leaves them. */
const api = await startApi();
const { pool } = api.runtime;
const addDelivery = createDeliverySeed(api.runtime);
const newClinic = createClinics(api);
test.after.always(api.stop);

test('the list shows failures unless asked for others, newest first', async (t) => {
  const { tenantId, live, first } = await newClinic();
  const ids: Record<string, string> = {};
  const statuses = ['pending', 'failed', 'dead-lettered', 'exhausted', 'delivered'];
  for (const [ago, status] of statuses.entries())
    ids[status] = await addDelivery(tenantId, { subscriptionId: first, status, ago });
  const get = (query: string): Promise<Answer> => live('GET', `/v1/admin/webhooks/deliveries${query}`);

  const failures = await get('');
  t.is(failures.status, 200);
  t.deepEqual(idsOf(failures), [ids.failed, ids['dead-lettered'], ids.exhausted]);
  t.like(pageOf(failures), { page: 1, per_page: 50, total: 3 });
  t.like(pageOf(failures).data[0], {
    subscription_id: first,
    event_type: 'session.created',
    status: 'failed',
    attempts: 1,
    next_retry_at: '2026-03-02T11:59:30.000Z',
    last_status_code: 500,
    last_error: 'http_server_error',
    created_at: '2026-03-02T11:59:00.000Z',
  });
  t.deepEqual(idsOf(await get('?status=delivered')), [ids.delivered]);
  t.deepEqual(idsOf(await get('?status=delivered,pending')), [ids.pending, ids.delivered]);
  t.is(pageOf(await get('?status=pending')).data[0]?.next_retry_at, null, 'an attempt is not a retry');
  t.deepEqual(idsOf(await get(`?status=${statuses.join(',')}`)).length, 5);
});

test('deliveries of some days, both included', async (t) => {
  const { tenantId, live, first } = await newClinic();
  const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'];
  const ids: string[] = [];
  for (const day of days)
    ids.push(
      await addDelivery(tenantId, {
        subscriptionId: first,
        status: 'failed',
        at: new Date(`${day}T23:59:59Z`),
      }),
    );
  const between = async (query: string): Promise<string[]> =>
    idsOf(await live('GET', `/v1/admin/webhooks/deliveries?${query}`));
  t.deepEqual(await between('date_from=2026-02-28&date_to=2026-03-01'), [ids[2], ids[1]]);
  t.deepEqual(await between('date_from=2026-03-02'), [ids[3]]);
  t.deepEqual(await between('date_to=2026-02-27'), [ids[0]]);
  t.is(pageOf(await live('GET', '/v1/admin/webhooks/deliveries?date_to=2026-02-28')).total, 2);
  const reversed = await live('GET', '/v1/admin/webhooks/deliveries?date_from=2026-03-02&date_to=2026-03-01');
  t.is(reversed.status, 400);
});

test('pages: each delivery once, the total on each, nothing beyond the end', async (t) => {
  const { tenantId, live, first, second } = await newClinic();
  const expected: string[] = [];
  for (let ago = 0; ago < 7; ago += 1)
    expected.push(await addDelivery(tenantId, { subscriptionId: first, status: 'failed', ago }));
  await addDelivery(tenantId, { subscriptionId: second, status: 'failed', ago: 9 });
  const seen: string[] = [];
  for (const page of [1, 2, 3, 4]) {
    const path = `/v1/admin/webhooks/deliveries?subscription_id=${first}&per_page=3&page=${page}`;
    const answer = await live('GET', path);
    t.like(pageOf(answer), { page, per_page: 3, total: 7 });
    seen.push(...idsOf(answer));
  }
  t.deepEqual(seen, expected);
  t.is(pageOf(await live('GET', '/v1/admin/webhooks/deliveries?page=45000000000000')).data.length, 0);

  const latest = await live('GET', `/v1/admin/webhooks/${first}/deliveries?limit=2`);
  t.deepEqual(
    (latest.body as Delivery[]).map((one) => one.delivery_id),
    expected.slice(0, 2),
  );
  await addDelivery(tenantId, { subscriptionId: first, ago: 10 });
  t.is(((await live('GET', `/v1/admin/webhooks/${first}/deliveries`)).body as Delivery[]).length, 8);
});

test('parameters out of bounds are 422, each by its name', async (t) => {
  const { live, first } = await newClinic();
  const list = '/v1/admin/webhooks/deliveries';
  const wrong: [string, string][] = [
    [`${list}?page=0`, 'page'],
    [`${list}?page=x`, 'page'],
    [`${list}?per_page=0`, 'per_page'],
    [`${list}?per_page=201`, 'per_page'],
    [`${list}?status=lost`, 'status.0'],
    [`${list}?status=`, 'status.0'],
    [`${list}?subscription_id=7`, 'subscription_id'],
    [`${list}/7`, 'delivery_id'],
    [`/v1/admin/webhooks/7/deliveries`, 'subscription_id'],
    [`/v1/admin/webhooks/${first}/deliveries?limit=0`, 'limit'],
    [`/v1/admin/webhooks/${first}/deliveries?limit=201`, 'limit'],
    ['/v1/admin/webhooks/dlq?limit=0', 'limit'],
    ['/v1/admin/webhooks/dlq?limit=501', 'limit'],
  ];
  for (const [path, field] of wrong) {
    const answer = await live('GET', path);
    t.is(answer.status, 422, path);
    t.deepEqual(fieldsOf(answer), [field], path);
  }
  for (const path of [`${list}?per_page=200`, '/v1/admin/webhooks/dlq?limit=500'])
    t.is((await live('GET', path)).status, 200);
});

test('keys see deliveries of their own mode, members both, other tenants none', async (t) => {
  const { tenantId, live, sandbox, first } = await newClinic();
  const { client: member } = await newMember(api, tenantId);
  const stranger = (await newClinic()).live;
  const ofLive = await addDelivery(tenantId, { subscriptionId: first, status: 'dead-lettered', ago: 1 });
  const ofTest = await addDelivery(tenantId, {
    subscriptionId: first,
    status: 'dead-lettered',
    test: true,
    ago: 2,
  });
  const seenBy = { live: [ofLive], sandbox: [ofTest], member: [ofLive, ofTest] };
  for (const [name, client] of Object.entries({ live, sandbox, member })) {
    const visible = seenBy[name as keyof typeof seenBy];
    const list = await client('GET', '/v1/admin/webhooks/deliveries');
    t.deepEqual(idsOf(list), visible, name);
    t.is(pageOf(list).total, visible.length);
    const latest = await client('GET', `/v1/admin/webhooks/${first}/deliveries`);
    // A live key made the subscription.
    if (name === 'sandbox') t.is(latest.status, 404);
    else
      t.deepEqual(
        (latest.body as Delivery[]).map((one) => one.delivery_id),
        visible,
      );
    t.like((await client('GET', '/v1/admin/webhooks/failures/summary')).body, {
      'dead-lettered': visible.length,
      dlq_length: visible.length,
    });
    t.deepEqual(idsOf(await client('GET', '/v1/admin/webhooks/dlq')), visible);
    for (const id of [ofLive, ofTest]) {
      const { status } = await client('GET', `/v1/admin/webhooks/deliveries/${id}`);
      t.is(status, visible.includes(id) ? 200 : 404, name);
    }
  }
  t.is((await stranger('GET', `/v1/admin/webhooks/deliveries/${ofLive}`)).status, 404);
  t.is((await stranger('GET', `/v1/admin/webhooks/${first}/deliveries`)).status, 404);
  t.is(pageOf(await stranger('GET', `/v1/admin/webhooks/deliveries?subscription_id=${first}`)).total, 0);
  t.like((await stranger('GET', '/v1/admin/webhooks/failures/summary')).body, { total: 0, dlq_length: 0 });
  t.deepEqual((await stranger('GET', '/v1/admin/webhooks/dlq')).body, {
    total: 0,
    limit: 50,
    offset: 0,
    data: [],
  });
});

test('a test key lists what test keys subscribed, live keys and members list all', async (t) => {
  const { tenantId, live, sandbox, first, second } = await newClinic();
  const { client: member } = await newMember(api, tenantId);
  const subscribe = async (client: typeof live): Promise<string> => {
    const body = { url: 'http://127.0.0.1:9/hook', events: ['session.created'] };
    return ((await client('POST', '/v1/admin/webhooks', body)).body as { subscription_id: string })
      .subscription_id;
  };
  const [ofTest, ofMember] = [await subscribe(sandbox), await subscribe(member)];
  for (const [client, visible] of [
    [live, [first, second, ofTest, ofMember]],
    [member, [first, second, ofTest, ofMember]],
    [sandbox, [ofTest]],
  ] as const) {
    const { body } = await client('GET', '/v1/admin/webhooks');
    t.deepEqual(
      (body as { subscription_id: string }[]).map((one) => one.subscription_id),
      [...visible],
    );
  }
  const own = await addDelivery(tenantId, { subscriptionId: ofTest, test: true });
  for (const [client, visible] of [
    [sandbox, [own]],
    [member, [own]],
    [live, []],
  ] as const) {
    const { body } = await client('GET', `/v1/admin/webhooks/${ofTest}/deliveries`);
    t.deepEqual(
      (body as Delivery[]).map((one) => one.delivery_id),
      [...visible],
    );
  }
});

test('what is resolved stays in the lists and is counted nowhere', async (t) => {
  const { tenantId, live, first } = await newClinic();
  for (const status of ['failed', 'dead-lettered', 'dead-lettered', 'exhausted'])
    await addDelivery(tenantId, { subscriptionId: first, status });
  const resolved = await addDelivery(tenantId, {
    subscriptionId: first,
    status: 'dead-lettered',
    ago: -5,
    resolved: true,
  });
  await addDelivery(tenantId, { subscriptionId: first });
  t.deepEqual((await live('GET', '/v1/admin/webhooks/failures/summary')).body, {
    failed: 1,
    'dead-lettered': 2,
    exhausted: 1,
    total: 4,
    dlq_length: 2,
  });
  const dead = await live('GET', '/v1/admin/webhooks/dlq?limit=1');
  t.like(dead.body, { total: 2, limit: 1 });
  t.is(idsOf(dead).length, 1);
  const listed = pageOf(await live('GET', '/v1/admin/webhooks/deliveries'));
  t.is(listed.total, 5);
  t.like(listed.data[0], {
    delivery_id: resolved,
    status: 'dead-lettered',
    resolved_at: '2026-03-02T12:05:00.000Z',
    resolution_reason: 'known, ignore',
  });
});

test('deliveries need webhooks:read, dead letters admin:write', async (t) => {
  const { tenantId, first } = await newClinic();
  const reader = await api.newClient(tenantId, { scopes: ['webhooks:read', 'admin:read'] });
  const other = await api.newClient(tenantId, { scopes: ['webhooks:write', 'admin:write'] });
  const paths = [
    '/v1/admin/webhooks/deliveries',
    `/v1/admin/webhooks/deliveries/${randomUUID()}`,
    `/v1/admin/webhooks/${first}/deliveries`,
    '/v1/admin/webhooks/failures/summary',
  ];
  for (const path of paths) {
    t.is((await other('GET', path)).status, 403, path);
    t.not((await reader('GET', path)).status, 403, path);
    t.is((await fetchDescribed(`${api.baseUrl}${path}`)).status, 401, path);
  }
  t.is((await reader('GET', '/v1/admin/webhooks/dlq')).status, 403);
  t.is((await other('GET', '/v1/admin/webhooks/dlq')).status, 200);
  t.is((await reader('GET', `/v1/admin/webhooks/deliveries/${randomUUID()}`)).status, 404);
});

test.serial('every query reads an index, as the role of the APIs, however many rows there are', async (t) => {
  const { tenantId, first } = await newClinic();
  await seedMany(pool, { subscriptionId: first, tenantId });
  await pool.query('VACUUM ANALYZE ops.webhook_deliveries');
  const { own, planOf } = plannerOf(t, api, tenantId);
  const both = [false, true];
  const plans: [string, string, unknown[]][] = [
    ['webhook_deliveries_tenant', PAGE, [tenantId, both, ['delivered'], null, null, null, 50, 900]],
    ['webhook_deliveries_tenant', PAGE, [tenantId, [true], null, first, null, null, 200, 0]],
    [
      'webhook_deliveries_tenant',
      COUNT,
      [tenantId, both, ['failed', 'dead-lettered', 'exhausted'], null, null, null],
    ],
    ['webhook_deliveries_tenant', COUNT, [tenantId, both, null, null, '2026-01-01', '2026-01-02']],
    ['webhook_deliveries_actionable', ACTIONABLE, [tenantId, both]],
    ['webhook_deliveries_actionable', DEAD_LETTERS, [tenantId, both, 50, 0]],
  ];
  for (const [index, text, values] of plans) {
    const plan = await planOf(text, values);
    t.true(plan.includes(index), plan);
    t.false(plan.includes('Seq Scan on webhook_deliveries'), plan);
  }
  const viewer = { tenantId, test: null };
  const filter = { statuses: null, subscriptionId: null, made: { from: null, before: null } };
  t.is((await findDeliveries(own, viewer, filter, { limit: 10, offset: 995 })).length, 5);
  t.is((await findDeadLetters(own, viewer, { limit: 500, offset: 0 })).length, 200);
  const stranger = { tenantId: randomUUID(), test: null };
  t.is((await findDeliveries(own, stranger, filter, { limit: 10, offset: 0 })).length, 0);
});
