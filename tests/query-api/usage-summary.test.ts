import test from 'ava';
import { v7 as uuidV7 } from 'uuid';
import { topUp } from '../../command-api/tenants/operations.ts';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { tokenGrantsProjection } from '../../projectors/token-grants/projection.ts';
import { usageHoursProjection } from '../../projectors/usage-hours/projection.ts';
import { usageProjection } from '../../projectors/usage/projection.ts';
import { usageWindow } from '../../query-api/usage-summary/window.ts';
import { NO_KEY } from '../../shared/requests/counts.ts';
import { startApi, type Client } from '../support/api.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIMIT_MS = 10_000;

const START = new Date('2026-05-05T10:30:20.000Z');
const clock = { at: START };
const api = await startApi({
  now: () => clock.at,
  projections: [balancesProjection, usageProjection, usageHoursProjection, tokenGrantsProjection],
});
const { runtime } = api;
test.after.always(api.stop);

type Summary = {
  totals: { requests: number; errors: number; tokens_charged: number };
  routes: ({ route: string; requests: number; errors: number; tokens_charged: number } & Record<
    string,
    unknown
  >)[];
  buckets: { start: string; requests: number; errors: number; tokens_charged: number }[];
  balance_series: { at: string; balance: number }[];
};

const summaryOf = async (client: Client, query = ''): Promise<Summary> =>
  (await client('GET', `/v1/admin/usage/summary${query}`)).body as Summary;

const routeOf = (summary: Summary, route: string) => summary.routes.find((row) => row.route === route);

test.serial('a summary adds up calls, errors and tokens, and follows the balance back', async (t) => {
  const tenantId = await api.newTenant({ tier: 'growth' });
  const client = await api.newClient(tenantId);
  await api.caughtUp();
  const open = async () => {
    const { body } = await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
    return (body as { session_id: string }).session_id;
  };
  const sessionId = await open();
  clock.at = new Date(START.getTime() + 2 * HOUR_MS);
  await topUp(runtime, tenantId, 1_000);
  await client('POST', `/v1/sessions/${sessionId}/route`, { text: 'It began this morning.' });
  await client('POST', `/v1/sessions/${uuidV7()}/route`, { text: 'nobody' });
  clock.at = new Date(clock.at.getTime() + 10 * MINUTE_MS);
  await open();
  await api.caughtUp();
  await until('the counts are flushed', LIMIT_MS, async () => {
    const { routes } = await summaryOf(client);
    return routes.some(({ route, requests }) => route === 'POST /v1/sessions' && requests === 2);
  });

  const day = await summaryOf(client);
  t.like(day, { range: '24h', group_by: 'route' });
  t.is(day.totals.tokens_charged, 7);
  t.is(day.totals.errors, 1);
  t.like(routeOf(day, 'POST /v1/sessions'), { requests: 2, errors: 0, tokens_charged: 2 });
  const routing = routeOf(day, 'POST /v1/sessions/{session_id}/route');
  t.like(routing, { requests: 2, errors: 1, tokens_charged: 5 });
  const [p50, p95, p99] = [routing?.['p50_ms'], routing?.['p95_ms'], routing?.['p99_ms']].map(Number);
  t.true(p50! > 0 && p50! <= p95! && p95! <= p99! && p99! <= 12_288);
  t.is(day.buckets.length, 24);
  t.is(day.buckets[0]?.start, '2026-05-04T13:00:00.000Z');
  t.deepEqual(
    day.buckets
      .filter(({ requests }) => requests > 0)
      .map(({ start, tokens_charged }) => [start, tokens_charged]),
    [
      ['2026-05-05T10:00:00.000Z', 1],
      ['2026-05-05T12:00:00.000Z', 6],
    ],
  );
  const balances = new Map(day.balance_series.map(({ at, balance }) => [at, balance]));
  t.is(balances.get('2026-05-05T10:00:00.000Z'), 0, 'before the tenant was');
  t.is(balances.get('2026-05-05T11:00:00.000Z'), 49_999);
  t.is(balances.get('2026-05-05T12:00:00.000Z'), 49_999);
  t.deepEqual(day.balance_series.at(-1), { at: clock.at.toISOString(), balance: 50_993 });

  const hour = await summaryOf(client, '?range=1h');
  t.is(hour.totals.tokens_charged, 6);
  t.like(routeOf(hour, 'POST /v1/sessions'), { requests: 1 });
  t.is(hour.buckets[0]?.start, '2026-05-05T11:41:00.000Z');
  t.is(hour.buckets[1]?.start, '2026-05-05T11:45:00.000Z');
  t.is(hour.balance_series[0]?.balance, 49_999);
  for (const [query, buckets] of [
    ['?range=7d&group_by=hour', 168],
    ['?range=30d&group_by=hour', 720],
    ['?range=30d&group_by=day', 31],
    ['?range=1h&group_by=day', 1],
  ] as const) {
    const summary = await summaryOf(client, query);
    t.is(summary.buckets.length, buckets, query);
    t.is(summary.balance_series.length, buckets + 1, query);
    const sum = summary.buckets.reduce((total, { requests }) => total + requests, 0);
    t.is(sum, summary.totals.requests, query);
    const tokens = summary.buckets.reduce((total, { tokens_charged }) => total + tokens_charged, 0);
    t.is(tokens, summary.totals.tokens_charged, query);
    t.is(tokens, query.startsWith('?range=1h') ? 6 : 7, query);
  }
  for (const query of ['?range=2h', '?group_by=minute', '?range=']) {
    t.is((await client('GET', `/v1/admin/usage/summary${query}`)).status, 422, query);
  }
  const other = await api.newClient(await api.newTenant());
  t.is((await summaryOf(other)).routes.length, 0);
  const blind = await api.newClient(tenantId, { scopes: ['sessions:read', 'admin:write'] });
  t.is((await blind('GET', '/v1/admin/usage/summary')).status, 403);
});

