import test from 'ava';
import { randomUUID } from 'node:crypto';
import { revokeApiKey } from '../../command-api/api-keys/operations.ts';
import { TRIAGE_LEVELS } from '../../domain/clinical/types.ts';
import { countDeliveries } from '../../query-api/stats/deliveries.ts';
import { countSessions } from '../../query-api/stats/sessions.ts';
import { readCallHealth } from '../../query-api/requests/read-health.ts';
import { usageWindow } from '../../query-api/usage-summary/window.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { emptyLatency, latencyStep } from '../../shared/requests/latency.ts';
import { clientOf, startApi, type Client } from '../support/api.ts';
import { newMember } from './support.ts';

/** The clock of the API: days are counted from it. */
const NOW = new Date('2026-03-15T10:00:00.000Z');
const api = await startApi({ now: () => NOW });
const { pool } = api.runtime;
test.after.always(api.stop);

const STATS = '/v1/admin/stats';
type Day = { day: string; created: number; finalized: number; by_triage_level: Record<string, number> };
type Stats = {
  sessions: {
    total: number;
    by_status: Record<string, number>;
    by_triage_level: Record<string, number>;
    by_day: Day[];
  };
  deliveries: { by_status: Record<string, number> };
} & Record<'tokens' | 'keys' | 'members', Record<string, number>>;

const statsOf = async (client: Client): Promise<Stats> => {
  const answer = await client('GET', STATS);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Stats;
};

type Some = {
  count?: number;
  test?: boolean;
  status?: string;
  level?: string;
  at?: string;
  flags?: string[];
};

async function addSessions(tenantId: string, some: Some): Promise<void> {
  await pool.query(
    `INSERT INTO read.sessions (session_id, tenant_id, test, status, revision, triage_level, complaint_hash, age_band,
       sex, questions_asked, red_flags, created_at, last_activity_at, state_key_id, state_sealed, brief_sealed)
     SELECT gen_random_uuid(), $1, $2, $3, 1, $4, '', 'adult', 'male', 0, $7, $5::timestamptz, $5, $1,
       decode(repeat('00', 800), 'hex'), decode(repeat('00', 120), 'hex')
     FROM generate_series(1, $6)`,
    [
      tenantId,
      some.test ?? false,
      some.status ?? 'finalized',
      some.level ?? 'routine',
      some.at ?? NOW,
      some.count ?? 1,
      some.flags ?? [],
    ],
  );
}

async function addDeliveries(
  tenantId: string,
  status: string,
  some: { count?: number; test?: boolean; at?: string; resolved?: boolean } = {},
): Promise<void> {
  await pool.query(
    `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
       due_at, created_at, delivered_at, resolved_at)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, $1, 'session.created', $2, $3,
       CASE WHEN $3 IN ('pending', 'failed') THEN $4::timestamptz END, $4,
       CASE WHEN $3 = 'delivered' THEN $4::timestamptz END, CASE WHEN $5 THEN $4::timestamptz END
     FROM generate_series(1, $6)`,
    [tenantId, some.test ?? false, status, some.at ?? NOW, some.resolved ?? false, some.count ?? 1],
  );
}

const none = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, 0]));

test('a tenant without anything has every number, and they are 0', async (t) => {
  const client = await api.newClient(await api.newTenant());
  const answer = await client('GET', STATS);
  const stats = answer.body as Stats;
  t.is((answer.body as { as_of: string }).as_of, NOW.toISOString());
  t.like(stats.sessions, {
    total: 0,
    by_status: { active: 0, finalized: 0 },
    by_triage_level: none(TRIAGE_LEVELS),
  });
  t.is(stats.sessions.by_day.length, 30);
  t.is(stats.sessions.by_day[0]?.day, '2026-02-14');
  t.deepEqual(stats.sessions.by_day.at(-1), {
    ...{ day: '2026-03-15', created: 0, finalized: 0 },
    by_triage_level: none(TRIAGE_LEVELS),
  });
  t.deepEqual(stats.tokens, { balance: 0, granted: 0, charged: 0 });
  t.deepEqual(stats.members, { active: 0, invited: 0, deactivated: 0 });
  t.deepEqual(stats.deliveries.by_status, {
    ...none(['pending', 'failed', 'dead-lettered', 'exhausted', 'delivered']),
  });
});

