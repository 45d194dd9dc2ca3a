import { randomUUID } from 'node:crypto';
import test from 'ava';
import { executeOnMember } from '../../command-api/members/aggregate.ts';
import { errorOf, fieldsOf } from '../support/answers.ts';
import type { Answer } from '../support/api.ts';
import { cookiesOf } from '../support/browser.ts';
import { DAY, HOUR, MINUTE } from '../support/clock.ts';
import { codeIn } from '../support/mailbox.ts';
import {
  account,
  challengeOf,
  clock,
  newEmail,
  PASSWORD,
  startSignIn,
  wrongCode,
} from '../support/sign-in.ts';

const world = await startSignIn();
const { api } = world;
test.after.always(api.stop);
const { browser, challenge, enterCode, forgot, linkFor, logIn, newMember, signedIn } = world;

/** One clock for the file: each test begins on a day of its own, when every limit is open again. */
test.beforeEach(() => clock.forward(30 * DAY));

const UNAUTHORIZED: [number, string] = [401, 'unauthorized'];

test.serial('a member signs in with password and code, and gets the three cookies', async (t) => {
  const member = await newMember();
  const own = browser();
  const { mail, result } = await world.mailAfter(member.email, () => logIn(own, member.email.toUpperCase()));
  t.is(result.status, 202);
  t.deepEqual(result.headers.getSetCookie(), []);
  t.like(result.body, { code_expires_at: new Date(clock.at.getTime() + 10 * MINUTE * 1_000).toISOString() });

  const answer = await enterCode(own, challengeOf(result), codeIn(mail));
  t.is(answer.status, 200);
  const cookies = cookiesOf(answer);
  t.deepEqual(cookies.get('svc_session')?.attributes, [
    'HttpOnly',
    `Max-Age=${12 * HOUR}`,
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ]);
  t.deepEqual(cookies.get('svc_csrf')?.attributes, [
    `Max-Age=${12 * HOUR}`,
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ]);
  t.deepEqual(cookies.get('svc_trusted_device')?.attributes, [
    'HttpOnly',
    `Max-Age=${5 * DAY}`,
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ]);
  t.deepEqual(answer.body, {
    member_id: member.memberId,
    tenant_id: member.tenantId,
    role: 'owner',
    csrf_token: cookies.get('svc_csrf')?.value,
    expires_at: new Date(clock.at.getTime() + 12 * HOUR * 1_000).toISOString(),
  });
  t.like((await account(own)).body, { tenant_id: member.tenantId, key_id: null, test: null });
  const team = (await own.send('GET', '/v1/admin/team')).body as { last_login_at: string }[];
  t.is(team[0]?.last_login_at, clock.at.toISOString());
  t.deepEqual(await world.actionsOf(member.memberId), ['auth.login']);
});

test.serial('a code verifies the address of somebody who registered', async (t) => {
  const email = newEmail('new.example');
  const own = browser();
  const { mail, result } = await world.mailAfter(email, () =>
    own.send('POST', '/v1/auth/register', { email, password: PASSWORD, company: 'New clinic' }),
  );
  t.is(result.status, 201);
  const answer = await enterCode(own, challengeOf(result), codeIn(mail));
  t.is(answer.status, 200);
  const { member_id: memberId } = answer.body as { member_id: string };
  const { rows } = await api.runtime.pool.query<{ email_verified_at: Date }>(
    'SELECT email_verified_at FROM read.members WHERE member_id = $1',
    [memberId],
  );
  t.deepEqual(rows[0]?.email_verified_at, clock.at);
  t.is((await account(own)).status, 200);
});

