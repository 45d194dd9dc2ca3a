import test from 'ava';
import { v7 as uuidV7 } from 'uuid';
import { SCOPES, type Scope } from '../../domain/api-key/events.ts';
import type { ApiKeyView } from '../../shared/api-keys/api-key-schema.ts';
import { apiKeyStream } from '../../shared/event-log/streams.ts';
import { metadataOf } from '../../shared/event-log/stored-event.ts';
import { SESSION_COOKIE } from '../../shared/http/cookies.ts';
import { auditEntryOf } from '../../shared/read-models/audit-rows.ts';
import { errorOf } from '../support/answers.ts';
import { forgetAnswers } from '../support/operational-rows.ts';
import { clientOf, startApi, type Client } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { create, issued, KEYS } from './api-key-calls.ts';

const NOW = new Date('2026-03-10T12:00:00.000Z');
const api = await startApi({ now: () => NOW });
test.after.always(api.stop);

const clientWith = (rawKey: string): Client => clientOf(api.baseUrl, rawKey);

/** A tenant with one key of all scopes. */
async function newTenant(options: Parameters<typeof api.newTenant>[0] = {}) {
  const tenantId = await api.newTenant(options);
  const rawKey = await api.newKey(tenantId);
  return { tenantId, rawKey, admin: clientWith(rawKey) };
}

const listed = async (client: Client): Promise<ApiKeyView[]> =>
  (await client('GET', KEYS)).body as ApiKeyView[];
const statusOf = async (rawKey: string): Promise<number> =>
  (await clientWith(rawKey)('GET', '/v1/account')).status;

/** What a client is told when it tries each operation on one key. */
async function refusals(client: Client, keyId: string): Promise<ReturnType<typeof errorOf>[]> {
  const path = `${KEYS}/${keyId}`;
  const answers = [
    await client('PATCH', path, { name: 'x' }),
    await client('POST', `${path}/rotate`),
    await client('DELETE', path),
  ];
  return answers.map(errorOf);
}
const thrice = (status: number, code: string) => Array.from({ length: 3 }, () => [status, code]);

test('a key is created with what was asked for, works at once, and is listed without its secret', async (t) => {
  const { admin, tenantId } = await newTenant();
  const wanted = { name: 'Ward 3', scopes: ['sessions:read', 'admin:read'], rate_limit_rpm: 42, test: false };
  const answer = await admin('POST', KEYS, wanted);
  t.is(answer.status, 201);
  const { raw_key, ...view } = issued(answer);
  t.regex(raw_key, /^svc_live_[A-Za-z0-9_-]{43}$/);
  t.deepEqual(view, {
    key_id: view.key_id,
    key_prefix: raw_key.slice(0, 13),
    key_suffix: raw_key.slice(-4),
    name: 'Ward 3',
    scopes: ['sessions:read', 'admin:read'],
    rate_limit_rpm: 42,
    is_active: true,
    last_used_at: null,
    expires_at: null,
    created_at: NOW.toISOString(),
    created_by: view.created_by,
  });
  const maker = (await listed(admin)).find(({ key_id }) => key_id !== view.key_id);
  t.deepEqual(view.created_by, { type: 'api_key', id: maker?.key_id ?? '' });
  t.deepEqual(maker?.created_by, { type: 'operator', id: 'cli' });

  const account = await clientWith(raw_key)('GET', '/v1/account');
  t.is(account.status, 200);
  t.is(account.headers.get('x-ratelimit-limit'), '42');
  const list = await listed(clientWith(raw_key));
  t.is(list.length, 2);
  t.deepEqual(
    list.find(({ key_id }) => key_id === view.key_id),
    { ...view, last_used_at: NOW.toISOString() },
  );

  const { rows } = await api.runtime.pool.query<{ text: string }>(
    'SELECT row_to_json(k)::text AS text FROM read.api_keys k WHERE tenant_id = $1',
    [tenantId],
  );
  const stored = rows.map(({ text }) => text).join();
  t.false(stored.includes('Ward 3') || stored.includes(raw_key.slice(13)));
});

