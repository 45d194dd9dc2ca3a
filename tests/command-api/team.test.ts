import { randomUUID } from 'node:crypto';
import test from 'ava';
import { codeOf, fieldsOf } from '../support/answers.ts';
import { clientOf } from '../support/api.ts';
import { rolePath, startMembers, type Member } from '../support/members.ts';
import { newEmail, PASSWORD } from '../support/sign-in.ts';

const world = await startMembers();
const { runtime, clock, anonymous, newTeam, newClient } = world;
test.after.always(world.api.stop);
test.afterEach.always(clock.reset);

test.serial('nobody invites into a role that can do more than they can', async (t) => {
  const { tenantId, key, join } = await newTeam();
  const path = '/v1/admin/team/invite';
  const narrow = await newClient(tenantId, { scopes: ['admin:read', 'admin:write'] });
  t.is((await narrow('POST', path, { email: newEmail(), role: 'developer' })).status, 403);
  t.is((await narrow('POST', path, { email: newEmail(), role: 'billing' })).status, 201);
  const reader = await newClient(tenantId, { scopes: ['admin:read'] });
  t.is((await reader('POST', path, { email: newEmail(), role: 'billing' })).status, 403);
  const sandbox = await newClient(tenantId, { test: true });
  t.is((await sandbox('POST', path, { email: newEmail(), role: 'billing' })).status, 403);
  for (const role of ['viewer', 'developer', 'billing'] as const) {
    const { browser } = await join(role);
    t.is((await browser('POST', path, { email: newEmail(), role: 'billing' })).status, 403, role);
    t.is((await browser('POST', '/v1/dashboard/team/invite', { email: newEmail() })).status, 403, role);
  }
  t.deepEqual(
    fieldsOf(await key('POST', path, { email: 'ab', name: 'x'.repeat(101), role: 'owner', more: 1 })).sort(),
    ['email', 'more', 'name', 'role'],
  );
  t.deepEqual(fieldsOf(await key('POST', path, { email: `${'a'.repeat(190)}@klinika.example` })), ['email']);
  t.is((await anonymous('POST', path, { email: newEmail() })).status, 401);
});

test.serial('the dashboard invites with its cookie, and only with it', async (t) => {
  const { owner, join, key, team } = await newTeam();
  const { browser: admin } = await join('admin');
  const path = '/v1/dashboard/team/invite';
  const email = newEmail();
  const invited = await admin('POST', path, { email });
  t.is(invited.status, 201);
  t.like(invited.body, { email, name: '', role: 'developer' });
  t.is((await owner.browser('POST', path, { email: newEmail() })).status, 201);
  t.is((await owner.browser('POST', path, { email: newEmail() }, { 'x-csrf-token': 'wrong' })).status, 403);
  t.is((await key('POST', path, { email: newEmail() })).status, 403);
  t.is((await team()).length, 4);
});

test.serial('an address gets few invitations an hour', async (t) => {
  const { key } = await newTeam();
  const email = newEmail();
  const send = () => key('POST', '/v1/admin/team/invite', { email });
  for (let count = 0; count < 5; count += 1) t.is((await send()).status, 201);
  t.is((await send()).status, 429);
});

test.serial('the older path does the same until its sunset, and is gone from that instant on', async (t) => {
  const { key } = await newTeam();
  clock.at = new Date('2026-06-30T23:59:59.999Z');
  const early = await key('POST', '/v1/auth/invite', { email: newEmail() });
  t.is(early.status, 201);
  t.is(early.headers.get('sunset'), 'Wed, 01 Jul 2026 00:00:00 GMT');
  t.is(early.headers.get('link'), '</v1/admin/team/invite>; rel="successor-version"');
  t.regex(early.headers.get('deprecation') ?? '', /^@\d+$/);
  t.regex(early.headers.get('warning') ?? '', /^299 - /);
  t.is((await anonymous('POST', '/v1/auth/invite', { email: newEmail() })).status, 401);
  t.deepEqual(fieldsOf(await key('POST', '/v1/auth/invite', { email: 'x' })), ['email']);
  const reader = await newClient((await newTeam()).tenantId, { scopes: ['admin:read'] });
  t.is((await reader('POST', '/v1/auth/invite', { email: newEmail() })).status, 403);

  clock.at = new Date('2026-07-01T00:00:00.000Z');
  for (const late of [
    await key('POST', '/v1/auth/invite', { email: newEmail() }),
    await anonymous('POST', '/v1/auth/invite'),
    await anonymous('POST', '/v1/auth/invite', { anything: true }),
  ]) {
    t.is(late.status, 410);
    t.is(codeOf(late), 'gone');
    t.is(late.headers.get('link'), '</v1/admin/team/invite>; rel="successor-version"');
  }
});