test.serial(
  'nothing but the mail tells whether an address has an account, or a password is right',
  async (t) => {
    const member = await newMember();
    const gone = await newMember({ tenantId: member.tenantId, role: 'viewer' });
    await executeOnMember(api.runtime, gone.memberId, {
      command: { kind: 'deactivate' },
      origin: {
        commandId: randomUUID(),
        tenantId: gone.tenantId,
        actor: { type: 'operator', id: 'test' },
        requestId: 'r',
        ip: null,
        now: clock.at,
        deadline: null,
        test: false,
      },
    });
    const silent = [
      { email: newEmail(), password: PASSWORD },
      { email: member.email, password: 'another sentence altogether' },
      { email: gone.email, password: PASSWORD },
      { email: (await newMember({ password: null })).email, password: PASSWORD },
    ];
    const shapeOf = ({ status, body, headers }: Answer): unknown => [
      status,
      Object.keys(body as object),
      [...headers.keys()].sort(),
    ];
    const real = await world.mailAfter(member.email, () => logIn(browser(), member.email));
    for (const { email, password } of silent) {
      const from = browser();
      const before = (await world.mailsTo(email)).length;
      const answer = await logIn(from, email, password);
      t.deepEqual(shapeOf(answer), shapeOf(real.result), email);
      for (let count = 0; count < 6; count += 1) {
        t.deepEqual(errorOf(await enterCode(from, challengeOf(answer), '123456')), UNAUTHORIZED);
      }
      const again = await logIn(from, email, password);
      t.is(
        (await from.send('POST', '/v1/auth/resend-code', { challenge_id: challengeOf(again) })).status,
        202,
      );
      t.is((await world.mailsTo(email)).length, before, 'no mail went out');
    }
    t.deepEqual(await world.actionsOf(member.memberId), ['auth.failed', 'auth.failed']);
  },
);

test.serial('a browser that has shown a code signs in with the password alone, for five days', async (t) => {
  const member = await newMember();
  const own = await signedIn(member);
  clock.forward(5 * DAY - 0.001);
  const answer = await logIn(own, member.email);
  t.is(answer.status, 200);
  t.like(answer.body, { member_id: member.memberId, role: 'owner' });
  t.deepEqual([...cookiesOf(answer).keys()], ['svc_session', 'svc_csrf'], 'the five days are not prolonged');
  t.is((await account(own)).status, 200);
  t.deepEqual(errorOf(await logIn(own, member.email, 'another sentence altogether')), UNAUTHORIZED);
  t.is((await logIn(browser(), member.email)).status, 202, 'another browser needs a code');
  clock.forward(0.001);
  t.is((await logIn(own, member.email)).status, 202);
});

test.serial(
  'a trusted browser is trusted for its own member only, and not where its cookie was touched',
  async (t) => {
    const [one, two] = [await newMember(), await newMember()];
    const own = await signedIn(one);
    t.is((await logIn(own, two.email)).status, 202);
    const device = own.cookies.get('svc_trusted_device') ?? '';
    const session = own.cookies.get('svc_session') ?? '';
    for (const forged of [device.slice(0, -3), session, 'x', '']) {
      const other = browser();
      other.cookies.set('svc_trusted_device', forged);
      t.is((await logIn(other, one.email)).status, 202, forged);
    }
  },
);

test.serial('after five wrong codes the right one opens nothing; a new login does', async (t) => {
  const member = await newMember();
  const own = browser();
  const { challengeId, code } = await challenge(own, member);
  for (let step = 1; step <= 5; step += 1) {
    t.deepEqual(errorOf(await enterCode(own, challengeId, wrongCode(code, step))), UNAUTHORIZED);
  }
  t.deepEqual(errorOf(await enterCode(own, challengeId, code)), UNAUTHORIZED);
  t.deepEqual(errorOf(await own.send('POST', '/v1/auth/resend-code', { challenge_id: challengeId })), [
    404,
    'not_found',
  ]);
  const fresh = await challenge(own, member);
  t.is((await enterCode(own, fresh.challengeId, fresh.code)).status, 200);
});

test.serial('a code lapses after ten minutes', async (t) => {
  const member = await newMember();
  const [early, late] = [await challenge(browser(), member), await challenge(browser(), member)];
  clock.forward(10 * MINUTE - 0.001);
  t.is((await enterCode(browser(), early.challengeId, early.code)).status, 200);
  clock.forward(0.001);
  t.deepEqual(errorOf(await enterCode(browser(), late.challengeId, late.code)), UNAUTHORIZED);
});