test('what is left out is the scopes of the caller and the limit of the tenant at that moment', async (t) => {
  const { tenantId } = await newTenant({ tier: 'growth' });
  const scopes: Scope[] = ['admin:write', 'admin:read', 'patients:read'];
  const client = await api.newClient(tenantId, { scopes });
  t.like(await create(client, { name: 'a', scopes: null }), { scopes, rate_limit_rpm: 60 });
  t.is((await client('PUT', '/v1/admin/rate-limit', { rate_limit_rpm: 500 })).status, 200);
  const overridden = await create(client, { name: 'b' });
  t.like(overridden, { scopes, rate_limit_rpm: 500 });
  t.true(overridden.raw_key.startsWith('svc_live_'));
});

test('a repeat with the same Idempotency-Key gives the same raw key, another body is refused', async (t) => {
  const { admin } = await newTenant();
  const headers = { 'idempotency-key': uuidV7() };
  const first = await admin('POST', KEYS, { name: 'once' }, headers);
  const second = await admin('POST', KEYS, { name: 'once' }, headers);
  t.deepEqual([first.status, second.status], [201, 201]);
  t.deepEqual(second.body, first.body);
  t.is(first.headers.get('idempotency-replayed'), null);
  t.is(second.headers.get('idempotency-replayed'), 'true');
  t.deepEqual(errorOf(await admin('POST', KEYS, { name: 'twice' }, headers)), [
    422,
    'validation_error',
    'Idempotency-Key',
  ]);
  t.is((await listed(admin)).length, 2);
});

test('a repeat after a crash finds its own key, with the same raw key', async (t) => {
  const { admin, tenantId } = await newTenant();
  const headers = { 'idempotency-key': uuidV7() };
  const first = issued(await admin('POST', KEYS, { name: 'once', test: true }, headers));
  await forgetAnswers(api.runtime.pool, tenantId);
  await api.runtime.pool.query('DELETE FROM read.api_keys WHERE key_id = $1', [first.key_id]);
  const again = await admin('POST', KEYS, { name: 'once', test: true }, headers);
  t.is(again.status, 201);
  t.deepEqual(again.body, first);
  t.is(await statusOf(first.raw_key), 200);
  t.is((await listed(admin)).length, 2);
});

test('what is wrong with a body is named, and nothing is made', async (t) => {
  const { admin } = await newTenant();
  const cases: [object, string[]][] = [
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ name: 'x', scopes: [] }, ['scopes']],
    [{ name: 'x', scopes: ['sessions:read', 'sessions:read'] }, ['scopes']],
    [{ name: 'x', scopes: ['root'] }, ['scopes.0']],
    [{ name: 'x', rate_limit_rpm: 0 }, ['rate_limit_rpm']],
    [{ name: 'x', rate_limit_rpm: 10_001 }, ['rate_limit_rpm']],
    [{ name: 'x', rate_limit_rpm: 1.5 }, ['rate_limit_rpm']],
    [{ name: 'x', test: 'yes' }, ['test']],
    [{ name: 7, scopes: 'all', surprise: 1 }, ['name', 'scopes', 'surprise']],
  ];
  for (const [body, fields] of cases) {
    const answer = await admin('POST', KEYS, body);
    const [status, code, ...named] = errorOf(answer);
    t.deepEqual([status, code], [422, 'validation_error']);
    t.deepEqual(named.sort(), fields.sort());
  }
  t.deepEqual(errorOf(await admin('POST', KEYS)), [400, 'bad_request']);
  t.is((await listed(admin)).length, 1);
});