test('sessions are counted by status, level and day, each mode for its keys, both for members', async (t) => {
  const tenantId = await api.newTenant();
  const other = await api.newTenant();
  await addSessions(other, { count: 9 });
  await addSessions(tenantId, { count: 3, level: 'emergency', at: '2026-03-15T00:00:00Z' });
  await addSessions(tenantId, { count: 2, status: 'active', at: '2026-03-14T23:59:59.999Z' });
  await addSessions(tenantId, { count: 1, level: 'self_care', at: '2026-02-14T00:00:00Z' });
  await addSessions(tenantId, { count: 4, level: 'urgent', at: '2026-02-13T23:59:59.999Z' });
  await addSessions(tenantId, { count: 5, test: true, status: 'active', level: 'urgent' });
  const live = await statsOf(await api.newClient(tenantId));
  t.like(live.sessions, {
    total: 10,
    by_status: { active: 2, finalized: 8 },
    by_triage_level: { emergency_ambulance: 0, emergency: 3, urgent: 4, routine: 2, self_care: 1 },
  });
  const levels = none(TRIAGE_LEVELS);
  t.deepEqual(
    live.sessions.by_day.filter(({ created }) => created > 0),
    [
      { day: '2026-02-14', created: 1, finalized: 1, by_triage_level: { ...levels, self_care: 1 } },
      { day: '2026-03-14', created: 2, finalized: 0, by_triage_level: { ...levels, routine: 2 } },
      { day: '2026-03-15', created: 3, finalized: 3, by_triage_level: { ...levels, emergency: 3 } },
    ],
  );
  const inTest = await statsOf(await api.newClient(tenantId, { test: true }));
  t.like(inTest.sessions, { total: 5, by_status: { active: 5, finalized: 0 } });
  const both = await statsOf((await newMember(api, tenantId)).client);
  t.like(both.sessions, { total: 15, by_triage_level: { urgent: 9 } });
  t.deepEqual(both.sessions.by_day.at(-1), {
    ...{ day: '2026-03-15', created: 8, finalized: 3 },
    by_triage_level: { ...levels, emergency: 3, urgent: 5 },
  });
});

test('deliveries that need somebody count until they are resolved, the others for a day', async (t) => {
  const tenantId = await api.newTenant();
  const long = '2026-01-01T00:00:00Z';
  await addDeliveries(tenantId, 'delivered', { count: 4 });
  await addDeliveries(tenantId, 'delivered', { count: 2, at: '2026-03-14T10:00:00Z' });
  await addDeliveries(tenantId, 'pending', { count: 3 });
  await addDeliveries(tenantId, 'failed', { at: long });
  await addDeliveries(tenantId, 'dead-lettered', { count: 2, at: long });
  await addDeliveries(tenantId, 'dead-lettered', { at: long, resolved: true });
  await addDeliveries(tenantId, 'exhausted', { at: long });
  await addDeliveries(tenantId, 'failed', { count: 7, test: true });
  await addDeliveries(tenantId, 'delivered', { count: 8, test: true });
  await addDeliveries(await api.newTenant(), 'delivered', { count: 9 });
  const live = await statsOf(await api.newClient(tenantId));
  t.deepEqual(live.deliveries.by_status, {
    pending: 3,
    failed: 1,
    'dead-lettered': 2,
    exhausted: 1,
    delivered: 4,
  });
  const both = await statsOf((await newMember(api, tenantId)).client);
  t.like(both.deliveries.by_status, { failed: 8, delivered: 12 });
});

test('tokens, keys and members are the tenant’s', async (t) => {
  const tenantId = await api.newTenant();
  await pool.query('INSERT INTO read.balances VALUES ($1, 1500, 1512, 1000, NULL)', [tenantId]);
  const client = await api.newClient(tenantId, { test: true });
  await api.newKey(tenantId);
  await api.newKey(tenantId);
  await api.newKey(tenantId);
  const { rows } = await pool.query<{ key_id: string }>(
    'SELECT key_id FROM read.api_keys WHERE tenant_id = $1 AND NOT is_test ORDER BY created_at, key_id',
    [tenantId],
  );
  await pool.query(
    "UPDATE read.api_keys SET expires_at = $2::timestamptz - interval '1 s' WHERE key_id = $1",
    [rows[0]!.key_id, NOW],
  );
  await revokeApiKey(api.runtime, rows[1]!.key_id);
  const members = [
    await newMember(api, tenantId),
    await newMember(api, tenantId),
    await newMember(api, tenantId),
  ];
  for (const [index, status] of ['active', 'invited', 'deactivated'].entries()) {
    await pool.query('UPDATE read.members SET status = $2 WHERE member_id = $1', [
      members[index]!.memberId,
      status,
    ]);
  }
  const stats = await statsOf(client);
  t.deepEqual(stats.tokens, { balance: -12, granted: 1_500, charged: 1_512 });
  t.deepEqual(stats.keys, { active: 2, live: 1, test: 1 });
  t.deepEqual(stats.members, { active: 1, invited: 1, deactivated: 1 });
});

