import test from 'ava';
import { topUp } from '../../command-api/tenants/operations.ts';
import { SCOPES } from '../../domain/api-key/events.ts';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { errorOf } from '../support/answers.ts';
import { clientOf, startApi, type Answer, type Client } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { startProjections } from '../support/running-projections.ts';

let now = new Date('2026-03-10T12:00:00.000Z');
const api = await startApi({ now: () => now });
const projections = await startProjections(api.runtime, [balancesProjection]);
test.after.always(async () => {
  await projections.stop();
  await api.stop();
});

const balanceOf = async (client: Client): Promise<unknown> => (await client('GET', '/v1/admin/balance')).body;
const openSession = (client: Client): Promise<Answer> =>
  client('POST', '/v1/sessions', { chief_complaint: 'headache' });

test.serial('the balance shows a charge as soon as the charged call has answered', async (t) => {
  const tenantId = await api.newTenant({ tier: 'growth' });
  const client = await api.newClient(tenantId);
  await projections.caughtUp();
  t.deepEqual(await balanceOf(client), { balance: 50_000, as_of: now.toISOString() });
  await projections.stop();
  const { status, headers } = await openSession(client);
  t.deepEqual([status, headers.get('x-svc-tokens-charged')], [201, '1']);
  t.like(await balanceOf(client), { balance: 49_999 });
  t.like((await client('GET', '/v1/admin/balance/status')).body, { balance: 49_999, lifetime_used: 1 });
});

test.serial('the status tells where the balance stands', async (t) => {
  const again = await startProjections(api.runtime, [balancesProjection]);
  const tenantId = await api.newTenant({ tier: 'free_trial' });
  const client = await api.newClient(tenantId, { rateLimitRpm: 10 });
  const granted = now.toISOString();
  await again.caughtUp();
  const { body } = await client('GET', '/v1/admin/balance/status');
  t.deepEqual(body, {
    balance: 1_000,
    initial_balance: 1_000,
    lifetime_used: 0,
    percentage_remaining: 100,
    current_threshold: 'ok',
    next_threshold: { name: 'low_20', tokens_until: 800, percentage: 20 },
    tier: 'free_trial',
    last_topup_at: granted,
  });
  for (const [charged, expected] of [
    [799, { percentage_remaining: 20.1, current_threshold: 'ok' }],
    [800, { percentage_remaining: 20, current_threshold: 'low_20' }],
    [900, { percentage_remaining: 10, current_threshold: 'low_10' }],
    [1_000, { percentage_remaining: 0, current_threshold: 'depleted', next_threshold: null }],
    [1_200, { balance: -200, percentage_remaining: 0, current_threshold: 'depleted', lifetime_used: 1_200 }],
  ] as const) {
    await api.runtime.pool.query('UPDATE read.balances SET charged = $2 WHERE tenant_id = $1', [
      tenantId,
      charged,
    ]);
    t.like((await client('GET', '/v1/admin/balance/status')).body, expected);
  }
  now = new Date('2026-03-11T12:00:00.000Z');
  await topUp(api.runtime, tenantId, 500);
  await again.caughtUp();
  t.like((await client('GET', '/v1/admin/balance/status')).body, {
    balance: 300,
    initial_balance: 300,
    current_threshold: 'ok',
    percentage_remaining: 100,
    last_topup_at: now.toISOString(),
  });
  await again.stop();
});

test.serial('the tier comes with what the price list says of it', async (t) => {
  const client = await api.newClient(await api.newTenant({ tier: 'scale' }));
  const { status, body } = await client('GET', '/v1/admin/tier');
  t.is(status, 200);
  t.deepEqual(body, {
    tier: 'scale',
    price: 5_750,
    tokens_included: 250_000,
    concurrency: 200,
    max_keys: 25,
    rpm: 120,
    sla: null,
    changed_at: now.toISOString(),
  });
});

test.serial('the rate window is that of the headers, counts its own call, and takes no scope', async (t) => {
  const tenantId = await api.newTenant({ tier: 'starter' });
  const client = await api.newClient(tenantId, { scopes: ['patients:read'], rateLimitRpm: 3 });
  const reset = new Date(Math.floor(now.getTime() / 1_000) * 1_000 + 61_000);
  for (const remaining of [2, 1, 0]) {
    const { status, headers, body } = await client('GET', '/v1/admin/rate-limit');
    t.is(status, 200);
    t.deepEqual(body, {
      limit: 3,
      remaining,
      reset_at: reset.toISOString(),
      source: 'key',
      override_rpm: null,
    });
    t.deepEqual(
      ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`)),
      ['3', String(remaining), String(reset.getTime() / 1_000)],
    );
  }
  const refused = await client('GET', '/v1/admin/rate-limit');
  t.deepEqual(errorOf(refused), [429, 'rate_limited']);
  t.is(refused.headers.get('retry-after'), '61');
  now = new Date(now.getTime() + 61_000);
  t.like((await client('GET', '/v1/admin/rate-limit')).body, { remaining: 2 });

  const nobody = clientOf(api.baseUrl, `svc_live_${'x'.repeat(43)}`);
  t.deepEqual(errorOf(await nobody('GET', '/v1/admin/rate-limit')), [401, 'unauthorized']);
  const bare = await fetchDescribed(`${api.baseUrl}/v1/admin/rate-limit`);
  t.is(bare.status, 401);
});

test.serial('the rate window tells the override, also where a key has less', async (t) => {
  const tenantId = await api.newTenant({ tier: 'starter' });
  const narrow = await api.newClient(tenantId, { rateLimitRpm: 3 });
  const wide = await api.newClient(tenantId);
  await wide('PUT', '/v1/admin/rate-limit', { rate_limit_rpm: 200 });
  t.like((await wide('GET', '/v1/admin/rate-limit')).body, {
    limit: 200,
    source: 'override',
    override_rpm: 200,
  });
  t.like((await narrow('GET', '/v1/admin/rate-limit')).body, { limit: 3, source: 'key', override_rpm: 200 });
});

test.serial('all but the rate window take admin:read; a test key sees the same', async (t) => {
  const tenantId = await api.newTenant({ tier: 'growth' });
  const live = await api.newClient(tenantId);
  const sandbox = await api.newClient(tenantId, { test: true });
  const without = await api.newClient(tenantId, { scopes: SCOPES.filter((scope) => scope !== 'admin:read') });
  for (const path of ['/balance', '/balance/status', '/tier', '/keys', '/usage', '/usage/details']) {
    t.deepEqual(errorOf(await without('GET', `/v1/admin${path}`)), [403, 'forbidden'], path);
    if (path !== '/keys') {
      const shown = await sandbox('GET', `/v1/admin${path}`);
      t.deepEqual(shown.body, (await live('GET', `/v1/admin${path}`)).body, path);
    }
  }
});