test.serial(
  'a challenge is not bound to its browser; its tries are counted whoever makes them',
  async (t) => {
    const member = await newMember();
    const phone = await challenge(browser(), member);
    t.is(
      (await enterCode(browser(), phone.challengeId, phone.code)).status,
      200,
      'the code was read elsewhere',
    );

    const stolen = await challenge(browser(), member);
    const guesses = await Promise.all(
      Array.from({ length: 9 }, (_, step) =>
        enterCode(browser(), stolen.challengeId, wrongCode(stolen.code, step + 1)),
      ),
    );
    t.true(guesses.every(({ status }) => status === 401 || status === 429));
    const { rows } = await api.runtime.pool.query<{ tries: number }>(
      'SELECT tries FROM ops.challenges WHERE challenge_id = $1',
      [stolen.challengeId],
    );
    t.is(rows[0]?.tries, 5, 'of guesses made at once, five were compared');
    clock.forward(5 * MINUTE);
    t.not((await enterCode(browser(), stolen.challengeId, stolen.code)).status, 200);
  },
);

test.serial('codes are tried ten times in fifteen minutes, by account and by address', async (t) => {
  const member = await newMember();
  for (let round = 0; round < 2; round += 1) {
    const { challengeId, code } = await challenge(browser(), member);
    for (let step = 1; step <= 5; step += 1) await enterCode(browser(), challengeId, wrongCode(code, step));
  }
  const third = await challenge(browser(), member);
  const refused = await enterCode(browser(), third.challengeId, third.code);
  t.deepEqual(errorOf(refused), [429, 'rate_limited']);
  t.is(refused.headers.get('retry-after'), String(15 * MINUTE));
  t.like((refused.body as { error: object }).error, {
    detail: { retry_after: 15 * MINUTE, limit: 10 },
  });
  const own = browser();
  for (let count = 0; count < 10; count += 1) {
    t.is((await enterCode(own, randomUUID(), '123456')).status, 401);
  }
  t.is((await enterCode(own, randomUUID(), '123456')).status, 429);
  clock.forward(15 * MINUTE - 0.001);
  t.is((await enterCode(own, randomUUID(), '123456')).status, 429);
  clock.forward(0.001);
  t.is((await enterCode(own, randomUUID(), '123456')).status, 401);
  const late = await challenge(browser(), member);
  t.is((await enterCode(browser(), late.challengeId, late.code)).status, 200);
});

test.serial(
  'a code is sent again under the same challenge, three times an hour from one address',
  async (t) => {
    const member = await newMember();
    const own = browser();
    const first = await challenge(own, member);
    const resend = (from = own): Promise<Answer> =>
      from.send('POST', '/v1/auth/resend-code', { challenge_id: first.challengeId });
    clock.forward(MINUTE);
    const { mail, result } = await world.mailAfter(member.email, () => resend());
    t.is(result.status, 202);
    t.deepEqual(result.body, {
      challenge_id: first.challengeId,
      code_expires_at: new Date(clock.at.getTime() + 10 * MINUTE * 1_000).toISOString(),
    });
    if (codeIn(mail) !== first.code) t.is((await enterCode(own, first.challengeId, first.code)).status, 401);
    await resend();
    t.is((await resend()).status, 202);
    const refused = await resend();
    t.deepEqual(errorOf(refused), [429, 'rate_limited']);
    t.is(refused.headers.get('retry-after'), String(HOUR));
    clock.forward(HOUR - 0.001);
    t.is((await resend()).status, 429);
    t.is((await resend(browser())).status, 404, 'a challenge takes new codes for an hour');
    clock.forward(0.001);
    t.is((await resend()).status, 404, 'the address may ask again');
    t.is((await own.send('POST', '/v1/auth/resend-code', { challenge_id: 'x' })).status, 422);
  },
);

