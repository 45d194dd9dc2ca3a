import test from 'ava';
import { Registry } from 'prom-client';
import { findSsoBinding, bindSso } from '../../command-api/sign-in/sso-bindings.ts';
import { allProjections } from '../../projectors/all.ts';
import { rebuild } from '../../projectors/rebuild/rebuild.ts';
import { createAccessCheck } from '../../shared/admission/genuine.ts';
import { sha256 } from '../../shared/crypto/seal.ts';
import { clientOf, type Client } from '../support/api.ts';
import { ENV, clock, startSignIn } from '../support/sign-in.ts';

/**
 * An attacker who can write to the database and has no master key. Each plants or changes a row that gives access; the
 * service answers as if there were none. The row as the service wrote it works before and after.
 */
const world = await startSignIn(ENV);
const { api } = world;
const { runtime } = api;
const { pool } = runtime;
test.after.always(() => api.stop());

const SECRET_KEY = `svc_test_${'a'.repeat(43)}`;
const sql = async (text: string, values: unknown[] = []): Promise<void> => {
  const { rowCount } = await pool.query(text, values);
  if (rowCount !== 1) throw new Error(`the attacker changed ${rowCount} rows`);
};

type Key = { tenantId: string; rawKey: string; client: Client; hash: Buffer };
/** Of test mode, whose calls cost nothing. */
async function newKey(options: Parameters<typeof api.newKey>[1] = {}): Promise<Key> {
  const tenantId = await api.newTenant();
  const rawKey = await api.newKey(tenantId, { test: true, ...options });
  return { tenantId, rawKey, client: clientOf(api.baseUrl, rawKey), hash: sha256(rawKey) };
}
/** Of the gate, which serves reads, and of the admission, which serves commands. */
const statusesOf = async (client: Client): Promise<number[]> => [
  (await client('GET', '/v1/sessions')).status,
  (await client('POST', '/v1/sessions', { chief_complaint: 'headache', age: 34, sex: 'female' })).status,
];
const REFUSED = [401, 401];
/** What a row without a code is told: it may be from before an update. */
const NOT_READY = [503, 503];

/** A row for another raw key beside the victim's; `mac` is SQL over the victim's row. */
const plant = (victim: Key, rawKey: string, mac: string): Promise<void> =>
  sql(
    `INSERT INTO read.api_keys (lineage_id, key_id, tenant_id, revision, key_hash, key_prefix, key_suffix, name_sealed,
       scopes, rate_limit_rpm, tier_rpm, is_test, is_active, created_at, row_mac)
     SELECT gen_random_uuid(), gen_random_uuid(), tenant_id, 0, $2, key_prefix, key_suffix, name_sealed,
       scopes, rate_limit_rpm, tier_rpm, is_test, true, now(), ${mac}
     FROM read.api_keys WHERE key_hash = $1`,
    [victim.hash, sha256(rawKey)],
  );

test('a planted row with the hash of a key of their own opens nothing', async (t) => {
  const victim = await newKey();
  t.deepEqual(await statusesOf(victim.client), [200, 201]);
  for (const [n, mac] of ['row_mac', `''::bytea`, `sha256('guess')`].entries()) {
    const planted = `${SECRET_KEY}${n}`;
    await plant(victim, planted, mac);
    const expected = mac === `''::bytea` ? NOT_READY : REFUSED;
    t.deepEqual(await statusesOf(clientOf(api.baseUrl, planted)), expected, mac);
  }
  t.deepEqual(await statusesOf(victim.client), [200, 201]);
});

test('a key whose row was changed opens nothing, until the row is as it was', async (t) => {
  const other = await newKey();
  const changes = {
    scopes: `ARRAY['sessions:read', 'sessions:write', 'admin:write']`,
    tenant_id: `'${other.tenantId}'`,
    key_hash: `'\\x${sha256(SECRET_KEY).toString('hex')}'`,
    rate_limit_rpm: '999999',
    tier_rpm: '999999',
    is_test: 'NOT is_test',
    expires_at: `now() + interval '10 years'`,
    key_id: 'gen_random_uuid()',
  };
  for (const [column, value] of Object.entries(changes)) {
    const key = await newKey({ scopes: ['sessions:read', 'sessions:write'], rateLimitRpm: 100 });
    const shown = column === 'key_hash' ? SECRET_KEY : key.rawKey;
    const { rows } = await pool.query<Record<string, unknown>>(
      'SELECT * FROM read.api_keys WHERE key_hash = $1',
      [key.hash],
    );
    const before = rows[0]!;
    const { lineage_id: id } = before;
    await sql(`UPDATE read.api_keys SET ${column} = ${value} WHERE lineage_id = $1`, [id]);
    t.deepEqual(await statusesOf(clientOf(api.baseUrl, shown)), REFUSED, column);
    await sql(`UPDATE read.api_keys SET ${column} = $2 WHERE lineage_id = $1`, [id, before[column]]);
    t.deepEqual(await statusesOf(key.client), [200, 201], column);
  }
});

