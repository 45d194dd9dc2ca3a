import { randomBytes, randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { SignJWT } from 'jose';
import { createReadCredential } from '../../../shared/admission/credential.ts';
import { createGate } from '../../../shared/admission/gate.ts';
import { createSessionTokens, type SessionClaims } from '../../../shared/admission/session-token.ts';
import { deriveKey } from '../../../shared/crypto/seal.ts';
import { memberAccess } from '../../../shared/read-models/member-rows.ts';
import { ApiError, type ErrorCode } from '../../../shared/http/errors.ts';
import type { GateCall } from '../../../shared/http/gate.ts';
import type { Credentials, Demand, Role, Scope } from '../../../shared/http/route-types.ts';
import { startDatabase } from '../../support/database.ts';
import { access, after, HOUR, KEYS as keys, newKey, newTenant, T0, type TestKey } from './admitting.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const tokens = createSessionTokens(() => Promise.resolve(keys));
const readCredential = createReadCredential(tokens);
const gate = createGate(pool, readCredential, access);

const newClaims = (changes: Partial<SessionClaims> = {}): SessionClaims => ({
  sessionId: randomUUID(),
  tenantId: randomUUID(),
  holderId: randomUUID(),
  test: null,
  ...changes,
});
const shown = (changes: Partial<Credentials>): Credentials => ({
  authorization: null,
  sessionToken: null,
  csrfToken: null,
  mutates: false,
  ...changes,
});

async function refused(t: ExecutionContext, call: Promise<unknown>, code: ErrorCode): Promise<ApiError> {
  const error = await t.throwsAsync(call, { instanceOf: ApiError });
  t.is(error.code, code);
  return error;
}

test('a token says which session it is, for twelve hours to the second', async (t) => {
  const claims = newClaims({ test: true });
  const token = await tokens.issue(claims, T0);
  t.deepEqual(await tokens.verify(token, T0), claims);
  t.deepEqual(await tokens.verify(token, after(12 * HOUR - 0.001)), claims);
  t.is(await tokens.verify(token, after(12 * HOUR)), null);
});

test('a token that is forged, damaged or for something else is none', async (t) => {
  const claims = newClaims();
  const token = await tokens.issue(claims, T0);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (body: Record<string, unknown>, key: Uint8Array): Promise<string> =>
    new SignJWT(body).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(4_102_444_800).sign(key);
  const good = { jti: claims.sessionId, tenant_id: claims.tenantId, sub: claims.holderId, test: null };
  const ownKey = deriveKey(keys.seal, 'session-token');
  t.deepEqual(await tokens.verify(await sign(good, ownKey), T0), claims, 'the forgeries below are well made');
  for (const forged of [
    '',
    'x',
    `${header}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -2)}`,
    `${header}.${encoded({ ...good, exp: 4_102_444_800 })}.${signature}`,
    `${encoded({ alg: 'none' })}.${payload}.`,
    await sign(good, randomBytes(32)),
    await sign(good, deriveKey(keys.seal, 'csrf-token')),
    await sign({ ...good, jti: 'no-uuid' }, ownKey),
    await sign({ ...good, tenant_id: undefined }, ownKey),
    await sign({ ...good, test: 'yes' }, ownKey),
  ]) {
    t.is(await tokens.verify(forged, T0), null, forged);
  }
});

test('a CSRF token belongs to one session', async (t) => {
  const [one, two] = [randomUUID(), randomUUID()];
  const token = await tokens.csrfTokenOf(one);
  t.true(await tokens.isCsrfToken(one, token));
  for (const wrong of ['', 'x', token.slice(1), `${token}AA`, await tokens.csrfTokenOf(two)]) {
    t.false(await tokens.isCsrfToken(one, wrong), wrong);
  }
});

test('an Authorization header wins over the cookie, also where it is no good', async (t) => {
  const claims = newClaims();
  const sessionToken = await tokens.issue(claims, T0);
  const key = await readCredential(
    shown({ authorization: `Bearer svc_test_${'k'.repeat(43)}`, sessionToken, mutates: true }),
    T0,
  );
  t.like(key, { kind: 'key', test: true });
  t.is(await readCredential(shown({ authorization: 'Basic Og==', sessionToken }), T0), null);
  t.is(await readCredential(shown({ authorization: '', sessionToken }), T0), null);
  t.deepEqual(await readCredential(shown({ sessionToken }), T0), { kind: 'session', ...claims });
  t.is(await readCredential(shown({}), T0), null);
});

test('a cookie changes something only with the CSRF token of its session', async (t) => {
  const claims = newClaims();
  const sessionToken = await tokens.issue(claims, T0);
  const csrfToken = await tokens.csrfTokenOf(claims.sessionId);
  t.is((await readCredential(shown({ sessionToken, csrfToken, mutates: true }), T0))?.kind, 'session');
  const other = await tokens.csrfTokenOf(randomUUID());
  for (const wrong of [null, '', other, csrfToken.toUpperCase()]) {
    const error = await refused(
      t,
      readCredential(shown({ sessionToken, csrfToken: wrong, mutates: true }), T0),
      'forbidden',
    );
    t.false(error.message.includes(csrfToken));
  }
  const lapsed = shown({ sessionToken, csrfToken, mutates: true });
  t.is(await readCredential(lapsed, after(12 * HOUR)), null, 'a lapsed session is none, not a wrong one');
});

type Session = { sessionId: string; tenantId: string; memberId: string | null; token: string };

type Powers = { role?: Role; scopes?: Scope[] };

/** Writes a member's row as the projection does: with the code of what it holds. */
async function writeMember(member: { memberId: string; tenantId: string }, powers: Powers): Promise<void> {
  const row = {
    member_id: member.memberId,
    tenant_id: member.tenantId,
    email_hash: Buffer.from(member.memberId),
    role: powers.role ?? 'developer',
    scopes: powers.scopes ?? ['sessions:write'],
    email_verified_at: null,
    revision: 0,
    password_revision: null,
  };
  await pool.query(
    `INSERT INTO read.members (member_id, tenant_id, revision, status, email_hash, profile_sealed, password_sealed,
       role, scopes, is_active, created_at, row_mac)
     VALUES ($1, $2, 0, 'active', $3, '', '', $4, $5, true, $6, $7)
     ON CONFLICT (member_id) DO UPDATE
     SET role = excluded.role, scopes = excluded.scopes, row_mac = excluded.row_mac`,
    [row.member_id, row.tenant_id, row.email_hash, row.role, row.scopes, T0, memberAccess.macOf(keys, row)],
  );
}

async function newMember(tenantId: string, powers: Powers = {}): Promise<string> {
  const memberId = randomUUID();
  await writeMember({ memberId, tenantId }, powers);
  return memberId;
}

async function newSession(of: { tenantId: string; memberId?: string; key?: TestKey }): Promise<Session> {
  const { tenantId, memberId = null, key } = of;
  const sessionId = randomUUID();
  await pool.query(
    `INSERT INTO ops.login_sessions (session_id, tenant_id, member_id, key_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [sessionId, tenantId, memberId, key?.keyId ?? null, T0, after(12 * HOUR)],
  );
  const mode = key === undefined ? null : key.rawKey.startsWith('svc_test_');
  return {
    sessionId,
    tenantId,
    memberId,
    token: await tokens.issue(
      { sessionId, tenantId, holderId: memberId ?? key?.keyId ?? '', test: mode },
      T0,
    ),
  };
}

const memberSession = async (options: Parameters<typeof newMember>[1] = {}): Promise<Session> => {
  const tenantId = await newTenant(pool);
  return newSession({ tenantId, memberId: await newMember(tenantId, options) });
};

const demanding = (changes: Partial<Demand> = {}): Demand => ({
  scope: 'sessions:write',
  session: false,
  roles: null,
  feature: null,
  ...changes,
});
const callOf = (credentials: Partial<Credentials>, changes: Partial<GateCall> = {}): GateCall => ({
  credentials: shown(credentials),
  demand: demanding(),
  ip: `10.${[...randomBytes(3)].join('.')}`,
  now: T0,
  route: { method: 'GET', path: '/v1/sessions' },
  requestId: 'r',
  ...changes,
});
const enter = ({ token }: Session, changes: Partial<GateCall> = {}) =>
  gate.authenticate(callOf({ sessionToken: token }, changes));

test("a member's session carries the member's role and scopes, sees both modes, and may send 300 calls a minute", async (t) => {
  const session = await memberSession({ role: 'admin', scopes: ['sessions:write', 'admin:read'] });
  const { caller, rate } = await enter(session);
  t.deepEqual(caller, {
    tenantId: session.tenantId,
    actor: { type: 'member', id: session.memberId ?? '' },
    keyId: null,
    keyPrefix: null,
    sessionId: session.sessionId,
    role: 'admin',
    scopes: ['sessions:write', 'admin:read'],
    expiresAt: null,
    test: null,
  });
  // The tenant's keys get 120: a page of the dashboard takes several calls.
  t.like(rate, { limit: 300, remaining: 299 });
  await pool.query('UPDATE read.tenants SET rate_limit_override = 450 WHERE tenant_id = $1', [
    session.tenantId,
  ]);
  t.like((await enter(session)).rate, { limit: 450, remaining: 448 });
});

test("a key's session carries its scopes, mode and window, and no role", async (t) => {
  const tenantId = await newTenant(pool);
  const key = await newKey(pool, tenantId, { test: true, rpm: 5 });
  const session = await newSession({ tenantId, key });
  const { caller, rate } = await enter(session);
  t.like(caller, {
    actor: { type: 'api_key', id: key.keyId },
    keyId: key.keyId,
    sessionId: session.sessionId,
    role: null,
    test: true,
  });
  t.like(rate, { limit: 5, remaining: 4 });
  const bearer = await gate.authenticate(callOf({ authorization: `Bearer ${key.rawKey}` }));
  t.is(bearer.rate.remaining, 3, 'key and session share one window');
});

test('a session ends at its very instant, and at once where it is revoked', async (t) => {
  const session = await memberSession();
  // The token lives as long as the row: one that lives longer shows what the row says.
  const { sessionId, tenantId } = session;
  const longer = {
    ...session,
    token: await tokens.issue(
      { sessionId, tenantId, holderId: session.memberId ?? '', test: null },
      after(HOUR),
    ),
  };
  await t.notThrowsAsync(enter(longer, { now: after(12 * HOUR - 0.001) }));
  await refused(t, enter(longer, { now: after(12 * HOUR) }), 'unauthorized');
  await pool.query('UPDATE ops.login_sessions SET revoked_at = $2 WHERE session_id = $1', [sessionId, T0]);
  await refused(t, enter(session), 'unauthorized');
  const unknown = await tokens.issue(newClaims(), T0);
  await refused(t, enter({ ...session, token: unknown }), 'unauthorized');
});

test('a session dies with its member', async (t) => {
  const session = await memberSession();
  await t.notThrowsAsync(enter(session));
  await pool.query("UPDATE read.members SET is_active = false, status = 'deactivated' WHERE member_id = $1", [
    session.memberId,
  ]);
  await refused(t, enter(session), 'unauthorized');
});

test('a session dies with its key: revoked, or expired at the very instant', async (t) => {
  const tenantId = await newTenant(pool);
  const key = await newKey(pool, tenantId);
  const session = await newSession({ tenantId, key });
  await t.notThrowsAsync(enter(session));
  await pool.query('UPDATE read.api_keys SET is_active = false WHERE key_id = $1', [key.keyId]);
  await refused(t, enter(session), 'unauthorized');
  const lapsing = await newSession({ tenantId, key: await newKey(pool, tenantId, { expiresAt: after(60) }) });
  await t.notThrowsAsync(enter(lapsing, { now: after(59.999) }));
  await refused(t, enter(lapsing, { now: after(60) }), 'unauthorized');
});

test('what a role may is asked anew at each call', async (t) => {
  const session = await memberSession({ role: 'developer', scopes: ['sessions:write'] });
  await t.notThrowsAsync(enter(session));
  const member = { memberId: session.memberId ?? '', tenantId: session.tenantId };
  await writeMember(member, { role: 'viewer', scopes: ['sessions:read'] });
  await refused(t, enter(session), 'forbidden');
  const { caller } = await enter(session, { demand: demanding({ scope: 'sessions:read' }) });
  t.like(caller, { role: 'viewer', scopes: ['sessions:read'] });
});

test('a route for some roles takes these members and no key', async (t) => {
  const forOwners = { demand: demanding({ roles: ['owner'] }) };
  await t.notThrowsAsync(enter(await memberSession({ role: 'owner' }), forOwners));
  await refused(t, enter(await memberSession({ role: 'admin' }), forOwners), 'forbidden');
  await refused(t, enter(await memberSession({ role: 'owner', scopes: [] }), forOwners), 'forbidden');
  const tenantId = await newTenant(pool);
  const key = await newKey(pool, tenantId);
  await refused(t, enter(await newSession({ tenantId, key }), forOwners), 'forbidden');
  await refused(
    t,
    gate.authenticate(callOf({ authorization: `Bearer ${key.rawKey}` }, forOwners)),
    'forbidden',
  );
});

test('a route for sessions takes those of members and keys, and no key itself', async (t) => {
  const forSessions = { demand: demanding({ scope: null, session: true }) };
  const tenantId = await newTenant(pool);
  const key = await newKey(pool, tenantId);
  await t.notThrowsAsync(enter(await memberSession(), forSessions));
  await t.notThrowsAsync(enter(await newSession({ tenantId, key }), forSessions));
  const call = callOf({ authorization: `Bearer ${key.rawKey}` }, forSessions);
  const error = await refused(t, gate.authenticate(call), 'forbidden');
  t.is(error.headers['X-RateLimit-Limit'], '10000', 'a refused call is counted and shows its window');
});

test('a credential that was good once leaves an audit row, a guess none, and nobody fills the trail', async (t) => {
  const tenantId = await newTenant(pool);
  const rowsOf = async (requestId: string) => {
    const { rows } = await pool.query<{ actor_type: string; actor_id: string; ip: string; action: string }>(
      'SELECT action, actor_type, actor_id, ip FROM ops.access_intake WHERE tenant_id = $1 AND request_id = $2',
      [tenantId, requestId],
    );
    return rows;
  };
  const row = (actor_type: string, actor_id: string | null, ip: string) => ({
    action: 'auth.credential_refused',
    actor_type,
    actor_id,
    ip,
  });
  const revoked = await newKey(pool, tenantId);
  await pool.query('UPDATE read.api_keys SET is_active = false WHERE key_id = $1', [revoked.keyId]);
  const lapsed = await newKey(pool, tenantId, { expiresAt: T0 });
  for (const key of [revoked, lapsed]) {
    const call = callOf({ authorization: `Bearer ${key.rawKey}` }, { requestId: key.keyId });
    await refused(t, gate.authenticate(call), 'unauthorized');
    t.deepEqual(await rowsOf(key.keyId), [row('api_key', key.keyId, call.ip)]);
  }
  const session = await newSession({ tenantId, memberId: await newMember(tenantId) });
  await pool.query('UPDATE ops.login_sessions SET revoked_at = $2 WHERE session_id = $1', [
    session.sessionId,
    T0,
  ]);
  await refused(t, enter(session, { requestId: 's', ip: '198.51.100.9' }), 'unauthorized');
  t.deepEqual(await rowsOf('s'), [row('member', session.memberId, '198.51.100.9')]);

  const guess = callOf({ authorization: `Bearer svc_live_${'g'.repeat(43)}` }, { requestId: 'guess' });
  await refused(t, gate.authenticate(guess), 'unauthorized');
  t.deepEqual(await rowsOf('guess'), []);

  for (let count = 0; count < 10; count += 1) {
    const call = callOf({ authorization: `Bearer ${revoked.rawKey}` }, { requestId: 'again' });
    await refused(t, gate.authenticate(call), 'unauthorized');
  }
  t.is((await rowsOf('again')).length, 5, 'six an hour, the first one included');
});
