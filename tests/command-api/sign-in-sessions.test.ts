import { randomUUID } from 'node:crypto';
import test from 'ava';
import { revokeApiKey } from '../../command-api/api-keys/operations.ts';
import { errorOf } from '../support/answers.ts';
import { type Answer } from '../support/api.ts';
import { cookiesOf, newBrowser, newIp, type Browser } from '../support/browser.ts';
import { DAY, HOUR } from '../support/clock.ts';
import {
  account,
  ALLOWED_ORIGIN,
  clock,
  ENV,
  newEmail,
  PASSWORD,
  startSignIn,
  type TestMember,
} from '../support/sign-in.ts';

const world = await startSignIn();
const { api } = world;
const second = await api.beside('test-api-2', { now: clock.now, env: ENV });
test.after.always(async () => {
  await second.stop();
  await api.stop();
});
const { browser, challenge, linkFor, logIn, newMember, signedIn } = world;

/** One clock for the file: each test begins on a day of its own, when every limit is open again. */
test.beforeEach(() => clock.forward(30 * DAY));

/** A write that costs nothing: no projection grants tokens in this file. */
const write = (from: Browser, headers: Record<string, string> = {}): Promise<Answer> =>
  from.send(
    'POST',
    '/v1/admin/webhooks',
    { url: 'http://127.0.0.1:9/hook', events: ['session.created'] },
    headers,
  );
const UNAUTHORIZED: [number, string] = [401, 'unauthorized'];
const FORBIDDEN: [number, string] = [403, 'forbidden'];

test.serial('a cookie changes something only with the CSRF token of its own session', async (t) => {
  const member = await newMember();
  const [own, other] = [await signedIn(member), await signedIn(member)];
  t.is((await write(own)).status, 201);
  for (const wrong of ['', 'x', other.cookies.get('svc_csrf') ?? '']) {
    t.deepEqual(errorOf(await write(own, { 'x-csrf-token': wrong })), FORBIDDEN, wrong);
  }
  own.cookies.delete('svc_csrf');
  t.deepEqual(errorOf(await write(own)), FORBIDDEN);
  t.deepEqual(errorOf(await own.send('POST', '/v1/admin/auth/logout')), FORBIDDEN);
  t.is((await account(own)).status, 200, 'reading needs none');
});

test.serial('a page of a foreign origin cannot use the cookies, one of the allowlist can', async (t) => {
  const own = await signedIn(await newMember());
  for (const origin of ['https://evil.example', 'null', `${ALLOWED_ORIGIN}.evil.example`]) {
    t.deepEqual(errorOf(await write(own, { origin })), FORBIDDEN, origin);
    t.deepEqual(errorOf(await own.send('GET', '/v1/account', undefined, { origin })), FORBIDDEN, origin);
    const answer = await own.send(
      'POST',
      '/v1/auth/login',
      { email: newEmail(), password: PASSWORD },
      { origin },
    );
    t.deepEqual(errorOf(answer), FORBIDDEN, 'the cookie of a trusted browser counts as well');
  }
  const allowed = await write(own, { origin: ALLOWED_ORIGIN });
  t.is(allowed.status, 201);
  t.is(allowed.headers.get('access-control-allow-origin'), ALLOWED_ORIGIN);
  t.is(allowed.headers.get('access-control-allow-credentials'), 'true');
  t.is((await write(own, { origin: api.baseUrl })).status, 201, 'our own pages');
});

test.serial('a preflight tells an allowed origin what it may send, and any other nothing', async (t) => {
  const preflight = (origin: string): Promise<Answer> =>
    browser().send('OPTIONS', '/v1/auth/login', undefined, {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, x-csrf-token',
    });
  const allowed = await preflight(ALLOWED_ORIGIN);
  t.is(allowed.status, 204);
  t.is(allowed.headers.get('access-control-allow-origin'), ALLOWED_ORIGIN);
  t.regex(allowed.headers.get('access-control-allow-headers') ?? '', /X-CSRF-Token/);
  const foreign = await preflight('https://evil.example');
  t.is(foreign.headers.get('access-control-allow-origin'), null);
  t.is(foreign.headers.get('access-control-allow-methods'), null);
});