test('a revoked key that is revived opens nothing', async (t) => {
  const { tenantId, client, hash } = await newKey();
  const admin = clientOf(api.baseUrl, await api.newKey(tenantId, { test: true }));
  const { rows } = await pool.query<{ key_id: string }>(
    'SELECT key_id FROM read.api_keys WHERE key_hash = $1',
    [hash],
  );
  t.true((await admin('DELETE', `/v1/admin/keys/${rows[0]?.key_id}`)).status < 300);
  await sql('UPDATE read.api_keys SET is_active = true, revoked_at = NULL WHERE key_hash = $1', [hash]);
  t.deepEqual(await statusesOf(client), NOT_READY);
});

test('a member with another role, or revived, is signed out; a session of another member is none', async (t) => {
  const viewer = await world.newMember({ role: 'viewer' });
  const owner = await world.newMember({ tenantId: viewer.tenantId, role: 'owner' });
  const browser = await world.signedIn(viewer);
  const status = async (): Promise<number> => (await browser.send('GET', '/v1/sessions')).status;
  t.is(await status(), 200);

  await sql(`UPDATE read.members SET role = 'owner' WHERE member_id = $1`, [viewer.memberId]);
  t.is(await status(), 401);
  await sql(
    `UPDATE read.members SET role = 'viewer', scopes = scopes || '{admin:write}' WHERE member_id = $1`,
    [viewer.memberId],
  );
  t.is(await status(), 401);
  await sql(`UPDATE read.members SET scopes = array_remove(scopes, 'admin:write') WHERE member_id = $1`, [
    viewer.memberId,
  ]);
  t.is(await status(), 200);

  const session = 'UPDATE ops.login_sessions SET member_id = $1 WHERE member_id = $2';
  await sql(session, [owner.memberId, viewer.memberId]);
  t.is(await status(), 401);
  await sql(session, [viewer.memberId, owner.memberId]);
  t.is(await status(), 200);

  await sql(
    `UPDATE read.members SET is_active = false, status = 'deactivated', row_mac = '' WHERE member_id = $1`,
    [viewer.memberId],
  );
  await sql(`UPDATE read.members SET is_active = true, status = 'active' WHERE member_id = $1`, [
    viewer.memberId,
  ]);
  t.is(await status(), 503);
});

test('an address, a code, a link or a trusted browser that is moved to another member signs nobody in', async (t) => {
  const attacker = await world.newMember();
  const victim = await world.newMember();
  const victimHash = 'SELECT email_hash FROM read.members WHERE member_id = $1';

  const { challengeId, code } = await world.challenge(world.browser(), attacker);
  await sql(
    `UPDATE ops.challenges SET member_id = $1, account_hash = (${victimHash}) WHERE challenge_id = $2`,
    [victim.memberId, challengeId],
  );
  t.is((await world.enterCode(world.browser(), challengeId, code)).status, 401);

  const token = await world.linkFor(attacker);
  await sql(`UPDATE ops.password_resets SET member_id = $1 WHERE token_hash = $2`, [
    victim.memberId,
    sha256(token),
  ]);
  const reset = { token, new_password: 'a long sentence of an attacker' };
  t.is((await world.browser().send('POST', '/v1/auth/reset-password', reset)).status, 422);
  const own = { ...reset, token: await world.linkFor(victim) };
  t.is((await world.browser().send('POST', '/v1/auth/reset-password', own)).status, 200);

  // A trusted browser of the attacker, who knows the victim's password: the code is asked for all the same.
  const browser = await world.signedIn(attacker);
  await sql('UPDATE ops.trusted_devices SET member_id = $1 WHERE member_id = $2 AND revoked_at IS NULL', [
    victim.memberId,
    attacker.memberId,
  ]);
  t.is((await world.logIn(browser, victim.email, own.new_password)).status, 202);

  await sql('UPDATE read.members SET email_hash = $1 WHERE member_id = $2', [
    Buffer.from('gone'),
    victim.memberId,
  ]);
  await sql(
    `UPDATE read.members SET email_hash = (SELECT m.email_hash FROM read.members m WHERE m.member_id = $1), member_id = member_id
     WHERE member_id = $2`,
    [attacker.memberId, victim.memberId],
  );
  t.is(
    (await world.logIn(browser, attacker.email, own.new_password)).status,
    202,
    'asks for a code, as for nobody',
  );
});