test('the numbers need admin:read', async (t) => {
  const tenantId = await api.newTenant();
  const client = await api.newClient(tenantId, { scopes: ['sessions:read', 'admin:write'] });
  t.is((await client('GET', STATS)).status, 403);
  const billing = await newMember(api, tenantId, 'billing');
  t.is((await billing.client('GET', STATS)).status, 200);
});

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows': number; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How Postgres went about what `ask` asks for: each look at a table. */
async function looksAtTables(ask: (sql: Sql) => Promise<unknown>): Promise<Plan[]> {
  const looks: Plan[] = [];
  const explaining: Sql = {
    query: (async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      looks.push(...nodesOf(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name']));
      return { rows: [] };
    }) as unknown as Sql['query'],
  };
  await ask(explaining);
  return looks;
}

const MANY = 50_000;
/** What the dashboard's first page asks for; each is to answer within 200 ms. */
const HOME_CALLS = [
  STATS,
  '/v1/admin/balance/status',
  '/v1/admin/usage?days=7',
  ...['24h', '7d', '30d'].map((range) => `/v1/admin/requests/summary?range=${range}`),
  '/v1/admin/requests?limit=100',
  '/v1/admin/webhooks',
  '/v1/admin/webhooks/failures/summary',
  '/v1/sessions?red_flags=any&limit=5',
];

/** A month of calls on forty routes, by the hour. */
async function addCounts(tenantId: string): Promise<void> {
  const latency = emptyLatency();
  latency[latencyStep(20)] = 9;
  await pool.query(
    `INSERT INTO ops.request_counts (tenant_id, start_at, width_s, route, requests, errors, latency)
     SELECT $1, at, 3600, 'GET /v1/route-' || route, 9, 1, $3::int[]
     FROM generate_series($2::timestamptz - interval '30 days', $2, '1 hour') AS h (at), generate_series(1, 40) AS r (route)`,
    [tenantId, NOW, latency],
  );
}

// The goal is 50 ms for so many sessions. A clock would measure what else the machine does; what makes it hold is that
// no row is read where its page is known to be visible to all.
test.serial('many sessions and deliveries are counted from indexes alone', async (t) => {
  const tenantId = await api.newTenant();
  for (let part = 0; part < 10; part += 1) {
    await addSessions(tenantId, {
      count: MANY / 10,
      level: TRIAGE_LEVELS[part % 5]!,
      status: part < 3 ? 'active' : 'finalized',
      at: new Date(NOW.getTime() - part * 4 * 86_400_000).toISOString(),
      flags: part < 4 ? ['rf_alarm'] : [],
    });
    await addSessions(randomUUID(), { count: MANY / 50 });
  }
  await addDeliveries(tenantId, 'delivered', { count: 10_000 });
  await addDeliveries(tenantId, 'dead-lettered', { count: 500 });
  await addDeliveries(randomUUID(), 'delivered', { count: 40_000 });
  // One that makes no calls itself, which would be counted at some time meanwhile.
  const quiet = randomUUID();
  for (const owner of [tenantId, quiet, randomUUID()]) await addCounts(owner);
  // What autovacuum does after a while.
  await pool.query('VACUUM (ANALYZE) read.sessions');
  await pool.query('VACUUM (ANALYZE) ops.webhook_deliveries');
  await pool.query('VACUUM (ANALYZE) ops.request_counts');
  const client = clientOf(api.baseUrl, await api.newKey(tenantId));
  const startedMs = performance.now();
  const stats = await statsOf(client);
  t.log(`${(performance.now() - startedMs).toFixed(1)} ms`);
  t.is(stats.sessions.total, MANY);
  // What a list says of a session is sealed: these have been erased since, and are left out of the page.
  await pool.query(
    `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, created_at, destroyed_at)
     VALUES ($1, $1, $1, 'outcome', $2, $2)`,
    [tenantId, NOW],
  );
  const flagged = await client('GET', '/v1/sessions?red_flags=any&limit=5');
  t.is((flagged.body as { total: number }).total, (4 * MANY) / 10);
  for (const path of HOME_CALLS) {
    await client('GET', path);
    const sinceMs = performance.now();
    t.is((await client('GET', path)).status, 200, path);
    t.log(`${path}: ${(performance.now() - sinceMs).toFixed(1)} ms`);
  }
  t.like(stats.deliveries.by_status, { delivered: 10_000, 'dead-lettered': 500 });

  const window = usageWindow('7d', 'route', NOW);
  const [counts] = await looksAtTables((sql) => readCallHealth(sql, quiet, window));
  t.regex(counts!['Node Type'], /^(Index|Bitmap Heap) Scan$/);
  t.is(counts!['Actual Rows'], 7 * 24 * 40, 'and no other tenant’s or older ones');

  for (const isTest of [false, null]) {
    const caller = { tenantId, test: isTest };
    const looks = await looksAtTables(async (sql) => {
      await countSessions(sql, caller, NOW);
      await countDeliveries(sql, caller, NOW);
    });
    t.deepEqual(
      looks.map((look) => `${look['Node Type']} ${look['Relation Name']}`),
      ['sessions', 'webhook_deliveries', 'webhook_deliveries'].map((table) => `Index Only Scan ${table}`),
    );
  }
});