test.serial('signing out ends the session in every process, and no other one', async (t) => {
  const member = await newMember();
  const [own, other] = [await signedIn(member), await signedIn(member)];
  const elsewhere = newBrowser(`http://127.0.0.1:${second.port()}`, own.ip);
  for (const [name, value] of own.cookies) elsewhere.cookies.set(name, value);
  t.is((await account(elsewhere)).status, 200);
  const answer = await own.send('POST', '/v1/admin/auth/logout');
  t.deepEqual(answer.body, { logged_out: true });
  t.deepEqual(
    [...cookiesOf(answer)].map(([name, { value }]) => [name, value]),
    [
      ['svc_session', ''],
      ['svc_csrf', ''],
    ],
  );
  t.deepEqual(errorOf(await account(elsewhere)), UNAUTHORIZED);
  t.is((await account(other)).status, 200);
  t.deepEqual(errorOf(await elsewhere.send('POST', '/v1/admin/auth/logout')), UNAUTHORIZED);
  t.is((await logIn(own, member.email)).status, 200, 'the browser is still a trusted one');
  t.deepEqual(
    (await world.actionsOf(member.memberId)).filter((action) => action === 'auth.logout').length,
    1,
  );
});

test.serial('a session lasts twelve hours', async (t) => {
  const own = await signedIn(await newMember());
  clock.forward(12 * HOUR - 1);
  t.is((await account(own)).status, 200);
  clock.forward(1);
  t.deepEqual(errorOf(await account(own)), UNAUTHORIZED);
});

test.serial('what a role may not is a 403', async (t) => {
  const tenantId = await api.newTenant();
  const as = async (role: TestMember['role']): Promise<Browser> =>
    signedIn(await newMember({ tenantId, role }));
  const viewer = await as('viewer');
  t.is((await viewer.send('GET', '/v1/sessions')).status, 200);
  t.deepEqual(errorOf(await write(viewer)), FORBIDDEN);
  t.deepEqual(
    errorOf(await viewer.send('POST', '/v1/dashboard/team/invite', { email: newEmail() })),
    FORBIDDEN,
  );
  t.is((await write(await as('developer'))).status, 201);
  const billing = await as('billing');
  t.is((await billing.send('GET', '/v1/admin/balance')).status, 200);
  t.deepEqual(errorOf(await billing.send('GET', '/v1/sessions')), FORBIDDEN);
});

const exchange = (rawKey: string, from: Browser): Promise<Answer> =>
  from.send('POST', '/v1/admin/auth', undefined, { authorization: `Bearer ${rawKey}` });

test.serial('a key is exchanged for a session of its scopes and mode, which dies with it', async (t) => {
  const tenantId = await api.newTenant();
  const rawKey = await api.newKey(tenantId, { test: true, scopes: ['sessions:read', 'sessions:write'] });
  const own = browser();
  const answer = await exchange(rawKey, own);
  t.is(answer.status, 200);
  const { key_id: keyId, ...rest } = answer.body as { key_id: string };
  t.deepEqual(rest, {
    tenant_id: tenantId,
    scopes: ['sessions:read', 'sessions:write'],
    test: true,
    csrf_token: own.cookies.get('svc_csrf'),
    expires_at: new Date(clock.at.getTime() + 12 * HOUR * 1_000).toISOString(),
  });
  t.deepEqual([...own.cookies.keys()], ['svc_session', 'svc_csrf']);
  const opened = await own.send('POST', '/v1/sessions', { chief_complaint: 'headache' });
  t.like(opened.body, { test: true });
  t.deepEqual(errorOf(await own.send('GET', '/v1/admin/keys')), FORBIDDEN);
  t.deepEqual(await world.actionsOf(keyId), ['auth.key_exchanged']);
  await revokeApiKey(api.runtime, keyId);
  t.deepEqual(errorOf(await account(own)), UNAUTHORIZED);
  t.deepEqual(errorOf(await exchange(rawKey, browser())), UNAUTHORIZED);
});

