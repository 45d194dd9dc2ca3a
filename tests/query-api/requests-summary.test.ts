import test from 'ava';
import { emptyLatency, latencyStep } from '../../shared/requests/latency.ts';
import { errorOf } from '../support/answers.ts';
import { startApi, type Client } from '../support/api.ts';
import { newMember } from './support.ts';

const NOW = new Date('2026-05-05T12:40:20.000Z');
const api = await startApi({ now: () => NOW });
test.after.always(api.stop);

const SUMMARY = '/v1/admin/requests/summary';
type Health = { requests: number; errors: number } & Record<'p50_ms' | 'p95_ms' | 'p99_ms', number | null>;
type Calls = { range: string; totals: Health; buckets: (Health & { start: string })[] };

const summaryOf = async (client: Client, query = ''): Promise<Calls> =>
  (await client('GET', `${SUMMARY}${query}`)).body as Calls;

type Some = { at: string; route?: string; requests: number; errors?: number; ms: number[]; widthS?: number };

/** Calls as the API processes count them. */
async function addCounts(tenantId: string, some: Some): Promise<void> {
  const latency = emptyLatency();
  for (const ms of some.ms) latency[latencyStep(ms)]! += 1;
  await api.runtime.pool.query(
    `INSERT INTO ops.request_counts (tenant_id, start_at, width_s, route, requests, errors, latency)
     VALUES ($1, $2, $3, $4, $5, $6, $7::int[])`,
    [
      tenantId,
      some.at,
      some.widthS ?? 3_600,
      some.route ?? 'GET /v1/sessions',
      some.requests,
      some.errors ?? 0,
      latency,
    ],
  );
}

test('calls of all routes are added up over time, and nobody else’s', async (t) => {
  const tenantId = await api.newTenant();
  const client = await api.newClient(tenantId);
  await addCounts(await api.newTenant(), { at: '2026-05-05T11:00:00Z', requests: 9, ms: [9_000] });
  await addCounts(tenantId, { at: '2026-05-05T11:00:00Z', requests: 3, errors: 1, ms: [10, 10, 10] });
  await addCounts(tenantId, { at: '2026-05-05T11:00:00Z', route: 'x', requests: 2, ms: [500] });
  await addCounts(tenantId, { at: '2026-05-05T12:10:00Z', requests: 1, errors: 1, ms: [], widthS: 60 });
  await addCounts(tenantId, { at: '2026-05-04T12:00:00Z', requests: 7, ms: [1] });
  await addCounts(tenantId, { at: '2026-04-05T12:00:00Z', requests: 8, ms: [1] });

  const day = await summaryOf(client);
  t.is(day.range, '24h');
  t.is(day.buckets.length, 24);
  t.is(day.buckets[0]?.start, '2026-05-04T13:00:00.000Z');
  const at = (hour: number) => day.buckets.find(({ start }) => start === `2026-05-05T${hour}:00:00.000Z`);
  t.like(at(10), { requests: 0, errors: 0, p50_ms: null, p95_ms: null, p99_ms: null });
  t.deepEqual(at(11), {
    start: '2026-05-05T11:00:00.000Z',
    ...{ requests: 5, errors: 1, p50_ms: 10.7, p95_ms: 486.4, p99_ms: 506.9 },
  });
  t.like(at(12), { errors: 1, p50_ms: null });
  t.like(day.totals, { requests: 6, errors: 2, p50_ms: 10.7 });

  for (const [query, buckets, requests, first] of [
    ['?range=1h', 13, 1, '2026-05-05T11:41:00.000Z'],
    ['?range=7d', 8, 13, '2026-04-28T13:00:00.000Z'],
    ['?range=30d', 31, 13, '2026-04-05T13:00:00.000Z'],
  ] as const) {
    const summary = await summaryOf(client, query);
    t.is(summary.buckets.length, buckets, query);
    t.is(summary.buckets[0]?.start, first, query);
    const sum = (of: 'requests' | 'errors') => summary.buckets.reduce((total, one) => total + one[of], 0);
    t.deepEqual([sum('requests'), sum('errors')], [summary.totals.requests, summary.totals.errors], query);
    // The calls of this very test are counted as well, some seconds later.
    t.true(summary.totals.requests >= requests, query);
  }
});

test('whoever may read the numbers of the tenant gets them, of a tenant without calls too', async (t) => {
  const tenantId = await api.newTenant();
  const billing = await newMember(api, tenantId, 'billing');
  const { totals } = await summaryOf(billing.client);
  t.deepEqual(totals, { requests: 0, errors: 0, p50_ms: null, p95_ms: null, p99_ms: null });
  const blind = await api.newClient(tenantId, { scopes: ['sessions:read', 'admin:write'] });
  t.is((await blind('GET', SUMMARY)).status, 403);
  const client = await api.newClient(tenantId);
  t.deepEqual(errorOf(await client('GET', `${SUMMARY}?range=2h`)), [422, 'validation_error', 'range']);
});
