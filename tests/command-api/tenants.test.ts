import test from 'ava';
import { SCOPES } from '../../domain/api-key/events.ts';
import { setTier } from '../../command-api/tenants/operations.ts';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { metadataOf } from '../../shared/event-log/stored-event.ts';
import { tenantStream } from '../../shared/event-log/streams.ts';
import { auditEntryOf } from '../../shared/read-models/audit-rows.ts';
import { errorOf } from '../support/answers.ts';
import { clientOf, startApi, type Client } from '../support/api.ts';

const SUNSET = '2026-07-23T00:00:00.000Z';
let now = new Date('2026-03-10T12:00:00.000Z');
const api = await startApi({ now: () => now, projections: [balancesProjection] });
test.after.always(api.stop);
test.beforeEach(() => {
  now = new Date('2026-03-10T12:00:00.000Z');
});

const TIER = '/v1/admin/tier';
const LIMIT = '/v1/admin/rate-limit';

async function newTenant(options: Parameters<typeof api.newTenant>[0] = {}) {
  const tenantId = await api.newTenant(options);
  return { tenantId, admin: await api.newClient(tenantId) };
}

const balanceOf = async (client: Client): Promise<number> => {
  const { body } = await client('GET', '/v1/admin/balance');
  return (body as { balance: number }).balance;
};
const tierOf = async (client: Client): Promise<string> =>
  ((await client('GET', TIER)).body as { tier: string }).tier;

test.serial('an upgrade is answered when tier and balance show it', async (t) => {
  const { admin } = await newTenant({ tier: 'starter' });
  await api.caughtUp();
  t.is(await balanceOf(admin), 10_000);
  const answer = await admin('PUT', TIER, { tier: 'growth' });
  t.is(answer.status, 200);
  t.deepEqual(answer.body, {
    tier: 'growth',
    price: 1_300,
    tokens_included: 50_000,
    concurrency: 50,
    max_keys: 10,
    rpm: 60,
    sla: '99.5%',
    changed_at: now.toISOString(),
  });
  t.deepEqual(
    ['deprecation', 'sunset', 'link', 'warning'].map((name) => answer.headers.get(name)),
    [null, null, null, null],
  );
  t.is(await balanceOf(admin), 50_000);
  t.deepEqual((await admin('GET', TIER)).body, answer.body);
});

test.serial('existing keys keep their limit over a tier change, new ones take the new one', async (t) => {
  const { admin } = await newTenant({ tier: 'growth' });
  t.is((await admin('PUT', TIER, { tier: 'scale' })).headers.get('x-ratelimit-limit'), '60');
  t.is((await admin('GET', TIER)).headers.get('x-ratelimit-limit'), '60');
  const created = (await admin('POST', '/v1/admin/keys', { name: 'new' })).body as {
    raw_key: string;
    key_id: string;
  };
  const limitOf = async (rawKey: string) =>
    (await clientOf(api.baseUrl, rawKey)('GET', '/v1/account')).headers.get('x-ratelimit-limit');
  t.is(await limitOf(created.raw_key), '120');
  t.is((await admin('PUT', TIER, { tier: 'free_trial' })).status, 200);
  const rotated = await admin('POST', `/v1/admin/keys/${created.key_id}/rotate`);
  t.is(await limitOf((rotated.body as { raw_key: string }).raw_key), '120', 'a rotation changes no limit');
});

test.serial(
  'going down and up again gains nothing, in the next month an upgrade grants in full',
  async (t) => {
    const { admin } = await newTenant({ tier: 'growth' });
    for (const tier of ['starter', 'growth', 'growth', 'free_trial', 'growth']) {
      t.is((await admin('PUT', TIER, { tier })).status, 200);
    }
    await api.caughtUp();
    t.is(await balanceOf(admin), 50_000);
    now = new Date('2026-03-31T23:59:59.999Z');
    await admin('PUT', TIER, { tier: 'starter' });
    await admin('PUT', TIER, { tier: 'growth' });
    t.is(await balanceOf(admin), 50_000);
    await admin('PUT', TIER, { tier: 'starter' });
    now = new Date('2026-04-01T00:00:00.000Z');
    await admin('PUT', TIER, { tier: 'growth' });
    t.is(await balanceOf(admin), 100_000);
  },
);

test.serial('a tier that the operator keeps is a 403, and comes from the operator', async (t) => {
  const beside = await api.beside('no-self-service', { env: { SELF_SERVICE_TIERS: 'free_trial,starter' } });
  try {
    const { tenantId } = await newTenant({ tier: 'growth' });
    const admin = clientOf(`http://127.0.0.1:${beside.port()}`, await api.newKey(tenantId));
    const refused = await admin('PUT', TIER, { tier: 'enterprise' });
    t.deepEqual(errorOf(refused), [403, 'forbidden']);
    t.like(refused.body, { error: { detail: { self_service_tiers: ['free_trial', 'starter'] } } });
    t.true(JSON.stringify(refused.body).includes(`tenant set ${tenantId} --tier enterprise`));
    t.is((await admin('PUT', TIER, { tier: 'growth' })).status, 200, 'the one that it has');
    t.is((await admin('PUT', TIER, { tier: 'starter' })).status, 200);
    t.is((await admin('PUT', TIER, { tier: 'growth' })).status, 403, 'it has another one now');
    await setTier(api.runtime, tenantId, 'enterprise');
    t.is(await tierOf(admin), 'enterprise');
  } finally {
    await beside.stop();
  }
});