test.serial(
  'what is exchanged has to be a key, ten times an hour for one and fifty for an address',
  async (t) => {
    const tenantId = await api.newTenant();
    const own = await signedIn(await newMember({ tenantId }));
    t.deepEqual(errorOf(await own.send('POST', '/v1/admin/auth')), UNAUTHORIZED, 'a session is no key');
    t.deepEqual(errorOf(await browser().send('POST', '/v1/admin/auth')), UNAUTHORIZED);
    for (const rawKey of [await api.newKey(tenantId), `svc_live_${'x'.repeat(43)}`]) {
      const status = rawKey.includes('xxx') ? 401 : 200;
      for (let count = 0; count < 10; count += 1) t.is((await exchange(rawKey, browser())).status, status);
      const refused = await exchange(rawKey, browser());
      t.deepEqual(errorOf(refused), [429, 'rate_limited']);
      t.is(refused.headers.get('retry-after'), String(HOUR));
      t.truthy(refused.headers.get('x-ratelimit-limit'));
      clock.forward(HOUR - 0.001);
      t.is((await exchange(rawKey, browser())).status, 429);
      clock.forward(0.001);
      t.is((await exchange(rawKey, browser())).status, status);
    }
    const guesser = browser();
    await world.useUp('key_exchange_ip', guesser.ip, 49);
    t.is((await exchange(`svc_live_${'y'.repeat(43)}`, guesser)).status, 401);
    t.is((await exchange(await api.newKey(tenantId), guesser)).status, 429);
  },
);

test.serial('where both are sent, the key wins over the cookie', async (t) => {
  const own = await signedIn(await newMember());
  const tenantId = await api.newTenant();
  const rawKey = await api.newKey(tenantId);
  const bearer = { authorization: `Bearer ${rawKey}` };
  t.like((await own.send('GET', '/v1/account', undefined, bearer)).body, { tenant_id: tenantId });
  const answer = await write(own, { ...bearer, 'x-csrf-token': 'none is needed' });
  t.is(answer.status, 201);
  const bad = { authorization: `Bearer ${rawKey}x` };
  t.deepEqual(errorOf(await own.send('GET', '/v1/account', undefined, bad)), UNAUTHORIZED);
});

test.serial('the detailed status is for cookie sessions', async (t) => {
  const tenantId = await api.newTenant();
  const own = await signedIn(await newMember({ tenantId, role: 'billing' }));
  const answer = await own.send('GET', '/v1/dashboard/status');
  t.is(answer.status, 200);
  t.like(answer.body, {
    status: 'ok',
    checked_at: clock.at.toISOString(),
    dependencies: { database: 'ok', event_log: 'ok', cache: 'ok', engine: 'ok' },
    projections: [],
    deliveries: { pending: 0, failed: 0, due: 0, dead_lettered: 0, exhausted: 0 },
  });
  const key = await api.newClient(tenantId);
  t.deepEqual(errorOf(await key('GET', '/v1/dashboard/status')), FORBIDDEN);
  t.deepEqual(errorOf(await browser().send('GET', '/v1/dashboard/status')), UNAUTHORIZED);
});

