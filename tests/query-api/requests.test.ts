import { connect } from 'nats';
import test from 'ava';
import { v7 as uuidV7 } from 'uuid';
import { topUp } from '../../command-api/tenants/operations.ts';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { tokenGrantsProjection } from '../../projectors/token-grants/projection.ts';
import { usageProjection } from '../../projectors/usage/projection.ts';
import { usageWindow } from '../../query-api/usage-summary/window.ts';
import { natsServer } from '../../shared/config/nats-url.ts';
import { NO_KEY } from '../../shared/requests/counts.ts';
import { requestSubject, REQUEST_STREAM } from '../../shared/requests/stream.ts';
import { codeOf, errorOf } from '../support/answers.ts';
import { clientOf, startApi, type Client } from '../support/api.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CANARY = 'canary-Kowalski';
const LIMIT_MS = 10_000;

const START = new Date('2026-05-05T10:30:20.000Z');
const clock = { at: START };
const api = await startApi({
  now: () => clock.at,
  projections: [balancesProjection, usageProjection, tokenGrantsProjection],
});
const { runtime } = api;
test.after.always(api.stop);

type Entry = Record<string, unknown> & { request_id: string; path: string; status: number };
type Inspected = { entries: Entry[]; total: number; next_cursor: string; max_entries: number };

const look = (client: Client, query = ''): ReturnType<Client> => client('GET', `/v1/admin/requests${query}`);

const inspect = async (client: Client, query = ''): Promise<Inspected> =>
  (await look(client, query)).body as Inspected;

/** Entries arrive a moment after their answers, and each look adds one. On a busy machine JetStream may first be too slow (503). */
async function shown(client: Client, requestId: string): Promise<Entry[]> {
  let entries: Entry[] = [];
  await until(`entry ${requestId}`, LIMIT_MS, async () => {
    const { status, body } = await look(client, '?limit=100');
    if (status === 503) return false;
    ({ entries } = body as Inspected);
    return entries.some((entry) => entry.request_id === requestId);
  });
  return entries;
}

/** The first entry makes the stream, and is lost with its batch where a busy JetStream needs over a second for that: not one of a test. */
test.before(async () => {
  const first = await api.newClient(await api.newTenant(), { scopes: ['admin:read'] });
  await until('the stream of entries', LIMIT_MS, async () => {
    const { status, body } = await look(first);
    return status === 200 && (body as Inspected).total > 0;
  });
});

test.serial('an entry tells of a call what may be told, and nothing else', async (t) => {
  const tenantId = await api.newTenant();
  await api.caughtUp();
  const admin = await api.newClient(tenantId, { scopes: ['admin:read'] });
  const live = await api.newClient(tenantId);
  const narrow = await api.newClient(tenantId, { rateLimitRpm: 1, scopes: ['webhooks:read'], test: true });
  const named = (id: string) => ({ 'x-request-id': id, 'user-agent': 'Partner/1.0 café' });
  const body = { chief_complaint: CANARY, patient_id: CANARY };
  const key = { 'idempotency-key': 'once' };
  const created = await live('POST', '/v1/sessions', body, { ...named('created'), ...key });
  await live('POST', '/v1/sessions', body, { ...named('replayed'), ...key });
  const sessionId = (created.body as { session_id: string }).session_id;
  await live('GET', `/v1/sessions/${sessionId}/state?note=${CANARY}`, undefined, named('state'));
  await live('GET', `/v1/sessions?patient_id=${CANARY}`, undefined, named('list'));
  await live('GET', `/v1/sessions/${CANARY}/state`, undefined, named('wrong'));
  await narrow('GET', '/v1/sessions', undefined, named('forbidden'));
  await narrow('GET', '/v1/admin/webhooks', undefined, named('limited'));
  await clientOf(api.baseUrl, 'svc_live_nobody_nobody_nobody')(
    'GET',
    '/v1/sessions',
    undefined,
    named('nobody'),
  );

  const entries = await shown(admin, 'limited');
  const found = (id: string) => entries.find(({ request_id }) => request_id === id);
  t.deepEqual(found('created'), {
    request_id: 'created',
    ts: START.toISOString(),
    method: 'POST',
    path: '/v1/sessions',
    session_id: sessionId,
    status: 201,
    duration_ms: found('created')?.['duration_ms'],
    tokens_charged: 1,
    api_key_prefix: found('created')?.['api_key_prefix'],
    user_agent: 'Partner/1.0 caf?',
    ip: '127.0.0.1',
    error_code: null,
  } as unknown as Entry);
  t.true(Number.isInteger(found('created')?.['duration_ms']));
  t.regex(String(found('created')?.['api_key_prefix']), /^svc_live_/);
  t.like(found('replayed'), { status: 201, session_id: sessionId, tokens_charged: 0 });
  const ofSession = { path: '/v1/sessions/{session_id}/state', session_id: sessionId };
  t.like(found('state'), { ...ofSession, status: 200, tokens_charged: 0 });
  t.like(found('wrong'), { ...ofSession, session_id: null, error_code: 'validation_error' });
  t.like(found('list'), { path: '/v1/sessions', session_id: null });
  t.like(found('forbidden'), { status: 403, error_code: 'forbidden' });
  t.regex(String(found('forbidden')?.['api_key_prefix']), /^svc_test_/);
  t.like(found('limited'), { status: 429, error_code: 'rate_limited' });
  t.is(found('nobody'), undefined);
  const order = entries
    .map(({ request_id }) => request_id)
    .filter((id) => id in { created: 1, list: 1, limited: 1 });
  t.deepEqual(order, ['limited', 'list', 'created'], 'newest first');
  t.false(JSON.stringify(entries).includes(CANARY));
});

