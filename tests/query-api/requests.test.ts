import { connect } from 'nats';
import test from 'ava';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { natsServer } from '../../shared/config/nats-url.ts';
import { requestSubject, REQUEST_STREAM } from '../../shared/requests/stream.ts';
import { codeOf, errorOf } from '../support/answers.ts';
import { clientOf, send, startApi, type Client } from '../support/api.ts';
import { openLoginSession } from '../support/login-sessions.ts';
import { createSignIn } from '../support/sign-in.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
const CANARY = 'canary-Kowalski';
const LIMIT_MS = 10_000;

const START = new Date('2026-05-05T10:30:20.000Z');
const api = await startApi({ now: () => START, projections: [balancesProjection] });
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

test.serial('what a dashboard session reads is not kept; what it changes, and what failed, is', async (t) => {
  const { tenantId, memberId } = await createSignIn(api).newMember();
  const [from, to] = [START, new Date(START.getTime() + HOUR_MS)];
  const session = await openLoginSession(api.runtime, { tenantId, memberId, from, to });
  const headers = await session(START);
  const page = (method: string, path: string, id: string, body?: unknown) =>
    send(api.baseUrl, method, path, { body, headers: { ...headers, 'x-request-id': id } });
  t.is((await page('GET', '/v1/account', 'read')).status, 200);
  t.is((await page('GET', '/v1/sessions?limit=0', 'refused')).status, 422);
  t.is((await page('PUT', '/v1/patients/p-1', 'changed', {})).status, 201);
  const client = await api.newClient(tenantId);
  await client('GET', '/v1/account', undefined, { 'x-request-id': 'partner' });
  const entries = await shown(client, 'partner');
  const kept = entries.map(({ request_id }) => request_id).filter((id) => !/^[0-9a-f-]{36}$/.test(id));
  t.deepEqual(kept, ['partner', 'changed', 'refused']);
  t.like(entries.at(-1), { api_key_prefix: null, error_code: 'validation_error' });
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
    const { body } = await client('GET', '/v1/admin/usage/summary');
    const { routes } = body as { routes: { route: string; errors: number }[] };
    return routes.some(({ route, errors }) => route === 'GET /v1/admin/requests' && errors > 0);
  });
  await nats.start();
  await until('the inspector is back', LIMIT_MS, async () => {
    const { status, body } = await client('GET', '/v1/admin/requests');
    return status === 200 && (body as Inspected).entries.some(({ path }) => path === '/v1/admin/requests');
  });
});