test.serial('the team list shows who may read it who is in the team, and nobody of another', async (t) => {
  const { tenantId, owner, join, invite, team } = await newTeam();
  await newTeam();
  clock.forward(0.001);
  const { browser: billing } = await join('billing');
  clock.forward(0.001);
  const invited = newEmail();
  await invite(invited, 'viewer');
  await runtime
    .poolOf(tenantId)
    .query('INSERT INTO ops.member_logins (member_id, tenant_id, last_login_at) VALUES ($1, $2, $3)', [
      owner.memberId,
      tenantId,
      clock.at,
    ]);
  t.like(await team(), [
    { email: owner.email, role: 'owner', is_active: true, last_login_at: clock.at.toISOString() },
    { role: 'billing', is_active: true, last_login_at: null },
    { email: invited, role: 'viewer', is_active: false, accepted_at: null },
  ]);
  t.is((await team()).length, 3);
  t.is((await billing('GET', '/v1/admin/team')).status, 200);
  const other = await newClient(tenantId, { scopes: ['sessions:read'] });
  t.is((await other('GET', '/v1/admin/team')).status, 403);
  t.is((await anonymous('GET', '/v1/admin/team')).status, 401);
});

test.serial('an owner changes roles, effective at once for whoever is signed in', async (t) => {
  const { owner, join, key } = await newTeam();
  const { memberId, browser } = await join('developer');
  t.is((await browser('GET', '/v1/sessions')).status, 200);
  const changed = await owner.browser('PATCH', rolePath(memberId), { role: 'billing' });
  t.is(changed.status, 200);
  t.like(changed.body, { member_id: memberId, role: 'billing' });
  t.is((await browser('GET', '/v1/sessions')).status, 403);
  const { browser: admin } = await join('admin');
  t.is((await admin('PATCH', rolePath(memberId), { role: 'admin' })).status, 403);
  t.is((await key('PATCH', rolePath(memberId), { role: 'admin' })).status, 403);
  t.is((await owner.browser('PATCH', rolePath(randomUUID()), { role: 'admin' })).status, 404);
  const other = await newTeam();
  t.is((await owner.browser('PATCH', rolePath(other.owner.memberId), { role: 'viewer' })).status, 404);
  t.deepEqual(fieldsOf(await owner.browser('PATCH', rolePath(memberId), { role: 'boss' })), ['role']);
  t.deepEqual(fieldsOf(await owner.browser('PATCH', rolePath('x'), { role: 'admin' })), ['member_id']);
});

test.serial(
  'the query form of a role change works until its sunset, and is gone from that instant on',
  async (t) => {
    const { owner, join } = await newTeam();
    const { memberId } = await join('developer');
    const link = `<${rolePath(memberId)}>; rel="successor-version"`;
    clock.at = new Date('2026-07-22T23:59:59.999Z');
    const early = await owner.browser('PATCH', `${rolePath(memberId)}?role=admin`);
    t.is(early.status, 200);
    t.like(early.body, { role: 'admin' });
    t.is(early.headers.get('warning'), '299 - "use request body instead"');
    t.is(early.headers.get('sunset'), 'Thu, 23 Jul 2026 00:00:00 GMT');
    t.is(early.headers.get('link'), link);
    t.like((await owner.browser('PATCH', rolePath(memberId))).body, { role: 'viewer' });
    const both = await owner.browser('PATCH', `${rolePath(memberId)}?role=admin`, {
      role: 'viewer',
    });
    t.is(both.status, 400);

    clock.at = new Date('2026-07-23T00:00:00.000Z');
    const late = await owner.browser('PATCH', `${rolePath(memberId)}?role=admin`);
    t.is(late.status, 410);
    t.is(late.headers.get('link'), link);
    t.is((await owner.browser('PATCH', rolePath(memberId))).status, 410);
    const body = await owner.browser('PATCH', rolePath(memberId), { role: 'admin' });
    t.like(body.body, { role: 'admin' });
    t.is(body.headers.get('warning'), null);
  },
);

