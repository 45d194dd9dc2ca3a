import { createHash } from 'node:crypto';
import test from 'ava';
import { Command } from 'commander';
import type { signStatement } from '../../shared/erasure/certificates.ts';
import { eraseLeaver } from '../../command-api/members/erase-member.ts';
import { inviteOwner } from '../../command-api/members/operations.ts';
import { createUnverifiedTenants } from '../../command-api/reactors/unverified-tenants.ts';
import { executeOnMember } from '../../command-api/members/aggregate.ts';
import { operatorOrigin, registerTenant, topUp } from '../../command-api/tenants/operations.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Installation } from '../../infra/cli/connection.ts';
import { memberCommands } from '../../infra/cli/member.ts';
import type { Run } from '../../infra/cli/run.ts';
import { tenantCommands } from '../../infra/cli/tenant.ts';
import { tenantKeyId } from '../../shared/crypto/data-keys.ts';
import { memberStream, tenantStream } from '../../shared/event-log/streams.ts';
import { emailHash } from '../../shared/read-models/member-rows.ts';
import { errorOf } from '../support/answers.ts';
import { type Answer } from '../support/api.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { codeIn } from '../support/mailbox.ts';
import { challengeOf, clock, newEmail, PASSWORD, startSignIn } from '../support/sign-in.ts';

/** Who stays out, who is let in all the same, and what is forgotten of those who leave or never came. */
type Certificate = Awaited<ReturnType<typeof signStatement>>;

const PER_HOUR = 4;
const world = await startSignIn({ REGISTRATIONS_PER_HOUR: String(PER_HOUR) });
const { api } = world;
test.after.always(api.stop);
const { runtime } = api;
const { browser, logIn, newMember, signedIn } = world;

const sweep = (): Promise<number> => createUnverifiedTenants(runtime).runOnce();

/** Every limit is open again, and what earlier tests registered is gone. */
test.beforeEach(async () => {
  clock.forward(30 * DAY);
  await sweep();
});

const accountHash = async (email: string): Promise<string> =>
  emailHash(await runtime.serviceKeys(), email).toString('hex');
const count = async (text: string, values: unknown[]): Promise<number> =>
  (await runtime.pool.query(text, values)).rowCount ?? 0;

test.serial(
  'whoever guesses keeps no browser out that has shown a code, and gains nothing by it',
  async (t) => {
    const member = await newMember();
    const [trusted, second] = [await signedIn(member), await signedIn(member)];
    await world.useUp('login_account', await accountHash(member.email), 8);
    t.is((await logIn(browser(), member.email)).status, 429, 'others have used the account up');
    t.is((await logIn(trusted, member.email)).status, 200);

    // What such a browser may try has an end of its own.
    for (let tries = 1; tries < 10; tries += 1) {
      t.is((await logIn(trusted, member.email, 'another sentence altogether')).status, 401);
    }
    const refused = await logIn(trusted, member.email);
    t.deepEqual(errorOf(refused), [429, 'rate_limited']);
    t.is(refused.headers.get('retry-after'), String(HOUR));
    t.is((await logIn(second, member.email)).status, 200, 'another browser of the same member');

    // The cookie counts for the member that it was made for, and for no other account.
    const other = await newMember();
    await world.useUp('login_account', await accountHash(other.email), 10);
    t.is((await logIn(second, other.email)).status, 429);

    clock.forward(HOUR - 0.001);
    t.is((await logIn(trusted, member.email)).status, 429);
    clock.forward(0.001);
    t.is((await logIn(trusted, member.email)).status, 200);

    // Five days later it is a browser like any other.
    clock.forward(5 * DAY);
    await world.useUp('login_account', await accountHash(member.email), 10);
    t.is((await logIn(trusted, member.email)).status, 429);
  },
);

const register = (email = newEmail()): Promise<Answer> =>
  browser().send('POST', '/v1/auth/register', { email, password: PASSWORD, company: 'Klinika Sever' });

test.serial('so many registrations an hour are taken in all, from wherever they come', async (t) => {
  const statuses = [];
  for (let calls = 0; calls < PER_HOUR; calls += 1) statuses.push((await register()).status);
  t.deepEqual(statuses, Array<number>(PER_HOUR).fill(201));
  const refused = await register();
  t.deepEqual(errorOf(refused), [429, 'rate_limited']);
  t.is(refused.headers.get('retry-after'), String(HOUR));
  clock.forward(HOUR - 0.001);
  t.is((await register()).status, 429);
  clock.forward(0.001);
  t.is((await register()).status, 201);
});

