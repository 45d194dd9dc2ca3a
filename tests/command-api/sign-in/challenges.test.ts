import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { createSignInExpiry } from '../../../command-api/reactors/sign-in-expiry.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import {
  accountOfChallenge,
  issueChallenge,
  renewCode,
  tryCode,
  type IssuedChallenge,
} from '../../../command-api/sign-in/challenges.ts';
import { startDatabase } from '../../support/database.ts';
import { accessesOf } from '../../support/operational-rows.ts';
import { after, newTenant, T0 } from '../../shared/admission/admitting.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const keys = { keyId: 'k', seal: randomBytes(32), lookup: randomBytes(32) };
const deps = {
  pool,
  serviceKeys: () => Promise.resolve(keys),
  random: systemRandom,
  newId: () => randomUUID(),
};
const MINUTE = 60;
const asking = (seconds = 0) => ({ requestId: 'r-1', ip: '10.0.0.1', now: after(seconds) });

const hashes = new Map<string, Buffer>();

async function newMember(): Promise<{ memberId: string; tenantId: string }> {
  const tenantId = await newTenant(pool);
  const memberId = randomUUID();
  const hash = randomBytes(32);
  hashes.set(memberId, hash);
  await pool.query(
    `INSERT INTO read.members (member_id, tenant_id, revision, status, email_hash, profile_sealed, password_sealed,
       role, scopes, is_active, created_at)
     VALUES ($1, $2, 0, 'active', $3, '', '', 'owner', '{}', true, $4)`,
    [memberId, tenantId, hash, T0],
  );
  return { memberId, tenantId };
}

const issue = (memberId: string | null): Promise<IssuedChallenge> =>
  issueChallenge(deps, {
    ...asking(),
    purpose: 'login',
    memberId,
    accountHash: hashes.get(memberId ?? '') ?? randomBytes(32),
  });

const wrongOf = ({ code }: IssuedChallenge, step = 1): string =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');

const attempt = async (
  { challengeId }: { challengeId: string },
  code: string,
  seconds = 0,
): Promise<string | null> => {
  const accountHash = await accountOfChallenge(deps, challengeId);
  return tryCode(deps, { challengeId, accountHash, code }, asking(seconds));
};

const failuresOf = (memberId: string): Promise<string[]> => accessesOf(pool, memberId);

test('the right code names the member, once', async (t) => {
  const { memberId } = await newMember();
  const issued = await issue(memberId);
  t.regex(issued.code, /^\d{6}$/);
  t.deepEqual(issued.codeExpiresAt, after(10 * MINUTE));
  t.is(await attempt(issued, issued.code), memberId);
  t.is(await attempt(issued, issued.code), null);
});

test('a code works for ten minutes and not at their end', async (t) => {
  const { memberId } = await newMember();
  const issued = await issue(memberId);
  t.is(await attempt(issued, issued.code, 10 * MINUTE), null);
  t.is(await attempt(issued, issued.code, 10 * MINUTE - 0.001), memberId);
});

test('after five wrong tries the right code opens nothing; the fifth try still may', async (t) => {
  const { memberId } = await newMember();
  const [used, last] = [await issue(memberId), await issue(memberId)];
  for (let step = 1; step <= 5; step += 1) t.is(await attempt(used, wrongOf(used, step)), null);
  t.is(await attempt(used, used.code), null);
  for (let step = 1; step <= 4; step += 1) t.is(await attempt(last, wrongOf(last, step)), null);
  t.is(await attempt(last, last.code), memberId);
});

test('guesses made at once are counted like any others', async (t) => {
  const { memberId } = await newMember();
  const issued = await issue(memberId);
  await Promise.all(Array.from({ length: 40 }, (_, step) => attempt(issued, wrongOf(issued, step + 1))));
  const { rows } = await pool.query<{ tries: number }>(
    'SELECT tries FROM ops.challenges WHERE challenge_id = $1',
    [issued.challengeId],
  );
  t.is(rows[0]?.tries, 5);
  t.is((await failuresOf(memberId)).length, 5, 'what was not compared is no failure of a code');
  t.is(await attempt(issued, issued.code), null);
});

test('the right code sent many times at once signs in once', async (t) => {
  const { memberId } = await newMember();
  const issued = await issue(memberId);
  const results = await Promise.all(Array.from({ length: 5 }, () => attempt(issued, issued.code)));
  t.is(results.filter((result) => result === memberId).length, 1);
});

test('another code replaces the one before and keeps the tries', async (t) => {
  const { memberId } = await newMember();
  const issued = await issue(memberId);
  for (let step = 1; step <= 4; step += 1) await attempt(issued, wrongOf(issued, step));
  const renewed = await renewCode(deps, issued.challengeId, after(9 * MINUTE));
  t.like(renewed, { challengeId: issued.challengeId, memberId, codeExpiresAt: after(19 * MINUTE) });
  if (renewed?.code !== issued.code) t.is(await attempt(issued, issued.code, 9 * MINUTE), null);
  t.is(await attempt(issued, renewed?.code ?? '', 9 * MINUTE), null, 'that was the fifth try');
  t.is(await renewCode(deps, issued.challengeId, after(9 * MINUTE)), null);
});

test('a lapsed code is renewed within the hour of its challenge', async (t) => {
  const { memberId } = await newMember();
  const issued = await issue(memberId);
  t.is(await renewCode(deps, issued.challengeId, after(60 * MINUTE)), null);
  const renewed = await renewCode(deps, issued.challengeId, after(60 * MINUTE - 0.001));
  t.is(await attempt(issued, renewed?.code ?? '', 69 * MINUTE), memberId);
  t.is(await renewCode(deps, issued.challengeId, after(59 * MINUTE)), null, 'a used one is over');
  t.is(await renewCode(deps, randomUUID(), T0), null);
});