test.serial('a team keeps an owner, also when two of them act at the same moment', async (t) => {
  const { owner, join, team } = await newTeam();
  const self = `/v1/admin/team/${owner.memberId}`;
  t.is((await owner.browser('PATCH', rolePath(owner.memberId), { role: 'admin' })).status, 409);
  t.is((await owner.browser('DELETE', self)).status, 409);
  t.is((await owner.browser('PATCH', rolePath(owner.memberId), { role: 'owner' })).status, 200);

  const second = await join('admin');
  t.is((await owner.browser('PATCH', rolePath(second.memberId), { role: 'owner' })).status, 200);
  const race = await Promise.all([
    owner.browser('PATCH', rolePath(second.memberId), { role: 'viewer' }),
    second.browser('DELETE', self),
  ]);
  const left = (await team()).filter((member) => member.role === 'owner' && member.is_active);
  t.is(left.length, 1);
  t.is(race.filter(({ status }) => status === 200).length, 1);
  t.true(race.every(({ status }) => [200, 401, 403, 409].includes(status)));
});

test.serial('keys of a deactivated member are named, and revoked where that is asked for', async (t) => {
  const { owner, join } = await newTeam();
  type Key = { key_id: string; raw_key: string };
  const makeKey = async (send: typeof owner.browser, body: object): Promise<Key> =>
    (await send('POST', '/v1/admin/keys', body)).body as Key;
  const [one, two] = [await join('admin'), await join('admin')];
  const kept = await makeKey(one.browser, { name: 'kept' });
  const made = await makeKey(two.browser, { name: 'made' });
  const further = await makeKey(clientOf(world.api.baseUrl, made.raw_key), { name: 'made with it' });
  const rotated = (
    await clientOf(world.api.baseUrl, made.raw_key)('POST', `/v1/admin/keys/${made.key_id}/rotate`)
  ).body as Key;

  const first = await owner.browser('DELETE', `/v1/admin/team/${one.memberId}`);
  t.like(first.body, { keys_revoked: [], keys_left: [kept.key_id] });
  const second = await owner.browser('DELETE', `/v1/admin/team/${two.memberId}?revoke_keys=true`);
  t.is(second.status, 200);
  const { keys_revoked, keys_left } = second.body as { keys_revoked: string[]; keys_left: string[] };
  t.deepEqual(keys_revoked.toSorted(), [further.key_id, rotated.key_id].toSorted());
  t.deepEqual(keys_left, []);
  const statusOf = async ({ raw_key }: Key): Promise<number> =>
    (await clientOf(world.api.baseUrl, raw_key)('GET', '/v1/account')).status;
  t.deepEqual([await statusOf(kept), await statusOf(further), await statusOf(rotated)], [200, 401, 401]);
});

test.serial('a deactivated member is out at once, and may be invited again', async (t) => {
  const { tenantId, owner, join, invite, team } = await newTeam();
  const { memberId, email, browser } = await join('developer');
  const path = `/v1/admin/team/${memberId}`;
  t.is((await browser('GET', '/v1/account')).status, 200);
  t.is((await browser('DELETE', `/v1/admin/team/${owner.memberId}`)).status, 403);
  const deactivated = await owner.browser('DELETE', path);
  t.is(deactivated.status, 200);
  t.like(deactivated.body, { member_id: memberId, is_active: false });
  t.is((await browser('GET', '/v1/account')).status, 401);
  t.is((await owner.browser('DELETE', path)).status, 404);
  t.is((await owner.browser('PATCH', rolePath(memberId), { role: 'admin' })).status, 404);
  const { rows } = await runtime
    .poolOf(tenantId)
    .query('SELECT 1 FROM ops.login_sessions WHERE member_id = $1 AND revoked_at IS NULL', [memberId]);
  t.deepEqual(rows, []);

  clock.forward(1);
  const token = await invite(email);
  const again = await anonymous('POST', '/v1/auth/accept-invite', { token, password: PASSWORD });
  t.is(again.status, 201);
  t.not((again.body as Member).member_id, memberId);
  t.deepEqual(
    (await team()).map(({ is_active }) => is_active),
    [true, true, false],
  );
});

test.serial('an invitation is withdrawn like a member is removed', async (t) => {
  const { owner, invite, team } = await newTeam();
  const email = newEmail();
  const token = await invite(email);
  const invited = (await team()).find((member) => member.email === email)!;
  t.is((await owner.browser('PATCH', rolePath(invited.member_id), { role: 'owner' })).status, 409);
  t.is((await owner.browser('DELETE', `/v1/admin/team/${invited.member_id}`)).status, 200);
  const accepted = await anonymous('POST', '/v1/auth/accept-invite', { token, password: PASSWORD });
  t.deepEqual(fieldsOf(accepted), ['token']);
});