test.serial('who may look sees the calls of its own tenant only', async (t) => {
  const [mine, other] = [await api.newTenant(), await api.newTenant()];
  const client = await api.newClient(mine);
  await (
    await api.newClient(other)
  )('GET', '/v1/account', undefined, { 'x-request-id': 'theirs' });
  await shown(await api.newClient(other), 'theirs');
  await client('GET', '/v1/account', undefined, { 'x-request-id': 'mine' });
  const entries = await shown(client, 'mine');
  t.false(entries.some(({ request_id }) => request_id === 'theirs'));
  const blind = await api.newClient(mine, { scopes: ['sessions:read', 'admin:write'] });
  t.is((await blind('GET', '/v1/admin/requests')).status, 403);
  for (const query of ['limit=0', 'limit=101', 'cursor=-1', 'cursor=x']) {
    t.is((await client('GET', `/v1/admin/requests?${query}`)).status, 422, query);
  }
});

test.serial('the newest 100 are kept, and pages hold still while calls come in', async (t) => {
  const client = await api.newClient(await api.newTenant());
  const callOnce = (index: number) =>
    client('GET', '/v1/account', undefined, { 'x-request-id': `call-${index}` });
  for (let index = 0; index < 105; index += 1) await callOnce(index);
  await shown(client, 'call-104');
  const seen: string[] = [];
  let page = await inspect(client, '?limit=30');
  t.like(page, { total: 100, max_entries: 100 });
  t.is(page.entries.length, 30);
  for (let index = 200; ; index += 1) {
    seen.push(...page.entries.map(({ request_id }) => request_id));
    if (page.next_cursor === '') break;
    t.notRegex(page.next_cursor, /^[0-9]+$/, 'nobody can read a position in it');
    await callOnce(index);
    await shown(client, `call-${index}`);
    page = await inspect(client, `?limit=30&cursor=${page.next_cursor}`);
  }
  t.is(new Set(seen).size, seen.length, 'no entry twice');
  const calls = seen.filter((id) => id.startsWith('call-')).map((id) => Number(id.slice(5)));
  t.deepEqual(
    calls,
    calls.toSorted((a, b) => b - a),
  );
  t.is(calls[0], 104);
  const lowest = calls.at(-1)!;
  t.deepEqual(
    calls,
    Array.from({ length: 105 - lowest }, (_, index) => 104 - index),
    'none left out',
  );
});