test('each operation needs its scope, and nobody hands out more than they hold', async (t) => {
  const { admin, tenantId } = await newTenant();
  const strong = await create(admin, { name: 'strong' });
  const path = `${KEYS}/${strong.key_id}`;
  const withoutWrite = await api.newClient(tenantId, {
    scopes: SCOPES.filter((scope) => scope !== 'admin:write'),
  });
  t.deepEqual(errorOf(await withoutWrite('POST', KEYS, { name: 'x' })), [403, 'forbidden']);
  t.deepEqual(await refusals(withoutWrite, strong.key_id), thrice(403, 'forbidden'));
  const writer = await api.newClient(tenantId, { scopes: ['admin:write'] });
  t.deepEqual(errorOf(await writer('GET', KEYS)), [403, 'forbidden']);

  const weak = await create(writer, { name: 'weak' });
  const climbing: [string, string, object?][] = [
    ['POST', KEYS, { name: 'x', scopes: ['admin:write', 'sessions:read'] }],
    ['PATCH', `${KEYS}/${weak.key_id}`, { scopes: ['sessions:read'] }],
    ['PATCH', path, { name: 'mine' }],
    ['PATCH', path, { scopes: ['admin:write'] }],
    ['POST', `${path}/rotate`],
  ];
  for (const [method, where, body] of climbing) {
    t.deepEqual(errorOf(await writer(method, where, body)), [403, 'forbidden'], `${method} ${where}`);
  }
  t.is(await statusOf(strong.raw_key), 200);
  t.deepEqual(
    (await listed(admin)).filter(({ name }) => ['x', 'mine'].includes(name)),
    [],
  );
  t.is((await writer('DELETE', path)).status, 200, 'whoever administers keys may take any away');
});

test('a test key makes, sees and changes test keys only', async (t) => {
  const { admin, tenantId } = await newTenant();
  const sandbox = await api.newClient(tenantId, { test: true });
  t.deepEqual(errorOf(await sandbox('POST', KEYS, { name: 'x' })), [403, 'forbidden']);
  const mine = await create(sandbox, { name: 'mine', test: true });
  t.true(mine.raw_key.startsWith('svc_test_'));
  t.deepEqual((await listed(sandbox)).map(({ name }) => name).sort(), ['mine', 'test']);
  const live = await create(admin, { name: 'live' });
  t.deepEqual(await refusals(sandbox, live.key_id), thrice(404, 'not_found'));
  t.is((await listed(admin)).length, 4);
  const rotated = issued(await admin('POST', `${KEYS}/${mine.key_id}/rotate`));
  t.true(rotated.raw_key.startsWith('svc_test_'));
  t.is((await sandbox('DELETE', `${KEYS}/${rotated.key_id}`)).status, 200);
});

test("another tenant's keys are nobody's, and ids of the wrong form are told", async (t) => {
  const [one, other] = [await newTenant(), await newTenant()];
  const { key_id, raw_key } = await create(one.admin);
  for (const id of [key_id, key_id.toUpperCase(), uuidV7()]) {
    t.deepEqual(await refusals(other.admin, id), thrice(404, 'not_found'));
  }
  t.false((await listed(other.admin)).some((key) => key.key_id === key_id));
  t.is(await statusOf(raw_key), 200);
  const wrong = await one.admin('DELETE', `${KEYS}/no-uuid`);
  t.deepEqual(errorOf(wrong), [422, 'validation_error', 'key_id']);
});

test('of many that come for the last place one gets it; rotating takes none, revoking frees one', async (t) => {
  const { admin } = await newTenant({ tier: 'starter' });
  for (const name of ['2', '3', '4']) await create(admin, { name });
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) => admin('POST', KEYS, { name, test: name > 'c' })),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422, 422]);
  const refused = answers.find(({ status }) => status === 422)!;
  t.like(refused.body, {
    error: {
      message: 'The tier allows 5 active keys.',
      detail: { field_errors: [{ field: 'body', code: 'limit_reached' }] },
    },
  });
  const last = issued(answers.find(({ status }) => status === 201)!);
  const rotated = await admin('POST', `${KEYS}/${last.key_id}/rotate`);
  t.is(rotated.status, 201);
  t.is((await listed(admin)).length, 5);
  t.is((await admin('DELETE', `${KEYS}/${issued(rotated).key_id}`)).status, 200);
  await create(admin, { name: 'again' });
});