type Registered = { email: string; tenantId: string; memberId: string; challengeId: string; code: string };

async function newRegistration(email = newEmail()): Promise<Registered> {
  const { mail, result } = await world.mailAfter(email, () => register(email));
  const challengeId = challengeOf(result);
  const { rows } = await runtime.pool.query<{ member_id: string; tenant_id: string }>(
    `SELECT m.member_id, m.tenant_id FROM ops.challenges c JOIN read.members m ON m.member_id = c.member_id
     WHERE c.challenge_id = $1`,
    [challengeId],
  );
  const [row] = rows;
  if (!row) throw new Error('nothing was registered');
  return { email, tenantId: row.tenant_id, memberId: row.member_id, challengeId, code: codeIn(mail) };
}

const typesOf = async (stream: string): Promise<string[]> => {
  const types = [];
  for await (const event of runtime.log.readStream(stream, 0)) types.push(event.type);
  return types;
};

/** No key that opens anything of it stands. */
const isForgotten = async ({ tenantId, memberId }: Registered): Promise<boolean> =>
  (await count('SELECT 1 FROM ops.data_keys WHERE subject_id = ANY ($1::uuid[]) AND wrapped IS NOT NULL', [
    [tenantId, memberId],
  ])) === 0 &&
  (await count(
    "SELECT 1 FROM read.members WHERE member_id = $1 AND (email_hash <> '' OR profile_sealed <> '')",
    [memberId],
  )) === 0 &&
  (await count('SELECT 1 FROM ops.challenges WHERE member_id = $1', [memberId])) === 0;

test.serial(
  'a registration that nobody verified within seven days is forgotten, and its address is free',
  async (t) => {
    const gone = await newRegistration();
    clock.forward(7 * DAY - 0.001);
    t.is(await sweep(), 0);
    t.false(await isForgotten(gone));
    clock.forward(0.001);
    t.is(await sweep(), 1);
    t.true(await isForgotten(gone));
    t.deepEqual(await typesOf(tenantStream(gone.tenantId)), [
      'tenant-registered',
      'tokens-granted',
      'tenant-closed',
    ]);
    t.deepEqual(await typesOf(memberStream(gone.memberId)), ['member-registered', 'member-erased']);
    const { rows } = await runtime.pool.query('SELECT name_sealed FROM read.tenants WHERE tenant_id = $1', [
      gone.tenantId,
    ]);
    t.deepEqual(rows, [{ name_sealed: null }]);
    t.is(await sweep(), 0, 'once');
    // Whoever opened the tenant's keys before has them in memory still; an operator's process has not.
    await t.throwsAsync(topUp(runtime, gone.tenantId, 5), {
      instanceOf: DomainError,
      message: /does not exist|was closed/,
    });

    const again = await newRegistration(gone.email);
    t.not(again.tenantId, gone.tenantId);
    t.is((await world.enterCode(browser(), again.challengeId, again.code)).status, 200);
  },
);

test.serial('what somebody uses, or an operator has made or touched, is never forgotten', async (t) => {
  const verified = await newRegistration();
  t.is((await world.enterCode(browser(), verified.challengeId, verified.code)).status, 200);
  const paid = await newRegistration();
  await topUp(runtime, paid.tenantId, 1);
  const withKey = await newRegistration();
  await api.newKey(withKey.tenantId, { test: true });
  const made = await registerTenant(runtime, { name: 'Made by an operator', tier: 'free_trial' });
  await inviteOwner(runtime, made, newEmail());
  clock.forward(40 * DAY);
  t.is(await sweep(), 0);
  for (const one of [verified, paid, withKey]) t.false(await isForgotten(one));
});

test.serial(
  'a sweep that was broken off after the owner was erased is finished by the next one',
  async (t) => {
    const gone = await newRegistration();
    clock.forward(7 * DAY);
    await executeOnMember(runtime, gone.memberId, {
      command: { kind: 'erase', cause: 'never_verified' },
      origin: operatorOrigin(runtime, gone.tenantId),
    });
    t.false(await isForgotten(gone));
    t.is(await sweep(), 1);
    t.true(await isForgotten(gone));
  },
);

/** What an operator's command returns. */
async function ops(...words: string[]): Promise<unknown> {
  let result: unknown;
  const installation = runtime as unknown as Installation;
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  const run: Run = async (work) => {
    result = await work(installation);
  };
  memberCommands(program, run);
  tenantCommands(program, run);
  for (const command of program.commands.flatMap(({ commands }) => commands)) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  }
  await program.parseAsync(words, { from: 'user' });
  return result;
}