test.serial('a cursor opens its own list only; the number that it used to be is still taken', async (t) => {
  const client = await api.newClient(await api.newTenant());
  for (const id of ['one', 'two']) await client('GET', '/v1/account', undefined, { 'x-request-id': id });
  await shown(client, 'two');
  const { next_cursor } = await inspect(client, '?limit=1');
  const stranger = await api.newClient(await api.newTenant());
  for (const [caller, cursor] of [
    [stranger, next_cursor],
    [client, `${next_cursor.slice(0, -2)}AA`],
  ] as const) {
    t.deepEqual(errorOf(await look(caller, `?cursor=${cursor}`)), [422, 'validation_error', 'cursor']);
  }
  const total = async (query: string) => (await inspect(client, query)).entries.length;
  // The entries of the looks may still be on their way; both calls are there.
  t.true((await total('?cursor=0')) >= 2, 'from the newest one');
  t.true((await total(`?cursor=${Number.MAX_SAFE_INTEGER}`)) >= 2, 'older than a time to come');
  t.is(await total('?cursor=1'), 0, 'older than the beginning of time');
});

test.serial(
  'what NATS keeps can be read by nobody without the key; a lost store is made again',
  async (t) => {
    const tenantId = await api.newTenant();
    const send = await api.newClient(tenantId);
    let calls = 0;
    const client: Client = (...request) => {
      calls += 1;
      return send(...request);
    };
    const call = (id: string) =>
      client('GET', '/v1/account', undefined, { 'x-request-id': id, 'user-agent': CANARY });
    await call('before');
    await shown(client, 'before');
    const nats = await connect(natsServer(api.stack.natsUrl));
    try {
      const manager = await nats.jetstreamManager();
      const subject = requestSubject(tenantId);
      // An entry written after the loss would make the stream again, and be in it.
      await until('the entries of the looks are written too', LIMIT_MS, async () => {
        const { state } = await manager.streams.info(REQUEST_STREAM, { subjects_filter: subject });
        return state.subjects?.[subject] === calls;
      });
      const last = await manager.streams.getMessage(REQUEST_STREAM, { last_by_subj: subject });
      const kept = Buffer.from(last.data).toString('latin1');
      t.notRegex(kept, /canary|account|127\.0|GET/);
      const { config } = await manager.streams.info(REQUEST_STREAM);
      t.like(config, { max_msgs_per_subject: 100, max_age: 24 * HOUR_MS * 1_000_000, discard: 'old' });
      await manager.streams.delete(REQUEST_STREAM);
    } finally {
      await nats.close();
    }
    t.deepEqual((await inspect(client)).entries, []);
    await call('after');
    const entries = await shown(client, 'after');
    t.false(entries.some(({ request_id }) => request_id === 'before'));
  },
);

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

test.serial('charges whose counts were lost are told all the same, without latency', async (t) => {
  const tenantId = await api.newTenant();
  const client = await api.newClient(tenantId);
  await runtime.pool.query(
    `INSERT INTO read.usage_records VALUES ($1, $2, NULL, NULL, 'session.answer', 8, 'r', $3)`,
    [uuidV7(), tenantId, clock.at],
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

test.serial('without NATS the inspector says so, loses entries, and nothing else changes', async (t) => {
  const client = await api.newClient(await api.newTenant());
  const { nats } = api.stack.processes;
  await nats.stop();
  await until('the inspector is away', LIMIT_MS, async () => {
    const answer = await client('GET', '/v1/admin/requests');
    if (answer.status !== 503) return false;
    t.is(answer.headers.get('retry-after'), '30');
    t.is(codeOf(answer), 'service_unavailable');
    return true;
  });
  t.is((await client('GET', '/v1/account')).status, 200);
  await until('calls are counted all the same', LIMIT_MS, async () => {
    const summary = await summaryOf(client);
    return (routeOf(summary, 'GET /v1/admin/requests')?.errors ?? 0) > 0;
  });
  await nats.start();
  await until('the inspector is back', LIMIT_MS, async () => {
    const { status, body } = await client('GET', '/v1/admin/requests');
    return status === 200 && (body as Inspected).entries.some(({ path }) => path === '/v1/admin/requests');
  });
});
