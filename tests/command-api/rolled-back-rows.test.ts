import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import test from 'ava';
import { SignJWT } from 'jose';
import { randomBytes, randomUUID } from 'node:crypto';
import { bindSso, findSsoBinding } from '../../command-api/sign-in/sso-bindings.ts';
import { allProjections } from '../../projectors/all.ts';
import { rebuild } from '../../projectors/rebuild/rebuild.ts';
import { sha256 } from '../../shared/crypto/seal.ts';
import { apiKeyStream } from '../../shared/event-log/streams.ts';
import { clientOf, type Client } from '../support/api.ts';
import { newBrowser, type Browser } from '../support/browser.ts';
import { HOUR, MINUTE } from '../support/clock.ts';
import { clock, ENV, PASSWORD, startSignIn } from '../support/sign-in.ts';

/**
 * An attacker who can write to the database and has no master key puts back rows that the service wrote itself, with their
 * right codes, as they were before access was taken away. Tests of one file run one after another: they share the clock.
 */
const world = await startSignIn(ENV);
const { api } = world;
const { runtime } = api;
const { pool } = runtime;
test.after.always(() => api.stop());

const KEYS = ['read.api_keys', 'lineage_id'] as const;
const MEMBERS = ['read.members', 'member_id'] as const;
type Table = readonly [table: string, key: string];
type Copy = Record<string, unknown>;

async function copyOf([table, key]: Table, where: { column: string; value: unknown }): Promise<Copy> {
  const { rows } = await pool.query<{ copy: Copy }>(
    `SELECT to_jsonb(r) AS copy FROM ${table} r WHERE ${where.column} = $1`,
    [where.value],
  );
  if (!rows[0]) throw new Error(`no row of ${key}`);
  return rows[0].copy;
}

async function putBack([table, key]: Table, copy: Copy): Promise<void> {
  const { rowCount } = await pool.query(`DELETE FROM ${table} WHERE ${key} = $1`, [copy[key]]);
  if (rowCount !== 1) throw new Error('the attacker replaced no row');
  await pool.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [copy]);
}

/** Longer than a row may lag behind its events, and than the end of a stream is remembered. */
const LATER = 2 * MINUTE;

async function newKey() {
  const tenantId = await api.newTenant();
  const rawKey = await api.newKey(tenantId, { test: true });
  const admin = clientOf(api.baseUrl, await api.newKey(tenantId, { test: true }));
  const copy = await copyOf(KEYS, { column: 'key_hash', value: sha256(rawKey) });
  return {
    rawKey,
    client: clientOf(api.baseUrl, rawKey),
    admin,
    path: `/v1/admin/keys/${String(copy.key_id)}`,
    copy,
  };
}
const statusesOf = async (client: Client): Promise<number[]> => [
  (await client('GET', '/v1/sessions')).status,
  (await client('POST', '/v1/sessions', { chief_complaint: 'headache', age: 34, sex: 'female' })).status,
];
const statusOf = async (browser: Browser): Promise<number> =>
  (await browser.send('GET', '/v1/sessions')).status;

const TAKEN: Record<string, (admin: Client, path: string) => ReturnType<Client>> = {
  revoked: (admin, path) => admin('DELETE', path),
  rotated: (admin, path) => admin('POST', `${path}/rotate`),
  narrowed: (admin, path) => admin('PATCH', path, { scopes: ['webhooks:read'] }),
};
for (const [what, take] of Object.entries(TAKEN)) {
  test.serial(`the row of a key from before it was ${what} opens nothing`, async (t) => {
    const { client, admin, path, copy } = await newKey();
    t.deepEqual(await statusesOf(client), [200, 201]);
    t.true((await take(admin, path)).status < 300);
    await putBack(KEYS, copy);
    clock.forward(LATER);
    t.deepEqual(await statusesOf(client), [401, 401]);
  });
}