test.serial('an account takes ten logins an hour, whoever tries and whether or not it exists', async (t) => {
  const member = await newMember();
  for (const email of [member.email, newEmail()]) {
    for (let count = 0; count < 10; count += 1) {
      t.is((await logIn(browser(), email, 'another sentence altogether')).status, 202);
    }
    const refused = await logIn(browser(), email);
    t.deepEqual(errorOf(refused), [429, 'rate_limited']);
    t.is(refused.headers.get('retry-after'), String(HOUR));
  }
  clock.forward(HOUR - 0.001);
  t.is((await logIn(browser(), member.email)).status, 429);
  clock.forward(0.001);
  t.is((await logIn(browser(), member.email)).status, 202);
});

test.serial('an address of the network takes fifty logins an hour', async (t) => {
  const own = browser();
  const member = await newMember();
  await world.useUp('login_ip', own.ip, 49);
  t.is((await logIn(own, newEmail())).status, 202);
  t.is((await logIn(own, member.email)).status, 429);
  t.is((await logIn(browser(), member.email)).status, 202);
  clock.forward(HOUR);
  t.is((await logIn(own, member.email)).status, 202);
});

const reset = (token: string, new_password: string): Promise<Answer> =>
  browser().send('POST', '/v1/auth/reset-password', { token, new_password });
test.serial('a reset sets the password and ends every session, trusted browser and open code', async (t) => {
  const member = await newMember();
  const own = await signedIn(member);
  const open = await challenge(browser(), member);
  const spare = await linkFor(member);
  const token = await linkFor(member);
  const next = 'nine loud magpies at noon';
  t.deepEqual((await reset(token, next)).body, { password_changed: true });

  t.deepEqual(errorOf(await account(own)), UNAUTHORIZED);
  t.deepEqual(errorOf(await enterCode(browser(), open.challengeId, open.code)), UNAUTHORIZED);
  t.is((await logIn(own, member.email, next)).status, 202, 'the browser is not trusted any more');
  t.deepEqual(fieldsOf(await reset(token, 'a third sentence of mine')), ['token']);
  t.deepEqual(fieldsOf(await reset(spare, 'a third sentence of mine')), ['token']);
  const old = await logIn(browser(), member.email, PASSWORD);
  t.is(old.status, 202);
  t.is((await world.actionsOf(member.memberId)).at(-1), 'auth.failed');
  const fresh = browser();
  const { mail, result } = await world.mailAfter(member.email, () => logIn(fresh, member.email, next));
  t.is((await enterCode(fresh, challengeOf(result), codeIn(mail))).status, 200);
});

test.serial('a link works for an hour; a password that cannot be taken leaves it as it is', async (t) => {
  const member = await newMember();
  const [early, late] = [await linkFor(member), await linkFor(member)];
  for (const weak of ['too short', 'password1234', 'x y'.repeat(70)]) {
    const answer = await reset(late, weak);
    t.is(answer.status, 422);
    t.deepEqual(fieldsOf(answer), ['new_password']);
    t.false(JSON.stringify(answer.body).includes(weak));
  }
  clock.forward(HOUR);
  t.deepEqual(fieldsOf(await reset(late, 'nine loud magpies at noon')), ['token']);
  clock.forward(-0.001);
  t.is((await reset(early, 'nine loud magpies at noon')).status, 200);
  clock.forward(0.001);
  t.deepEqual(fieldsOf(await reset('unknown-token', 'nine loud magpies at noon')), ['token']);
});

test.serial('asking for a link is answered alike for everybody, and three times an hour', async (t) => {
  const member = await newMember();
  const nobody = newEmail();
  const invitedOnly = await newMember({ password: null });
  await linkFor(invitedOnly);
  const answers = [await forgot(member.email), await forgot(nobody)];
  for (const { status, body } of answers) {
    t.is(status, 202);
    t.deepEqual(body, { accepted: true });
  }
  for (const email of [member.email, nobody]) {
    await forgot(email);
    await forgot(email);
    t.deepEqual(errorOf(await forgot(email)), [429, 'rate_limited']);
  }
  clock.forward(HOUR);
  t.is((await forgot(nobody)).status, 202);
  await linkFor(member);
  t.deepEqual(await world.mailsTo(nobody), []);
});