test.serial('of upgrades at once one grants', async (t) => {
  const { admin } = await newTenant({ tier: 'starter' });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => admin('PUT', TIER, { tier: index % 2 ? 'scale' : 'growth' })),
  );
  t.true(answers.every(({ status }) => status === 200 || status === 503));
  await admin('PUT', TIER, { tier: 'scale' });
  await api.caughtUp();
  t.is(await balanceOf(admin), 250_000);
});

test.serial(
  'the query form carries its end in its headers until the sunset, and is gone after it',
  async (t) => {
    const { admin } = await newTenant({ tier: 'growth' });
    now = new Date(new Date(SUNSET).getTime() - 1);
    const before = await admin('PUT', `${TIER}?tier=scale`);
    t.is(before.status, 200);
    t.like(before.body, { tier: 'scale' });
    t.deepEqual(
      ['deprecation', 'sunset', 'link', 'warning'].map((name) => before.headers.get(name)),
      [
        '@1776988800',
        'Thu, 23 Jul 2026 00:00:00 GMT',
        '</v1/admin/tier>; rel="successor-version"',
        '299 - "use request body instead"',
      ],
    );
    t.like((await admin('PUT', TIER)).body, { tier: 'starter' }, 'without a tier, starter is meant');
    now = new Date(SUNSET);
    for (const path of [`${TIER}?tier=scale`, TIER]) {
      const after = await admin('PUT', path);
      t.deepEqual(errorOf(after), [410, 'gone']);
      t.is(after.headers.get('link'), '</v1/admin/tier>; rel="successor-version"');
      t.is(after.headers.get('sunset'), null);
    }
    t.is(await tierOf(admin), 'starter');
    t.is((await admin('PUT', TIER, { tier: 'growth' })).status, 200);
  },
);

test.serial('a tier that contradicts itself or that nobody sells changes nothing', async (t) => {
  const { admin } = await newTenant({ tier: 'growth' });
  t.deepEqual(errorOf(await admin('PUT', `${TIER}?tier=scale`, { tier: 'scale' })), [400, 'bad_request']);
  for (const [path, body, field] of [
    [TIER, { tier: 'platinum' }, 'tier'],
    [TIER, {}, 'tier'],
    [TIER, { tier: null }, 'tier'],
    [TIER, { tier: 'scale', price: 0 }, 'price'],
    [`${TIER}?tier=platinum`, undefined, 'tier'],
  ] as const) {
    const answer = await admin('PUT', path, body);
    t.deepEqual(errorOf(answer), [422, 'validation_error', field]);
  }
  t.deepEqual(errorOf(await admin('PUT', `${TIER}?tier=a&tier=b`)), [400, 'bad_request']);
  t.is(await tierOf(admin), 'growth');
});

test.serial('the override takes effect with its answer, for every key, and is cleared by null', async (t) => {
  const { admin, tenantId } = await newTenant({ tier: 'growth' });
  const slow = await api.newClient(tenantId, { rateLimitRpm: 20 });
  const limits = async () => {
    const answers = await Promise.all([admin, slow].map((client) => client('GET', LIMIT)));
    return answers.map(({ body }) => {
      const { limit, source } = body as { limit: number; source: string };
      return [limit, source];
    });
  };
  t.deepEqual(await limits(), [
    [60, 'tier'],
    [20, 'key'],
  ]);
  const set = await admin('PUT', LIMIT, { rate_limit_rpm: 5_000, reason: 'vaccination day' });
  t.is(set.status, 200);
  t.deepEqual(set.body, { rate_limit_rpm: 5_000, limit: 5_000, source: 'override' });
  t.deepEqual(await limits(), [
    [5_000, 'override'],
    [20, 'key'],
  ]);
  t.is((await admin('PUT', LIMIT, { rate_limit_rpm: 15 })).status, 200);
  t.deepEqual(await limits(), [
    [15, 'override'],
    [15, 'override'],
  ]);
  const cleared = await admin('PUT', LIMIT, { rate_limit_rpm: null, reason: null });
  t.deepEqual(cleared.body, { rate_limit_rpm: null, limit: 60, source: 'tier' });
  t.deepEqual(await limits(), [
    [60, 'tier'],
    [20, 'key'],
  ]);
});