test.serial('an old row beside a stream that was deleted opens nothing', async (t) => {
  const store = EventStoreDBClient.connectionString(api.stack.eventStoreUrl);
  const ends: Record<string, (stream: string) => Promise<unknown>> = {
    'so that it could come back': (stream) => store.deleteStream(stream),
    'for good': (stream) => store.tombstoneStream(stream),
    'from its readers': (stream) => store.setStreamMetadata(stream, { truncateBefore: 1_000 }),
    'and a stranger put in its place': async (stream) => {
      await store.deleteStream(stream);
      const metadata = { occurred_at: '2100-01-01T00:00:00.000Z' };
      await store.appendToStream(stream, [jsonEvent({ type: 'x', data: {}, metadata })]);
    },
  };
  try {
    for (const [how, end] of Object.entries(ends)) {
      const { client, admin, path, copy } = await newKey();
      t.deepEqual(await statusesOf(client), [200, 201], how);
      t.true((await admin('DELETE', path)).status < 300);
      await putBack(KEYS, copy);
      await end(apiKeyStream(String(copy.lineage_id)));
      clock.forward(LATER);
      t.deepEqual(await statusesOf(client), [401, 401], how);
    }
  } finally {
    await store.dispose();
  }
});

test.serial('a process that meets an old row first asks the log before it answers', async (t) => {
  const { rawKey, admin, path, copy } = await newKey();
  t.true((await admin('DELETE', path)).status < 300);
  await putBack(KEYS, copy);
  clock.forward(LATER);
  const other = await api.beside('other', { now: clock.now, env: ENV });
  try {
    t.deepEqual(await statusesOf(clientOf(`http://127.0.0.1:${other.port()}`, rawKey)), [401, 401]);
  } finally {
    await other.stop();
  }
});

test.serial('a row that follows its log within a minute opens what it says', async (t) => {
  const { client, admin, path, copy } = await newKey();
  clock.forward(LATER);
  t.is((await admin('PATCH', path, { name: 'other' })).status, 200);
  await putBack(KEYS, copy);
  clock.forward(MINUTE / 2 + 1);
  t.deepEqual(await statusesOf(client), [200, 201]);
  clock.forward(MINUTE / 2);
  t.deepEqual(await statusesOf(client), [401, 401]);
});

test.serial('a rebuild of the keys finds a row that was put back, and mends it', async (t) => {
  const { client, admin, path, copy } = await newKey();
  t.true((await admin('DELETE', path)).status < 300);
  const { log, codec, dataKeys } = runtime;
  const projections = allProjections.filter(({ name }) => name === 'api-keys');
  const options = {
    projections,
    databaseUrl: api.stack.databaseUrl,
    log,
    codec,
    dataKeys,
    now: () => new Date(),
  };
  // What came after the projections' last event is not compared: a command may be writing it.
  await rebuild({ ...options, check: false });
  await putBack(KEYS, copy);
  t.false((await rebuild({ ...options, check: true })).isSame);
  await rebuild({ ...options, check: false });
  t.true((await rebuild({ ...options, check: true })).isSame);
  t.deepEqual(await statusesOf(client), [401, 401]);
});

test.serial(
  'the row of a member from before a lower role, or the end of access, opens nothing',
  async (t) => {
    const owner = await world.newMember({ role: 'owner' });
    const browser = await world.signedIn(owner);
    const lost: Record<string, (memberId: string) => ReturnType<Browser['send']>> = {
      'a lower role': (id) => browser.send('PATCH', `/v1/admin/team/${id}/role`, { role: 'viewer' }),
      deactivated: (id) => browser.send('DELETE', `/v1/admin/team/${id}`),
    };
    for (const [what, lose] of Object.entries(lost)) {
      const member = await world.newMember({ tenantId: owner.tenantId, role: 'admin' });
      const theirs = await world.signedIn(member);
      const copy = await copyOf(MEMBERS, { column: 'member_id', value: member.memberId });
      const sessions = await pool.query('SELECT session_id FROM ops.login_sessions WHERE member_id = $1', [
        member.memberId,
      ]);
      t.true((await lose(member.memberId)).status < 300, what);
      await putBack(MEMBERS, copy);
      await pool.query('UPDATE ops.login_sessions SET revoked_at = NULL WHERE session_id = ANY ($1)', [
        sessions.rows.map((row: { session_id: string }) => row.session_id),
      ]);
      clock.forward(LATER);
      t.is(await statusOf(theirs), 401, what);
      // Nor does their password: the answer is the one for nobody, and no mail goes out.
      const refused = newBrowser(api.baseUrl);
      refused.cookies.set('svc_trusted_device', theirs.cookies.get('svc_trusted_device') ?? '');
      t.is((await world.logIn(refused, member.email)).status, 202, what);
    }
  },
);