test.serial('a summary by key tells each key, and members as one', async (t) => {
  const tenantId = await api.newTenant({ tier: 'growth' });
  const [busy, narrow] = await Promise.all([
    api.newClient(tenantId),
    api.newClient(tenantId, { scopes: ['sessions:read'], test: true }),
  ]);
  await busy('POST', '/v1/sessions', { chief_complaint: 'headache' });
  await narrow('GET', '/v1/account');
  t.is((await narrow('GET', '/v1/admin/usage/summary')).status, 403);
  await api.caughtUp();
  type OfKey = { key_id: string | null; requests: number; errors: number; p50_ms: number };
  const keysOf = async (query = '?group_by=key') =>
    (await summaryOf(busy, query)) as Summary & { group_by: string; api_keys: OfKey[] | null };
  await until('the counts are flushed', LIMIT_MS, async () => {
    const { api_keys: keys } = await keysOf();
    return keys?.some(({ errors, requests }) => errors === 1 && requests === 2) === true;
  });
  await runtime.pool.query(
    `SELECT ops.add_key_request_counts(ARRAY[$1::uuid], ARRAY[$2::timestamptz], ARRAY[$3::uuid], '{9}', '{0}', $4)`,
    [tenantId, clock.at, NO_KEY, [`{0,9${',0'.repeat(27)}}`]],
  );
  const { group_by, buckets, api_keys: keys } = await keysOf();
  t.is(group_by, 'key');
  t.is(buckets.length, 24, 'as wide as by route');
  const { body } = await busy('GET', '/v1/admin/keys');
  const named = (prefix: string) =>
    (body as { key_id: string; key_prefix: string }[]).find(({ key_prefix }) =>
      key_prefix.startsWith(prefix),
    );
  const find = (keyId: string | null | undefined) => keys?.find(({ key_id }) => key_id === keyId);
  const live = named('svc_live_');
  t.like(find(live?.key_id), { key_prefix: live?.key_prefix, errors: 0, tokens_charged: 1 });
  t.like(find(named('svc_test_')?.key_id), { requests: 2, errors: 1, tokens_charged: 0 });
  t.like(find(null), { key_prefix: null, requests: 9, errors: 0, tokens_charged: 0 });
  t.true(find(null)!.p50_ms > 1 && find(null)!.p50_ms < 1.5);
  t.is((await keysOf('?group_by=route')).api_keys, null);
  const other = await api.newClient(await api.newTenant());
  t.deepEqual(((await summaryOf(other, '?group_by=key')) as { api_keys?: unknown }).api_keys, []);
});