test.serial('an override is audited, its reason sealed', async (t) => {
  const { admin, tenantId } = await newTenant();
  await admin('PUT', LIMIT, { rate_limit_rpm: 400, reason: 'vaccination day' });
  await admin('PUT', TIER, { tier: 'scale' });
  const actions: [string, string[]][] = [];
  for await (const stored of api.runtime.log.readStream(tenantStream(tenantId), 2)) {
    t.false(JSON.stringify(stored.data).includes('vaccination'));
    t.like(metadataOf(stored), { actor: { type: 'api_key' }, ip: '127.0.0.1' });
    const { action, changed_fields } = auditEntryOf(stored);
    actions.push([action, changed_fields]);
  }
  t.deepEqual(actions, [
    ['rate_limit.override_set', ['rate_limit_rpm']],
    ['tenant.tier_changed', ['tier']],
  ]);
});

test.serial('an override out of bounds changes nothing', async (t) => {
  const { admin } = await newTenant({ tier: 'growth' });
  for (const [body, field] of [
    [{}, 'rate_limit_rpm'],
    [{ rate_limit_rpm: 0 }, 'rate_limit_rpm'],
    [{ rate_limit_rpm: 5_001 }, 'rate_limit_rpm'],
    [{ rate_limit_rpm: '60' }, 'rate_limit_rpm'],
    [{ rate_limit_rpm: 60, reason: 'x'.repeat(501) }, 'reason'],
    [{ rate_limit_rpm: 60, ceiling: 1 }, 'ceiling'],
  ] as const) {
    const answer = await admin('PUT', LIMIT, body);
    t.deepEqual(errorOf(answer), [422, 'validation_error', field]);
  }
  t.is((await admin('GET', LIMIT)).headers.get('x-ratelimit-limit'), '60');
});

test.serial('what belongs to the tenant takes admin:write of a live credential', async (t) => {
  const { admin, tenantId } = await newTenant({ tier: 'growth' });
  const reader = await api.newClient(tenantId, { scopes: SCOPES.filter((scope) => scope !== 'admin:write') });
  const sandbox = await api.newClient(tenantId, { test: true });
  for (const client of [reader, sandbox]) {
    t.deepEqual(errorOf(await client('PUT', TIER, { tier: 'scale' })), [403, 'forbidden']);
    t.deepEqual(errorOf(await client('PUT', `${TIER}?tier=scale`)), [403, 'forbidden']);
    t.deepEqual(errorOf(await client('PUT', LIMIT, { rate_limit_rpm: 500 })), [403, 'forbidden']);
  }
  const nobody = clientOf(api.baseUrl, `svc_live_${'x'.repeat(43)}`);
  t.deepEqual(errorOf(await nobody('PUT', TIER, { tier: 'scale' })), [401, 'unauthorized']);
  t.is(await tierOf(admin), 'growth');
  t.is((await admin('GET', LIMIT)).headers.get('x-ratelimit-limit'), '60');
});

test.serial('a stream takes 120 events of callers an hour, and then waits', async (t) => {
  const { admin } = await newTenant();
  const change = () => admin('PUT', LIMIT, { rate_limit_rpm: 5_000, reason: 'again' });
  // The stream begins with the tenant's registration and its tokens.
  for (let count = 2; count < 120; count += 1) t.is((await change()).status, 200);
  const refused = await change();
  t.deepEqual(errorOf(refused), [429, 'rate_limited']);
  t.is(refused.headers.get('retry-after'), '3600');
  now = new Date(now.getTime() + 3_599_999);
  t.is((await change()).status, 429);
  now = new Date(now.getTime() + 1);
  t.is((await change()).status, 200);
});

test.serial('a tenant sets how long its sessions are kept, and the trail says so', async (t) => {
  const { tenantId, admin } = await newTenant();
  const path = '/v1/admin/retention';
  const shown = async () => (await admin('GET', path)).body;
  t.deepEqual(await shown(), { retention_days: 30, default_days: 30 });
  for (const retention_days of [6, 3_651, 7.5, null]) {
    const refused = errorOf(await admin('PUT', path, { retention_days }));
    t.deepEqual(refused, [422, 'validation_error', 'retention_days']);
  }
  const sandbox = await api.newClient(tenantId, { test: true });
  t.deepEqual(errorOf(await sandbox('PUT', path, { retention_days: 7 })), [403, 'forbidden']);
  for (const retention_days of [7, 3_650]) {
    const answer = await admin('PUT', path, { retention_days, reason: 'records policy' });
    t.deepEqual([answer.status, answer.body], [200, { retention_days, default_days: 30 }]);
    t.deepEqual(await shown(), answer.body);
  }
  const rows = [];
  for await (const event of api.runtime.log.readStream(tenantStream(tenantId), 0)) {
    if (event.type === 'retention-changed') rows.push(auditEntryOf(event));
  }
  t.deepEqual(
    rows.map(({ action, changed_fields }) => [action, changed_fields]),
    [
      ['retention.changed', ['retention_days']],
      ['retention.changed', ['retention_days']],
    ],
  );
});
