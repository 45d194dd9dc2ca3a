import { randomUUID } from 'node:crypto';
import test from 'ava';
import { membersProjection } from '../../projectors/members/projection.ts';
import { codeOf, fieldsOf } from '../support/answers.ts';
import { newIp } from '../support/browser.ts';
import { DAY } from '../support/clock.ts';
import { tokenIn } from '../support/mailbox.ts';
import { startMembers } from '../support/members.ts';
import { newEmail, PASSWORD } from '../support/sign-in.ts';

const world = await startMembers();
const { runtime, clock, anonymous, mailsTo, mailTo, newTeam, newClient } = world;
test.after.always(world.api.stop);
test.afterEach.always(clock.reset);

test.serial('registering makes a free_trial tenant with an unverified owner, and mails a code', async (t) => {
  const email = newEmail();
  const answer = await anonymous('POST', '/v1/auth/register', {
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
    name: 'Jana',
    company: 'Klinika Sever',
  });
  t.is(answer.status, 201);
  const { challenge_id } = answer.body as { challenge_id: string };
  t.regex((await mailTo(email.toUpperCase())).text, /Your code is \d{6}/);
  const { rows: found } = await runtime.pool.query<{
    member_id: string;
    tenant_id: string;
    is_verified: boolean;
  }>(
    'SELECT * FROM ops.find_account((SELECT c.account_hash FROM ops.challenges c WHERE c.challenge_id = $1), NULL, NULL, NULL, $2)',
    [challenge_id, clock.at],
  );
  t.like(found[0], { is_verified: false });
  const { tenant_id: tenantId } = found[0]!;
  const key = await newClient(tenantId, { rateLimitRpm: 100 });
  t.like((await key('GET', '/v1/admin/team')).body, [
    { email: email.toUpperCase(), name: 'Jana', role: 'owner', is_active: true, last_login_at: null },
  ]);
  const { rows: tenants } = await runtime
    .poolOf(tenantId)
    .query<{ tier: string }>('SELECT tier FROM read.tenants WHERE tenant_id = $1', [tenantId]);
  t.deepEqual(tenants, [{ tier: 'free_trial' }]);
});

test.serial(
  'registering answers alike where the address has an account, and tells its owner alone',
  async (t) => {
    const { owner, team } = await newTeam();
    const fresh = newEmail();
    const before = performance.now();
    const [known, unknown] = await Promise.all(
      [owner.email.toUpperCase(), fresh].map((email) =>
        anonymous('POST', '/v1/auth/register', { email, password: PASSWORD }),
      ),
    );
    t.true(performance.now() - before >= 400);
    t.is(known?.status, 201);
    t.is(unknown?.status, 201);
    t.deepEqual(Object.keys(known?.body as object), Object.keys(unknown?.body as object));
    t.regex((await mailTo(owner.email.toUpperCase())).text, /has one already/);
    t.regex((await mailTo(fresh)).text, /Your code is/);
    t.is((await team()).length, 1);
  },
);

test.serial('of registrations of one address at the same moment one is made', async (t) => {
  const email = newEmail();
  const answers = await Promise.all(
    [email, email.toUpperCase(), ` ${email}`, email].map((spelled) =>
      anonymous('POST', '/v1/auth/register', { email: spelled, password: PASSWORD }),
    ),
  );
  t.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  );
  const { rows } = await runtime.pool.query<{ member_id: string | null }>(
    'SELECT member_id FROM ops.challenges WHERE challenge_id = ANY ($1::uuid[])',
    [answers.map(({ body }) => (body as { challenge_id: string }).challenge_id)],
  );
  t.is(rows.filter(({ member_id }) => member_id !== null).length, 1);
});

test.serial('registering refuses weak passwords and bad addresses, and counts attempts by IP', async (t) => {
  const ip = newIp();
  const register = (body: object) => anonymous('POST', '/v1/auth/register', body, { 'x-forwarded-for': ip });
  t.deepEqual(fieldsOf(await register({ email: newEmail(), password: 'short' })), ['password']);
  t.deepEqual(fieldsOf(await register({ email: newEmail(), password: 'password1234' })), ['password']);
  t.deepEqual(fieldsOf(await register({ email: 'no address', password: PASSWORD })), ['email']);
  t.deepEqual(fieldsOf(await register({ email: newEmail() })), ['password']);
  t.deepEqual(fieldsOf(await register({ email: 'no address', password: 'password1234' })), [
    'email',
    'password',
  ]);
  const five = await Promise.all(
    [1, 2, 3, 4, 5].map(() => register({ email: newEmail(), password: PASSWORD })),
  );
  t.deepEqual(
    five.map(({ status }) => status),
    [201, 201, 201, 201, 201],
  );
  const sixth = await register({ email: newEmail(), password: PASSWORD });
  t.is(sixth.status, 429);
  t.is(sixth.headers.get('retry-after'), '3600');
});

test.serial(
  'a registration that nobody verified gives way after a day, and to whoever has the mails',
  async (t) => {
    const register = async (email: string) => {
      const { body } = await anonymous('POST', '/v1/auth/register', { email, password: PASSWORD });
      const { challenge_id } = body as { challenge_id: string };
      const { rows } = await runtime.pool.query<{ member_id: string | null }>(
        'SELECT member_id FROM ops.challenges WHERE challenge_id = $1',
        [challenge_id],
      );
      return rows[0]?.member_id !== null;
    };
    const email = newEmail();
    t.true(await register(email));
    clock.forward(DAY);
    t.false(await register(email));
    clock.forward(0.001);
    t.true(await register(email));

    const { invite } = await newTeam();
    const other = newEmail();
    t.true(await register(other));
    const token = await invite(other);
    const accepted = await anonymous('POST', '/v1/auth/accept-invite', { token, password: PASSWORD });
    t.is(accepted.status, 201);
    t.false(await register(other));
  },
);

