import { randomBytes, randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { createGate } from '../../../shared/admission/gate.ts';
import { createReadCredential } from '../../../shared/admission/credential.ts';
import { createSessionTokens } from '../../../shared/admission/session-token.ts';
import { createTenantOfKey } from '../../../shared/admission/tenant-of-key.ts';
import { sha256 } from '../../../shared/crypto/seal.ts';
import { ApiError, type ErrorCode } from '../../../shared/http/errors.ts';
import type { GateCall } from '../../../shared/http/gate.ts';
import type { Credentials, Demand, Scope } from '../../../shared/http/route-types.ts';
import { startDatabase } from '../../support/database.ts';
import { access, after, newKey, newTenant, T0, type TestKey } from './admitting.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);
/** No test of this file shows a session token. */
const readCredential = createReadCredential(createSessionTokens(() => Promise.reject(new Error('no keys'))));
const gate = createGate(pool, readCredential, access);

/** An address for each test: calls without a credential are counted by it. */
const newIp = (): string => `10.${[...randomBytes(3)].join('.')}`;
const demanding = (scope: Scope | null): Demand => ({ scope, session: false, roles: null, feature: null });
const shown = (authorization: string | null): Credentials => ({
  authorization,
  sessionToken: null,
  csrfToken: null,
  mutates: true,
});
const callWith = (authorization: string | null, changes: Partial<GateCall> = {}): GateCall => ({
  credentials: shown(authorization),
  demand: demanding('sessions:write'),
  ip: newIp(),
  now: T0,
  route: { method: 'POST', path: '/v1/sessions' },
  requestId: 'r',
  ...changes,
});
const bearer = (key: TestKey): string => `Bearer ${key.rawKey}`;

async function refused(t: ExecutionContext, call: Promise<unknown>, code: ErrorCode): Promise<ApiError> {
  const error = await t.throwsAsync(call, { instanceOf: ApiError });
  t.is(error.code, code);
  return error;
}

test('a good key is known with its tenant, scopes and mode', async (t) => {
  const tenantId = await newTenant(pool);
  const live = await newKey(pool, tenantId, { scopes: ['sessions:write', 'admin:read'], rpm: 7 });
  const { caller, rate } = await gate.authenticate(callWith(bearer(live)));
  t.deepEqual(caller, {
    tenantId,
    actor: { type: 'api_key', id: live.keyId },
    keyId: live.keyId,
    keyPrefix: live.rawKey.slice(0, 13),
    sessionId: null,
    role: null,
    scopes: ['sessions:write', 'admin:read'],
    expiresAt: null,
    test: false,
  });
  t.deepEqual(rate, { limit: 7, remaining: 6, resetAtUnixS: T0.getTime() / 1_000 + 61 });
  const trial = await newKey(pool, tenantId, { test: true });
  t.true((await gate.authenticate(callWith(bearer(trial), { demand: demanding(null) }))).caller.test);
});

test('an unknown, revoked or expired key is no key; expiry counts from its very instant', async (t) => {
  const tenantId = await newTenant(pool);
  const revoked = await newKey(pool, tenantId, { active: false });
  const expiring = await newKey(pool, tenantId, { expiresAt: after(60) });
  const orphan = await newKey(pool, randomUUID());
  const unknown = { ...revoked, rawKey: `svc_live_${'x'.repeat(32)}` };
  for (const key of [unknown, revoked, orphan]) {
    const error = await refused(t, gate.authenticate(callWith(bearer(key))), 'unauthorized');
    t.is(error.headers['WWW-Authenticate'], 'Bearer');
  }
  const at = (now: Date) => gate.authenticate(callWith(bearer(expiring), { now }));
  await t.notThrowsAsync(at(after(59.999)));
  await refused(t, at(after(60)), 'unauthorized');
});

test('the scheme is read without regard to case, and any number of spaces may follow it', async (t) => {
  const key = await newKey(pool, await newTenant(pool));
  for (const scheme of ['Bearer ', 'bearer ', 'BEARER ', 'Bearer  ']) {
    await t.notThrowsAsync(gate.authenticate(callWith(`${scheme}${key.rawKey}`)), scheme);
  }
  const inCapitals = key.rawKey.toUpperCase();
  await refused(t, gate.authenticate(callWith(`Bearer ${inCapitals}`)), 'unauthorized');
});

test('what is no key at all is refused like a wrong one', async (t) => {
  const raw = `svc_live_${'x'.repeat(32)}`;
  for (const header of [
    null,
    '',
    'Bearer',
    'Bearer ',
    raw,
    `Basic ${raw}`,
    `Bearer ${raw} `,
    `Bearer  ${raw}`,
  ]) {
    await refused(t, gate.authenticate(callWith(header)), 'unauthorized');
  }
  for (const key of [
    'svc_prod_xxxxxxxxxxxxxxxxxxxxxxxx',
    'svc_live_short',
    `svc_live_${'x'.repeat(101)}`,
    `${raw}%`,
  ]) {
    await refused(t, gate.authenticate(callWith(`Bearer ${key}`)), 'unauthorized');
  }
});

test('guessing costs the address that guesses, whatever the guess looks like', async (t) => {
  const key = await newKey(pool, await newTenant(pool));
  const guesses: [string, (call: GateCall) => Promise<unknown>][] = [
    [`Bearer svc_live_${'g'.repeat(32)}`, (call) => gate.authenticate(call)],
    ['Bearer nonsense', (call) => gate.authenticate(call)],
    [`Bearer svc_live_${'g'.repeat(32)}`, (call) => gate.bodyLimitBytes?.(call) ?? Promise.resolve()],
    ['Bearer nonsense', (call) => gate.bodyLimitBytes?.(call) ?? Promise.resolve()],
  ];
  for (const [header, guess] of guesses) {
    const call = callWith(header);
    for (let count = 0; count < 60; count += 1) await refused(t, guess(call), 'unauthorized');
    const error = await refused(t, guess(call), 'rate_limited');
    t.deepEqual(error.detail, { retry_after: 61, limit: 60 });
    t.is(error.headers['X-RateLimit-Remaining'], '0');
    // A good key from the same address still works, and so does another address.
    await t.notThrowsAsync(gate.authenticate({ ...call, credentials: shown(bearer(key)) }));
    await refused(t, guess({ ...call, ip: newIp() }), 'unauthorized');
  }
});

test('a key without the scope is refused with its window shown; some calls need none', async (t) => {
  const key = await newKey(pool, await newTenant(pool), { scopes: ['sessions:read'], rpm: 5 });
  const error = await refused(t, gate.authenticate(callWith(bearer(key))), 'forbidden');
  t.like(error.headers, { 'X-RateLimit-Limit': '5', 'X-RateLimit-Remaining': '4' });
  await t.notThrowsAsync(gate.authenticate(callWith(bearer(key), { demand: demanding('sessions:read') })));
  await t.notThrowsAsync(gate.authenticate(callWith(bearer(key), { demand: demanding(null) })));
  const none = await newKey(pool, key.tenantId, { scopes: [] });
  await refused(t, gate.authenticate(callWith(bearer(none))), 'forbidden');
  await t.notThrowsAsync(gate.authenticate(callWith(bearer(none), { demand: demanding(null) })));
});

test('a feature that is switched off is a 501 with its window shown, for keys of that tenant alone', async (t) => {
  const off = { demand: { ...demanding('sessions:write'), feature: 'history' as const } };
  const key = await newKey(pool, await newTenant(pool, { flags: { history: false } }), { rpm: 3 });
  const error = await refused(t, gate.authenticate(callWith(bearer(key), off)), 'not_implemented');
  t.like(error.headers, { 'X-RateLimit-Limit': '3', 'X-RateLimit-Remaining': '2' });
  t.is(error.whose?.tenantId, key.tenantId);
  await t.notThrowsAsync(gate.authenticate(callWith(bearer(key))));
  const on = await newKey(pool, await newTenant(pool, { flags: { history: true } }));
  await t.notThrowsAsync(gate.authenticate(callWith(bearer(on), off)));
  await t.notThrowsAsync(gate.authenticate(callWith(bearer(await newKey(pool, await newTenant(pool))), off)));
});

test('a used-up window is a 429 that says when to come back', async (t) => {
  const key = await newKey(pool, await newTenant(pool), { rpm: 2 });
  const at = (seconds: number) => gate.authenticate(callWith(bearer(key), { now: after(seconds) }));
  await at(0);
  await at(30.5);
  const error = await refused(t, at(40.9), 'rate_limited');
  t.deepEqual(error.detail, { retry_after: 21, limit: 2 });
  t.like(error.headers, {
    'Retry-After': '21',
    'X-RateLimit-Limit': '2',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(T0.getTime() / 1_000 + 61),
  });
  t.regex(error.message, /limit of 2 requests per minute/);
  await t.notThrowsAsync(at(61));
});

test('the last use of a key is kept to half a minute', async (t) => {
  const key = await newKey(pool, await newTenant(pool));
  const usedAt = async (seconds: number): Promise<string | undefined> => {
    await gate.authenticate(callWith(bearer(key), { now: after(seconds) }));
    const { rows } = await pool.query<{ last_used_at: Date }>(
      'SELECT last_used_at FROM ops.api_key_usage WHERE key_id = $1',
      [key.keyId],
    );
    return rows[0]?.last_used_at.toISOString();
  };
  t.is(await usedAt(0), after(0).toISOString());
  t.is(await usedAt(30), after(0).toISOString());
  t.is(await usedAt(30.001), after(30.001).toISOString());
  t.is(await usedAt(10), after(30.001).toISOString(), 'a clock that steps back changes nothing');
});

test('the effective limit is the smaller of the key and the tenant; an override replaces the tenant', async (t) => {
  const limitOf = async (rpm: number, tierRpm: number, override?: number): Promise<number> => {
    const tenantId = await newTenant(pool, override === undefined ? {} : { override });
    const key = await newKey(pool, tenantId, { rpm, tierRpm });
    return (await gate.authenticate(callWith(bearer(key)))).rate.limit;
  };
  t.is(await limitOf(60, 300), 60);
  t.is(await limitOf(10_000, 300), 300);
  t.is(await limitOf(300, 30), 30, 'made under a smaller tier, it stays as it was');
  t.is(await limitOf(5_000, 300, 5_000), 5_000);
  t.is(await limitOf(60, 300, 5_000), 60);
  t.is(await limitOf(300, 300, 20), 20);
});

test("a contract's body limit is that of an active key's tenant", async (t) => {
  const tenantId = await newTenant(pool, { bodyLimit: 5_000_000 });
  const limitOf = (key: TestKey) => gate.bodyLimitBytes?.(callWith(bearer(key)));
  t.is(await limitOf(await newKey(pool, tenantId)), 5_000_000);
  t.is(await limitOf(await newKey(pool, await newTenant(pool))), 0);
  const revoked = await newKey(pool, tenantId, { active: false });
  await refused(t, Promise.resolve(limitOf(revoked)), 'unauthorized');
});

test('the tenant of a key is remembered, that of an unknown key is not', async (t) => {
  const tenantOfKey = createTenantOfKey(pool);
  const tenantId = await newTenant(pool);
  t.is(await tenantOfKey(sha256('svc_live_later')), null);
  const key = await newKey(pool, tenantId);
  t.is(await tenantOfKey(key.keyHash), tenantId);
  await pool.query('DELETE FROM read.api_keys WHERE key_id = $1', [key.keyId]);
  t.is(await tenantOfKey(key.keyHash), tenantId);
  t.is(await createTenantOfKey(pool)(key.keyHash), null);
});