test('a rotation ends the old key and answers with one like it', async (t) => {
  const { admin } = await newTenant();
  const wanted = { name: 'Ward 3', scopes: ['sessions:read', 'admin:read'], rate_limit_rpm: 42 };
  const old = await create(admin, wanted);
  const answer = await admin('POST', `${KEYS}/${old.key_id}/rotate`);
  t.is(answer.status, 201);
  const next = issued(answer);
  t.like(next, { ...wanted, is_active: true, last_used_at: null, expires_at: null });
  t.notDeepEqual([next.key_id, next.raw_key], [old.key_id, old.raw_key]);
  t.deepEqual([await statusOf(old.raw_key), await statusOf(next.raw_key)], [401, 200]);
  const ids = (await listed(admin)).map(({ key_id }) => key_id);
  t.deepEqual([ids.includes(old.key_id), ids.includes(next.key_id)], [false, true]);
  t.deepEqual(await refusals(admin, old.key_id), thrice(404, 'not_found'));
});

test('of rotations at once one wins, and no key is left over', async (t) => {
  const { admin } = await newTenant();
  const { key_id } = await create(admin);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => admin('POST', `${KEYS}/${key_id}/rotate`)),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 404, 404, 404]);
  t.is((await listed(admin)).length, 2);
});

test('a rotation is repeated with the same raw key, after a crash too, and a key may rotate itself', async (t) => {
  const { admin, tenantId } = await newTenant();
  const old = await create(admin);
  const rotate = () =>
    admin('POST', `${KEYS}/${old.key_id}/rotate`, undefined, { 'idempotency-key': 'rotate-1' });
  const first = await rotate();
  const replayed = await rotate();
  t.deepEqual([replayed.status, replayed.body], [201, first.body]);
  t.is(replayed.headers.get('idempotency-replayed'), 'true');
  await forgetAnswers(api.runtime.pool, tenantId);
  const again = await rotate();
  t.deepEqual([again.status, again.body], [201, first.body]);
  t.is((await listed(admin)).length, 2);

  const next = issued(first);
  const own = await clientWith(next.raw_key)('POST', `${KEYS}/${next.key_id}/rotate`);
  t.deepEqual([own.status, await statusOf(next.raw_key)], [201, 401]);
  t.is(await statusOf(issued(own).raw_key), 200);
});

test('a change takes effect with its answer, and what is null stays', async (t) => {
  const { admin } = await newTenant();
  const { key_id, raw_key, ...made } = await create(admin);
  const path = `${KEYS}/${key_id}`;
  const key = clientWith(raw_key);
  const renamed = await admin('PATCH', path, { name: 'Ward 4', scopes: null, rate_limit_rpm: null });
  t.is(renamed.status, 200);
  t.deepEqual(renamed.body, { ...made, key_id, name: 'Ward 4' });
  t.is((await key('GET', '/v1/sessions')).status, 200);
  const reduced = await admin('PATCH', path, { scopes: ['admin:read'], rate_limit_rpm: 7 });
  t.like(reduced.body, { name: 'Ward 4', scopes: ['admin:read'], rate_limit_rpm: 7 });
  const refused = await key('GET', '/v1/sessions');
  t.deepEqual([refused.status, refused.headers.get('x-ratelimit-limit')], [403, '7']);
  t.like(
    (await listed(admin)).find((entry) => entry.key_id === key_id),
    { name: 'Ward 4', scopes: ['admin:read'], rate_limit_rpm: 7 },
  );
  t.like((await admin('PATCH', path, {})).body, { name: 'Ward 4', rate_limit_rpm: 7 });
  for (const [body, field] of [
    [{ name: '' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ rate_limit_rpm: 10_001 }, 'rate_limit_rpm'],
    [{ test: true }, 'test'],
  ] as const) {
    const wrong = await admin('PATCH', path, body);
    t.deepEqual(errorOf(wrong), [422, 'validation_error', field]);
  }
});