test.serial("the detailed status tells of projections' lag and of the tenant's own deliveries", async (t) => {
  const tenantId = await api.newTenant();
  const own = await signedIn(await newMember({ tenantId }));
  const subscriptionId = randomUUID();
  const { pool } = api.runtime;
  const deliver = (to: string, status: string, dueAt: Date | null, isTest = false): Promise<unknown> =>
    pool.query(
      `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
         due_at, created_at, dead_lettered_at)
       VALUES ($1, $2, $3, $4, 'session.created', $8, $5, $6, $7, CASE WHEN $5 = 'dead-lettered' THEN $7::timestamptz END)`,
      [randomUUID(), randomUUID(), subscriptionId, to, status, dueAt, clock.at, isTest],
    );
  await pool.query(
    `INSERT INTO ops.webhook_endpoints (subscription_id, tenant_id, revision, events, test, endpoint_sealed, is_active)
     VALUES ($1, $2, 0, '{session.created}', false, '', true)`,
    [subscriptionId, tenantId],
  );
  await deliver(tenantId, 'pending', clock.at);
  await deliver(tenantId, 'failed', new Date(clock.at.getTime() + 1_000));
  await deliver(tenantId, 'dead-lettered', null);
  await deliver(tenantId, 'pending', clock.at, true);
  await deliver(tenantId, 'exhausted', null, true);
  await deliver(await api.newTenant(), 'dead-lettered', null);
  await pool.query(
    `INSERT INTO ops.checkpoints (projection, version, position, event_id, updated_at)
     VALUES ('done', 1, 9007199254740991, $1, $2), ('slow', 1, -1, $1, $2)`,
    [randomUUID(), clock.at],
  );
  const { body } = await own.send('GET', '/v1/dashboard/status');
  await pool.query("DELETE FROM ops.checkpoints WHERE projection IN ('done', 'slow')");
  t.like(body, {
    status: 'degraded',
    deliveries: { pending: 2, failed: 1, due: 2, dead_lettered: 1, exhausted: 1 },
  });
  for (const [isTest, deliveries] of [
    [false, { pending: 1, failed: 1, due: 1, dead_lettered: 1, exhausted: 0 }],
    [true, { pending: 1, failed: 0, due: 1, dead_lettered: 0, exhausted: 1 }],
  ] as const) {
    const fromKey = browser();
    t.is((await exchange(await api.newKey(tenantId, { test: isTest }), fromKey)).status, 200);
    const seen = (await fromKey.send('GET', '/v1/dashboard/status')).body as { deliveries: unknown };
    t.deepEqual(seen.deliveries, deliveries, `of a key with test ${isTest}`);
  }
  const { projections } = body as { projections: { name: string; lag_events: number; lag_ms: number }[] };
  t.like(projections[0], { name: 'done', lag_events: 0, lag_ms: 0, is_parked: false });
  t.is(projections[1]?.name, 'slow');
  t.true((projections[1]?.lag_events ?? 0) > 10);
  t.true((projections[1]?.lag_ms ?? 0) >= 30 * DAY * 1_000, 'the first event is as old as this file');
});

test.serial('nothing that a caller must not see stands in the tables in clear', async (t) => {
  const member = await newMember();
  const { code } = await challenge(browser(), member);
  const token = await linkFor(member);
  const { rows: tables } = await api.runtime.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('ops', 'read')`,
  );
  for (const { name } of tables) {
    const { rows } = await api.runtime.pool.query<{ row: string }>(`SELECT r::text AS row FROM ${name} AS r`);
    const text = rows.map(({ row }) => row).join('\n');
    for (const secret of [member.email, token, Buffer.from(member.email).toString('hex')]) {
      t.false(text.includes(secret), name);
    }
    if (name === 'ops.challenges') t.false(new RegExp(`[(,]${code}[,)]`).test(text));
  }
});

test.serial('without the database nobody signs in', async (t) => {
  const member = await newMember();
  const own = await signedIn(member);
  await api.stack.processes.postgres.kill();
  const calls: [string, object][] = [
    ['login', { email: member.email, password: PASSWORD }],
    ['verify-code', { challenge_id: randomUUID(), code: '123456' }],
    ['resend-code', { challenge_id: randomUUID() }],
    ['forgot-password', { email: member.email }],
    ['reset-password', { token: 'x', new_password: 'nine loud magpies at noon' }],
  ];
  for (const [path, body] of calls) {
    const answer = await browser(newIp()).send('POST', `/v1/auth/${path}`, body);
    t.deepEqual(errorOf(answer), [503, 'service_unavailable'], path);
    t.is(answer.headers.get('retry-after'), '30');
  }
  t.is((await account(own)).status, 503);
  t.is((await exchange(`svc_live_${'x'.repeat(43)}`, browser())).status, 503);
});