test.serial(
  'an operator switches features off and on for a tenant, and only those that there are',
  async (t) => {
    const tenantId = await api.newTenant();
    const key = await api.newClient(tenantId);
    const other = await api.newClient(await api.newTenant());
    const statuses = async (): Promise<number[]> =>
      Promise.all(
        ['/v1/admin/webhooks', '/v1/patients'].map(async (path) => (await key('GET', path)).status),
      );
    await ops('tenant', 'set', tenantId, '--flag', 'webhooks=off');
    t.deepEqual(await statuses(), [501, 200]);
    const refused = await key('GET', '/v1/admin/webhooks');
    t.deepEqual(errorOf(refused), [501, 'not_implemented']);
    t.is((await other('GET', '/v1/admin/webhooks')).status, 200);
    await ops('tenant', 'set', tenantId, '--flag', 'webhooks=on', '--flag', 'patient_profiles=off');
    t.deepEqual(await statuses(), [200, 501]);
    t.is((await key('DELETE', '/v1/patients/nobody')).status, 404, 'erasing is never switched off');
    for (const flag of ['fhir=off', 'webhooks', 'webhooks=0']) {
      await t.throwsAsync(ops('tenant', 'set', tenantId, '--flag', flag), { message: /request_inspector/ });
    }
  },
);

test.serial('a leaver is erased by an operator, with a certificate, and may come again', async (t) => {
  const owner = await newMember();
  const leaver = await newMember({ tenantId: owner.tenantId, role: 'developer' });
  const own = await signedIn(owner);
  await signedIn(leaver);
  const refusal = { instanceOf: DomainError, message: 'Only a member who was deactivated can be erased.' };
  await t.throwsAsync(eraseLeaver(runtime, leaver.memberId), refusal);
  t.is((await own.send('DELETE', `/v1/admin/team/${leaver.memberId}`)).status, 200);

  const certificate = (await ops('member', 'erase', leaver.memberId)) as Certificate;
  t.is(certificate.destroyed.key_ids.length, 1);
  const rows = { login_sessions: 1, trusted_devices: 1, member_logins: 1, challenges: 1 };
  t.like(certificate.destroyed.rows, rows);
  t.like(certificate, {
    subject: { type: 'member', id: leaver.memberId },
    erased_at: clock.at.toISOString(),
  });
  t.is(certificate.signature.algorithm, 'Ed25519');
  t.false(JSON.stringify(certificate).includes(leaver.email));
  t.is((await typesOf(memberStream(leaver.memberId))).at(-1), 'member-erased');

  const team = (await own.send('GET', '/v1/admin/team')).body as { member_id: string }[];
  t.deepEqual(
    team.map(({ member_id }) => member_id),
    [owner.memberId],
  );
  t.is(
    await count('SELECT 1 FROM ops.data_keys WHERE key_id = $1 AND wrapped IS NULL', [
      tenantKeyId(owner.tenantId),
    ]),
    0,
  );
  const answer = await own.send('PATCH', `/v1/admin/team/${leaver.memberId}/role`, { role: 'viewer' });
  t.is(answer.status, 404);

  clock.forward(1);
  const again = await eraseLeaver(runtime, leaver.memberId);
  const { signature: _, ...first } = certificate;
  t.deepEqual(again, first, 'repeating it states the same');
  const invited = await own.send('POST', '/v1/dashboard/team/invite', {
    email: leaver.email,
    role: 'viewer',
  });
  t.is(invited.status, 201);
  t.not((invited.body as { member_id: string }).member_id, leaver.memberId);
});

test.serial('no address is a key of a count or stands in a row of what is left', async (t) => {
  const gone = await newRegistration();
  clock.forward(7 * DAY);
  await sweep();
  const hash = createHash('sha256').update(gone.email).digest('hex');
  const { rows } = await runtime.pool.query<{ text: string }>(
    `SELECT concat(a.*) AS text FROM ops.attempts a UNION ALL SELECT concat(m.*) FROM read.members m
     UNION ALL SELECT concat(c.*) FROM ops.challenges c UNION ALL SELECT concat(t.*) FROM read.tenants t`,
  );
  t.true(rows.length > 0);
  t.false(rows.some(({ text }) => text.includes(gone.email) || text.includes(hash)));
});