test.serial('a password from before the last one signs nobody in, alone or with its whole row', async (t) => {
  const member = await world.newMember();
  const browser = await world.signedIn(member);
  const device = browser.cookies.get('svc_trusted_device') ?? '';
  const copy = await copyOf(MEMBERS, { column: 'member_id', value: member.memberId });
  const reset = { token: await world.linkFor(member), new_password: 'a long sentence of my own' };
  t.is((await world.browser().send('POST', '/v1/auth/reset-password', reset)).status, 200);
  const now = await copyOf(MEMBERS, { column: 'member_id', value: member.memberId });
  await pool.query('UPDATE ops.trusted_devices SET revoked_at = NULL WHERE member_id = $1', [
    member.memberId,
  ]);
  clock.forward(LATER);

  const attempt = async (password: string): Promise<number> => {
    const trusted = newBrowser(api.baseUrl);
    trusted.cookies.set('svc_trusted_device', device);
    return (await world.logIn(trusted, member.email, password)).status;
  };
  t.is(await attempt(reset.new_password), 200, 'the trusted browser and the new password sign in');
  const { password_sealed, password_revision } = copy;
  for (const [what, changed] of Object.entries({
    'the password': { ...now, password_sealed },
    'the password with its revision': { ...now, password_sealed, password_revision },
    'the whole row': copy,
  })) {
    await putBack(MEMBERS, changed);
    t.is(await attempt(PASSWORD), 202, what);
  }
  await putBack(MEMBERS, now);
  t.is(await attempt(reset.new_password), 200);
});

test.serial('a planted dashboard session opens nothing without a cookie that we signed', async (t) => {
  const owner = await world.newMember();
  const sessionId = randomUUID();
  await pool.query(
    `INSERT INTO ops.login_sessions (session_id, tenant_id, member_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [sessionId, owner.tenantId, owner.memberId, clock.at, clock.after(HOUR)],
  );
  const claims = { tenant_id: owner.tenantId, test: null };
  const signed = (key: Uint8Array): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setJti(sessionId)
      .setSubject(owner.memberId)
      .setIssuedAt(clock.at)
      .setExpirationTime(clock.after(HOUR))
      .sign(key);
  const browser = newBrowser(api.baseUrl);
  browser.cookies.set('svc_session', await signed(randomBytes(32)));
  t.is(await statusOf(browser), 401);
});

test.serial('a session whose end was moved in the database ends after its 12 hours', async (t) => {
  const browser = await world.signedIn(await world.newMember());
  await pool.query(`UPDATE ops.login_sessions SET expires_at = expires_at + interval '1 year'`);
  clock.forward(12 * HOUR);
  t.is(await statusOf(browser), 401);
});

// What docs/compliance/not-promised.md says plainly.
test.serial('a signed-out session that is put back stands for the rest of its 12 hours', async (t) => {
  const browser = await world.signedIn(await world.newMember());
  const cookies = new Map(browser.cookies);
  t.true((await browser.send('POST', '/v1/admin/auth/logout')).status < 300);
  await pool.query('UPDATE ops.login_sessions SET revoked_at = NULL');
  const thief = newBrowser(api.baseUrl);
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  t.is(await statusOf(thief), 200);
  clock.forward(12 * HOUR);
  t.is(await statusOf(thief), 401);
});

// What docs/compliance/not-promised.md says plainly.
test.serial('a binding of single sign-on that is put back stands as it was bound then', async (t) => {
  const tenantId = await api.newTenant();
  const first = {
    domain: 'back.example',
    tenantId,
    issuer: 'https://old.back.example',
    clientId: 'client',
    clientSecret: 'secret',
    allowedHosts: [],
    privateNetwork: false,
    boundAt: clock.at,
  };
  await bindSso(runtime, first);
  const table = ['ops.sso_bindings', 'domain'] as const;
  const copy = await copyOf(table, { column: 'domain', value: first.domain });
  await bindSso(runtime, { ...first, issuer: 'https://new.back.example' });
  await putBack(table, copy);
  t.like(await findSsoBinding(runtime, first.domain), { issuer: first.issuer });
});
