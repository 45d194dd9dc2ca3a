import { randomBytes } from 'node:crypto';
import test from 'ava';
import { ApiError } from '../../../shared/http/errors.ts';
import { createPool, isUnreachable } from '../../../shared/postgres/pool.ts';
import { ATTEMPT_LIMITS, clientOf, limitAttempts, type Attempt } from '../../../shared/sign-in/limits.ts';
import { startDatabase } from '../../support/database.ts';
import { after, HOUR } from '../admission/admitting.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const keys = { keyId: 'k', seal: randomBytes(32), lookup: randomBytes(32) };
const deps = { pool, serviceKeys: () => Promise.resolve(keys) };
const someone = (): string => randomBytes(8).toString('hex');
const tryAt = (seconds: number, ...attempts: Attempt[]): Promise<void> =>
  limitAttempts(deps, after(seconds), attempts);

test('each limit holds at its number, and opens again when its window has passed', async (t) => {
  for (const limit of Object.keys(ATTEMPT_LIMITS) as (keyof typeof ATTEMPT_LIMITS)[]) {
    const { limit: count, windowS } = ATTEMPT_LIMITS[limit];
    const attempt = { limit, of: someone() };
    for (let done = 0; done < count; done += 1) await tryAt(done, attempt);
    const error = await t.throwsAsync(tryAt(count, attempt), { instanceOf: ApiError });
    t.is(error.code, 'rate_limited');
    t.deepEqual(error.detail, { retry_after: windowS - count, limit: count });
    t.is(error.headers['Retry-After'], String(windowS - count));
    await t.throwsAsync(tryAt(windowS - 0.001, attempt), { instanceOf: ApiError });
    await t.notThrowsAsync(tryAt(windowS, attempt));
    await t.throwsAsync(tryAt(windowS + 0.999, attempt), { instanceOf: ApiError }, 'one place became free');
  }
});

test('the numbers are those that the interface promises', (t) => {
  t.like(ATTEMPT_LIMITS, {
    register_ip: { limit: 5, windowS: HOUR },
    login_account: { limit: 10, windowS: HOUR },
    login_ip: { limit: 50, windowS: HOUR },
    resend_ip: { limit: 3, windowS: HOUR },
    code_account: { limit: 10, windowS: 900 },
    code_ip: { limit: 10, windowS: 900 },
  });
});

test('attempts made at once are not let through beyond the limit', async (t) => {
  const attempt = { limit: 'register_ip', of: someone() } as const;
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => tryAt(0, attempt)));
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 5);
});

test('limits, and those who are counted, are apart; a refusal uses up nothing further', async (t) => {
  const ip = { limit: 'resend_ip', of: someone() } as const;
  const account = { limit: 'forgot_account', of: ip.of } as const;
  for (let count = 0; count < 3; count += 1) await tryAt(0, ip);
  await t.throwsAsync(tryAt(0, ip, account));
  await t.throwsAsync(tryAt(0, ip, account));
  for (let count = 0; count < 3; count += 1) await t.notThrowsAsync(tryAt(0, account));
  await t.notThrowsAsync(tryAt(0, { ...ip, of: someone() }));
});

test('the message names the limit; what is counted by is stored as a keyed hash', async (t) => {
  const attempt = { limit: 'code_ip', of: '203.0.113.77' } as const;
  for (let count = 0; count < 10; count += 1) await tryAt(0, attempt);
  const error = await t.throwsAsync(tryAt(0, attempt));
  t.is(error.message, 'The limit of 10 attempts per 15 minutes is used up.');
  const { rows } = await pool.query<{ bucket: string }>('SELECT bucket FROM ops.attempts');
  t.false(rows.some(({ bucket }) => bucket.includes('203.0.113.77')));
});

test('an attempt that cannot be counted is not made', async (t) => {
  const nowhere = createPool({
    databaseUrl: 'postgresql://nobody@127.0.0.1:1/none',
    name: 'test',
    maxConnections: 1,
  });
  const error = await t.throwsAsync(
    limitAttempts({ ...deps, pool: nowhere }, after(0), [{ limit: 'login_ip', of: someone() }]),
  );
  t.true(isUnreachable(error));
  await nowhere.end();
});

test('a client of IPv6 is its /64, one of IPv4 its address', (t) => {
  t.is(clientOf('2001:db8:1:2:3:4:5:6'), clientOf('2001:db8:1:2:ffff::1'));
  t.not(clientOf('2001:db8:1:2::1'), clientOf('2001:db8:1:3::1'));
  t.not(clientOf('10.0.0.1'), clientOf('10.0.0.2'));
  t.is(clientOf('::ffff:10.0.0.1'), clientOf('10.0.0.1'));
});