test('a key that is revoked is refused everywhere at once, also by itself, and only once', async (t) => {
  const { admin } = await newTenant();
  const { key_id, raw_key } = await create(admin);
  const shown = { sessionToken: null, csrfToken: null, mutates: false };
  const call = {
    credentials: { ...shown, authorization: `Bearer ${raw_key}` },
    demand: { scope: null, session: false, roles: null, feature: null },
    ...{ ip: '192.0.2.1', now: NOW, requestId: 'r', route: { method: 'GET', path: '/' } },
  };
  const elsewhere = () => api.runtime.gate.authenticate(call);
  t.is((await elsewhere()).caller.keyId, key_id);
  const answer = await clientWith(raw_key)('DELETE', `${KEYS}/${key_id}`);
  t.is(answer.status, 200);
  t.deepEqual(answer.body, { revoked: true, key_id, revoked_at: NOW.toISOString() });
  t.is(await statusOf(raw_key), 401);
  await t.throwsAsync(elsewhere, { message: /valid API key/ });
  t.false((await listed(admin)).some((key) => key.key_id === key_id));
  t.deepEqual(errorOf(await admin('DELETE', `${KEYS}/${key_id}`)), [404, 'not_found']);
});

test('a dashboard session that was made from a key dies with it', async (t) => {
  const { admin, tenantId } = await newTenant();
  const { runtime } = api;
  for (const end of ['DELETE', 'rotate'] as const) {
    const { key_id } = await create(admin);
    const sessionId = uuidV7();
    await runtime.pool.query(
      `INSERT INTO ops.login_sessions (session_id, tenant_id, key_id, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $4::timestamptz + interval '12 hours')`,
      [sessionId, tenantId, key_id, NOW],
    );
    const token = await runtime.sessionTokens.issue(
      { sessionId, tenantId, holderId: key_id, test: false },
      NOW,
    );
    const look = () =>
      fetchDescribed(`${api.baseUrl}${KEYS}`, { headers: { cookie: `${SESSION_COOKIE}=${token}` } });
    t.is((await look()).status, 200);
    const ended =
      end === 'rotate' ? admin('POST', `${KEYS}/${key_id}/rotate`) : admin('DELETE', `${KEYS}/${key_id}`);
    t.true((await ended).status < 300);
    t.is((await look()).status, 401);
  }
});

test('the audit trail names each key by its own id, over a rotation', async (t) => {
  const { admin, tenantId } = await newTenant();
  const old = await create(admin);
  await admin('PATCH', `${KEYS}/${old.key_id}`, { name: 'Ward 4' });
  const next = issued(await admin('POST', `${KEYS}/${old.key_id}/rotate`));
  await admin('DELETE', `${KEYS}/${next.key_id}`);
  const rows: [string, string, string[]][] = [];
  for await (const stored of api.runtime.log.readStream(apiKeyStream(old.key_id), 0)) {
    t.false(JSON.stringify(stored.data).includes('Ward'));
    t.like(metadataOf(stored), { tenant_id: tenantId, ip: '127.0.0.1', actor: { type: 'api_key' } });
    const { action, subject, changed_fields } = auditEntryOf(stored);
    rows.push([action, subject.id, changed_fields]);
  }
  t.deepEqual(rows, [
    ['key.created', old.key_id, []],
    ['key.updated', old.key_id, ['name']],
    ['key.revoked', old.key_id, []],
    ['key.created', next.key_id, []],
    ['key.revoked', next.key_id, []],
  ]);
});