test.serial('charges of each range add up to the single calls that they are made of', async (t) => {
  const tenantId = await api.newTenant({ tier: 'growth' });
  const clients = await Promise.all([api.newClient(tenantId), api.newClient(tenantId)]);
  const now = new Date('2026-07-20T13:31:17.000Z');
  const hoursAgo = [
    800, 719.6, 719.5, 719.4, 700.1, 167.6, 167.5, 167.4, 40, 23.6, 23.5, 23.4, 1.1, 0.98, 0.3, 0,
  ];
  for (const [index, hours] of hoursAgo.entries()) {
    clock.at = new Date(now.getTime() - hours * HOUR_MS);
    const client = clients[index % 3 === 0 ? 0 : 1];
    const { body } = await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
    if (index % 2 === 1) continue;
    const { session_id } = body as { session_id: string };
    await client('POST', `/v1/sessions/${session_id}/route`, { text: 'It began this morning.' });
  }
  clock.at = now;
  await api.caughtUp();
  const { rows: records } = await runtime.pool.query<{ key_id: string; tokens: number; created_at: Date }>(
    'SELECT key_id, tokens, created_at FROM read.usage_records WHERE tenant_id = $1',
    [tenantId],
  );
  t.is(records.length, 24);
  for (const range of ['1h', '24h', '7d', '30d'] as const) {
    for (const group of ['route', 'hour', 'day', 'key'] as const) {
      const { start, bucketStartsMs } = usageWindow(range, group, now);
      const own = records.filter(({ created_at }) => created_at >= start);
      const sumOf = (those: typeof records) => those.reduce((sum, { tokens }) => sum + tokens, 0);
      const query = `?range=${range}&group_by=${group}`;
      const summary = (await summaryOf(clients[0], query)) as Summary & {
        api_keys: { key_id: string; tokens_charged: number }[] | null;
      };
      t.is(summary.totals.tokens_charged, sumOf(own), query);
      const ends = [...bucketStartsMs.slice(1), Infinity];
      const buckets = bucketStartsMs.map((startMs, index) =>
        sumOf(own.filter(({ created_at: at }) => +at >= startMs && +at < ends[index]!)),
      );
      t.deepEqual(
        summary.buckets.map(({ tokens_charged }) => tokens_charged),
        buckets,
        query,
      );
      for (const { key_id, tokens_charged } of summary.api_keys ?? [])
        t.is(tokens_charged, sumOf(own.filter((record) => record.key_id === key_id)), query);
      if (group === 'key') t.is(summary.api_keys?.length, 2, query);
    }
  }
});

test.serial('charges whose counts were lost are told all the same, without latency', async (t) => {
  const tenantId = await api.newTenant();
  const client = await api.newClient(tenantId);
  await runtime.pool.query(
    `INSERT INTO read.usage_hours VALUES ($1, date_trunc('hour', $2::timestamptz), $3, 'session.answer', 8, 1)`,
    [tenantId, clock.at, NO_KEY],
  );
  const route = routeOf(await summaryOf(client), 'POST /v1/sessions/{session_id}/answer');
  t.like(route, { requests: 0, errors: 0, tokens_charged: 8, p50_ms: null, p95_ms: null, p99_ms: null });
});

test('no window of the last hour asks for minutes that were rolled up', (t) => {
  for (let second = 0; second < 7_200; second += 7) {
    const now = new Date(START.getTime() + second * 1_000);
    const rolledUpBeforeMs = Math.floor((now.getTime() - HOUR_MS) / HOUR_MS) * HOUR_MS;
    t.true(usageWindow('1h', 'route', now).start.getTime() >= rolledUpBeforeMs);
  }
});