test('a challenge of nobody looks like any other and never succeeds', async (t) => {
  const issued = await issue(null);
  t.is(await attempt(issued, issued.code), null);
  const renewed = await renewCode(deps, issued.challengeId, T0);
  t.is(renewed?.memberId, null);
  t.is(await attempt(issued, renewed?.code ?? ''), null);
});

test('a challenge is opened for whoever holds the address, and for nobody else', async (t) => {
  const [one, two] = [await newMember(), await newMember()];
  const accountHash = hashes.get(one.memberId) ?? randomBytes(32);
  for (const whose of [{ memberId: two.memberId }, { memberId: null, failedMemberId: two.memberId }]) {
    const request = { ...asking(), purpose: 'login', accountHash, ...whose } as const;
    await t.throwsAsync(issueChallenge(deps, request), { message: /not the member of this address/ });
  }
  t.deepEqual(await failuresOf(two.memberId), []);
});

test('a code opens its own challenge only', async (t) => {
  const [one, two] = [await newMember(), await newMember()];
  const [first, second] = [await issue(one.memberId), await issue(two.memberId)];
  if (first.code !== second.code) t.is(await attempt(second, first.code), null);
  t.is(await attempt(first, first.code), one.memberId);
  t.is(await attempt({ challengeId: randomUUID() }, first.code), null);
});

test('failures of members are audited, with what was called; the code and its hash tell nothing', async (t) => {
  const { memberId, tenantId } = await newMember();
  const issued = await issueChallenge(deps, {
    ...asking(),
    purpose: 'login',
    memberId: null,
    accountHash: hashes.get(memberId) ?? randomBytes(32),
    failedMemberId: memberId,
  });
  const real = await issue(memberId);
  await attempt(real, wrongOf(real), 1);
  t.deepEqual(await failuresOf(memberId), ['auth.failed', 'auth.code_failed']);
  const { rows } = await pool.query<Record<string, unknown>>(
    'SELECT * FROM ops.access_intake WHERE subject_id = $1 ORDER BY at LIMIT 1',
    [memberId],
  );
  t.like(rows[0], {
    tenant_id: tenantId,
    actor_type: 'member',
    actor_id: memberId,
    subject_type: 'member',
    request_id: 'r-1',
    ip: '10.0.0.1',
  });
  const stored = await pool.query<{ code_hash: Buffer }>(
    'SELECT code_hash FROM ops.challenges WHERE challenge_id = ANY ($1::uuid[])',
    [[issued.challengeId, real.challengeId]],
  );
  t.true(stored.rows.every(({ code_hash }) => code_hash.length === 32));
});

test('what tries are counted by is known of a challenge, for members and nobody alike', async (t) => {
  const accountHash = randomBytes(32);
  const issued = await issueChallenge(deps, {
    ...asking(),
    purpose: 'verify_email',
    memberId: null,
    accountHash,
  });
  t.deepEqual(await accountOfChallenge(deps, issued.challengeId), accountHash);
  t.is(await accountOfChallenge(deps, randomUUID()), null);
});

test('codes are six digits whatever the random bytes say, and none is favoured', async (t) => {
  const given = [0xff_ff_ff_ff, 42];
  const random = (size: number) => {
    const bytes = Buffer.alloc(size);
    bytes.writeUInt32BE(given.shift() ?? 0);
    return bytes;
  };
  const issued = await issueChallenge(
    { ...deps, random },
    { ...asking(), purpose: 'login', memberId: null, accountHash: randomBytes(32) },
  );
  t.is(issued.code, '000042', 'the first draw would have favoured small codes');
});

test.serial('what signing in leaves behind is removed a day after it lapsed', async (t) => {
  const at = after(400 * 86_400);
  const lapsedAt = new Date(at.getTime() - 86_400_001);
  const lately = new Date(at.getTime() - 86_400_000);
  for (const time of [lapsedAt, lately]) {
    const id = () => randomUUID();
    await pool.query("INSERT INTO ops.attempts VALUES ($1, '{}', $2)", [id(), time]);
    await pool.query(
      `INSERT INTO ops.challenges (challenge_id, purpose, account_hash, code_hash, created_at, code_expires_at)
       VALUES ($1, 'login', '', '', $2, $2)`,
      [id(), time],
    );
    await pool.query(
      'INSERT INTO ops.password_resets (token_hash, created_at, expires_at) VALUES ($1, $2, $2)',
      [randomBytes(32), time],
    );
    await pool.query("INSERT INTO ops.sso_states VALUES ($1, '', 'x.example', '', $2)", [
      randomBytes(32),
      time,
    ]);
    await pool.query('INSERT INTO ops.trusted_devices VALUES ($1, $1, $1, $2, $2)', [id(), time]);
    await pool.query(
      `INSERT INTO ops.login_sessions (session_id, tenant_id, member_id, created_at, expires_at)
       VALUES ($1, $1, $1, $2, $2)`,
      [id(), time],
    );
  }
  const expiry = createSignInExpiry({ pool, now: () => at });
  t.true((await expiry.runOnce()) >= 6);
  t.is(await expiry.runOnce(), 0, 'what lapsed lately stays');
  for (const table of [
    'attempts',
    'challenges',
    'password_resets',
    'sso_states',
    'trusted_devices',
    'login_sessions',
  ]) {
    t.is((await pool.query(`SELECT 1 FROM ops.${table}`)).rowCount, 1, table);
  }
});