test.serial(
  'an invitation goes out once for an Idempotency-Key, and its link opens the account once',
  async (t) => {
    const { key, team } = await newTeam();
    const email = newEmail();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { email, name: 'Petr', role: 'viewer' };
    const first = await key('POST', '/v1/admin/team/invite', body, headers);
    const replay = await key('POST', '/v1/admin/team/invite', body, headers);
    t.is(first.status, 201);
    t.is(replay.status, 201);
    t.is(replay.headers.get('idempotency-replayed'), 'true');
    t.deepEqual(replay.body, first.body);
    t.like(first.body, { email, name: 'Petr', role: 'viewer', is_active: false, accepted_at: null });
    t.is((first.body as { invite_expires_at: string }).invite_expires_at, clock.after(7 * DAY).toISOString());
    const token = tokenIn(await mailTo(email));
    t.false(JSON.stringify(first.body).includes(token));
    t.is((await mailsTo(email)).length, 1);

    const accept = { token, password: PASSWORD, name: 'Petr Malý' };
    t.deepEqual(
      fieldsOf(await anonymous('POST', '/v1/auth/accept-invite', { ...accept, password: 'short' })),
      ['password'],
    );
    const [one, two] = await Promise.all([
      anonymous('POST', '/v1/auth/accept-invite', accept),
      anonymous('POST', '/v1/auth/accept-invite', accept),
    ]);
    t.deepEqual([one.status, two.status].sort(), [201, 422]);
    t.like((await team())[1], { email, name: 'Petr Malý', role: 'viewer', is_active: true });
    t.deepEqual(fieldsOf(await anonymous('POST', '/v1/auth/accept-invite', accept)), ['token']);
    t.is(codeOf(await key('POST', '/v1/admin/team/invite', body)), 'conflict');
  },
);

test.serial('a link is dead after 7 days, and once another one was sent', async (t) => {
  const { key, invite, team } = await newTeam();
  const email = newEmail();
  const old = await invite(email);
  clock.forward(1);
  t.is((await key('POST', '/v1/admin/team/invite', { email, role: 'admin' })).status, 201);
  t.is((await team()).length, 2);
  const accept = (token: string) =>
    anonymous('POST', '/v1/auth/accept-invite', { token, password: PASSWORD });
  t.deepEqual(fieldsOf(await accept(old)), ['token']);
  await mailTo(email, 2);
  const token = tokenIn(await mailTo(email));
  t.not(token, old);
  clock.forward(7 * DAY);
  t.deepEqual(fieldsOf(await accept(token)), ['token']);
  clock.forward(-0.001);
  t.like((await accept(token)).body, { role: 'admin', is_active: true });
});

test.serial('of invitations of one address at the same moment one member comes out', async (t) => {
  const { key, team } = await newTeam();
  const email = newEmail();
  const answers = await Promise.all(
    [1, 2, 3].map(() => key('POST', '/v1/admin/team/invite', { email, role: 'viewer' })),
  );
  t.true(answers.every(({ status }) => status === 201 || status === 409));
  t.true(answers.some(({ status }) => status === 201));
  t.is((await team()).filter((member) => member.email === email).length, 1);
});

test.serial('an address of another tenant is invited, and accepting it is a conflict', async (t) => {
  const [here, there] = [await newTeam(), await newTeam()];
  const token = await here.invite(there.owner.email);
  const accepted = await anonymous('POST', '/v1/auth/accept-invite', { token, password: PASSWORD });
  t.is(accepted.status, 409);
  t.is(codeOf(accepted), 'conflict');
  t.is((await there.team()).length, 1);
});

test.serial('of two tenants that invite one address, the first one accepted wins', async (t) => {
  const [here, there] = [await newTeam(), await newTeam()];
  const email = newEmail();
  await here.invite(email);
  await there.invite(email);
  await mailTo(email, 2);
  const answers = await Promise.all(
    (await mailsTo(email)).map((mail) =>
      anonymous('POST', '/v1/auth/accept-invite', { token: tokenIn(mail), password: PASSWORD }),
    ),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
});

test.serial('neither log nor tables show an address, a name, a password or a token', async (t) => {
  const { tenantId, invite, join, owner } = await newTeam();
  const email = newEmail();
  const token = await invite(email);
  await join('viewer');
  const secrets = [email, owner.email, token, PASSWORD, 'argon2id', '"Owner"'];
  const stored: string[] = [];
  for await (const event of runtime.log.readAll(null))
    stored.push(JSON.stringify([event.data, event.metadata]));
  t.true(stored.some((event) => event.includes(tenantId)));
  const tables = membersProjection.tables.map(({ name }) => `read.${name}`);
  for (const table of [
    ...tables,
    'ops.member_claims',
    'ops.idempotency_keys',
    'ops.attempts',
    'ops.challenges',
  ]) {
    const { rows } = await runtime
      .poolOf(tenantId)
      .query<{ row: string }>(`SELECT r::text AS row FROM ${table} r`);
    stored.push(...rows.map(({ row }) => row));
  }
  for (const secret of secrets) {
    const hex = Buffer.from(secret).toString('hex');
    t.false(stored.some((text) => text.includes(secret) || text.includes(hex)));
  }
});