test('a binding of single sign-on with another issuer, tenant or host is none', async (t) => {
  const tenantId = await api.newTenant();
  const other = await api.newTenant();
  const binding = {
    domain: 'bound.example',
    tenantId,
    issuer: 'https://login.bound.example',
    clientId: 'client',
    clientSecret: 'secret',
    allowedHosts: [],
    privateNetwork: false,
    boundAt: clock.at,
  };
  await bindSso(runtime, binding);
  t.like(await findSsoBinding(runtime, binding.domain), { issuer: binding.issuer, clientSecret: 'secret' });
  const changes = {
    issuer: `'https://login.attacker.example'`,
    client_id: `'other'`,
    tenant_id: `'${other}'`,
    allowed_hosts: `'{attacker.example}'`,
    private_network: 'true',
  };
  for (const [column, value] of Object.entries(changes)) {
    await sql(`UPDATE ops.sso_bindings SET ${column} = ${value} WHERE domain = $1`, [binding.domain]);
    t.is(await findSsoBinding(runtime, binding.domain), null, column);
    await bindSso(runtime, binding);
    t.not(await findSsoBinding(runtime, binding.domain), null);
  }
  await sql(`UPDATE ops.sso_bindings SET domain = 'gmail.example' WHERE domain = $1`, [binding.domain]);
  t.is(await findSsoBinding(runtime, 'gmail.example'), null);
});

test('what is refused is counted, and logged once with its id alone', async (t) => {
  const registry = new Registry();
  const lines: unknown[] = [];
  const logger = { error: (line: unknown) => lines.push(line) } as never;
  const access = createAccessCheck({ ...runtime, logger, registry });
  for (let times = 0; times < 3; times += 1) access.refuse('api_key', 'key-1');
  t.deepEqual(lines, [{ access_kind: 'api_key', access_id: 'key-1' }]);
  const { values } = (await registry.getSingleMetric('triage_access_rows_refused_total')?.get()) ?? {
    values: [],
  };
  t.is(values.find(({ labels }) => labels.kind === 'api_key')?.value, 3);
});

// Alone: it puts rows right that the other tests change meanwhile.
test.serial(
  'a rebuild makes the same codes from the log, keeps what is valid and drops what was planted',
  async (t) => {
    const key = await newKey();
    const member = await world.newMember({ tenantId: key.tenantId });
    const browser = await world.signedIn(member);
    const planted = `${SECRET_KEY}planted`;
    await plant(key, planted, 'row_mac');
    await sql(`UPDATE read.api_keys SET row_mac = '', scopes = '{}' WHERE key_hash = $1`, [key.hash]);
    await sql(`UPDATE read.members SET row_mac = '' WHERE member_id = $1`, [member.memberId]);
    t.deepEqual(await statusesOf(key.client), NOT_READY);
    const { log, codec, dataKeys } = runtime;
    const projections = allProjections.filter(({ name }) => ['api-keys', 'members'].includes(name));
    await api.caughtUp();
    const { databaseUrl } = api.stack;
    await rebuild({ projections, databaseUrl, log, codec, dataKeys, check: false, now: () => new Date() });
    t.deepEqual(await statusesOf(key.client), [200, 201]);
    t.is((await browser.send('GET', '/v1/sessions')).status, 200);
    const found = await pool.query('SELECT 1 FROM read.api_keys WHERE key_hash = $1', [sha256(planted)]);
    t.is(found.rowCount, 0);
  },
);
