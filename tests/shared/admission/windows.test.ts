import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { startDatabase } from '../../support/database.ts';
import { after, newKey, newTenant, T0 } from './admitting.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const BASE_S = T0.getTime() / 1_000;
type Counted = { allowed: boolean; remaining: number; reset: number; retryAfter: number };

/** Calls at these seconds after T0, in this order, into a window of their own; reset in seconds after T0. */
async function count(limit: number, seconds: number[], bucket: string = randomUUID()): Promise<Counted[]> {
  const { rows } = await pool.query<{
    allowed: boolean;
    remaining: number;
    reset_s: number;
    retry_after_s: number;
  }>(
    `SELECT c.* FROM unnest($2::timestamptz[]) WITH ORDINALITY AS call (at, n),
     LATERAL ops.count_call($1, $3, call.at) AS c ORDER BY n`,
    [bucket, seconds.map((second) => after(second).toISOString()), limit],
  );
  return rows.map((row) => ({
    allowed: row.allowed,
    remaining: row.remaining,
    reset: row.reset_s - BASE_S,
    retryAfter: row.retry_after_s,
  }));
}
const allowed = async (limit: number, seconds: number[]): Promise<boolean[]> =>
  (await count(limit, seconds)).map((call) => call.allowed);

test('a call counts for the running second and the sixty before it', async (t) => {
  t.deepEqual(await allowed(1, [0, 0, 59.999, 60, 60.999, 61]), [true, false, false, false, false, true]);
  t.deepEqual(await allowed(1, [0.999, 60.998, 61]), [true, false, true], 'never two within a minute');
  t.deepEqual(await allowed(2, [0, 30, 60.9, 61, 90.9, 91]), [true, true, false, true, false, true]);
});

test('what is left, when it grows, and when to come back', async (t) => {
  t.deepEqual(await count(3, [0.2, 0.9, 10, 10.5, 60.9, 61, 61.1, 61.2]), [
    { allowed: true, remaining: 2, reset: 61, retryAfter: 0 },
    { allowed: true, remaining: 1, reset: 61, retryAfter: 0 },
    { allowed: true, remaining: 0, reset: 61, retryAfter: 0 },
    { allowed: false, remaining: 0, reset: 61, retryAfter: 51 },
    { allowed: false, remaining: 0, reset: 61, retryAfter: 1 },
    { allowed: true, remaining: 1, reset: 71, retryAfter: 0 },
    { allowed: true, remaining: 0, reset: 71, retryAfter: 0 },
    { allowed: false, remaining: 0, reset: 71, retryAfter: 10 },
  ]);
});

test('a long silence empties the window, and a refused call is not counted', async (t) => {
  t.deepEqual(await allowed(2, [0, 0, 1e7, 1e7, 1e7]), [true, true, true, true, false]);
  t.deepEqual(await allowed(1, [0, 30, 59, 61]), [true, false, false, true]);
});

test('a clock that steps back counts into the latest second: nobody gains by it', async (t) => {
  t.deepEqual(await count(2, [100, 40, 41, 159, 161]), [
    { allowed: true, remaining: 1, reset: 161, retryAfter: 0 },
    { allowed: true, remaining: 0, reset: 161, retryAfter: 0 },
    { allowed: false, remaining: 0, reset: 161, retryAfter: 120 },
    { allowed: false, remaining: 0, reset: 161, retryAfter: 2 },
    { allowed: true, remaining: 1, reset: 222, retryAfter: 0 },
  ]);
});

test('a limit that was lowered holds at once; Retry-After says when enough has left', async (t) => {
  const bucket = randomUUID();
  await count(5, [0, 10, 20, 30, 40], bucket);
  const [refused] = await count(2, [50], bucket);
  t.deepEqual(refused, { allowed: false, remaining: 0, reset: 91, retryAfter: 41 });
  t.deepEqual(
    (await count(2, [90.9, 91], bucket)).map((call) => call.allowed),
    [false, true],
  );
});

test('never more than the limit in any minute, never less than it leaves, in any course of calls', async (t) => {
  const gap = fc.oneof(
    { weight: 5, arbitrary: fc.double({ min: 0, max: 3, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: 30, max: 70, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(60, 61, 1_000) },
  );
  const course = fc.record({
    limit: fc.integer({ min: 1, max: 12 }),
    gaps: fc.array(gap, { minLength: 30, maxLength: 120, size: 'max' }),
  });
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(course, async ({ limit, gaps }) => {
        const times: number[] = [];
        for (const step of gaps) times.push(Math.round(((times.at(-1) ?? 0) + step) * 1_000) / 1_000);
        const taken: number[] = [];
        for (const [index, call] of (await count(limit, times)).entries()) {
          const at = times[index] ?? 0;
          const second = Math.floor(at);
          const inWindow = taken.filter((earlier) => Math.floor(earlier) >= second - 60);
          assert.equal(call.allowed, inWindow.length < limit);
          if (call.allowed) {
            const over = taken.at(-limit);
            assert(over === undefined || at - over > 60, `${limit + 1} calls from ${over} to ${at}`);
            taken.push(at);
            inWindow.push(at);
          }
          assert.equal(call.remaining, limit - inWindow.length);
          assert.equal(call.reset, Math.floor(inWindow[0] ?? at) + 61);
          assert.equal(call.retryAfter, call.allowed ? 0 : call.reset - second);
        }
      }),
      { numRuns: 40, seed: 61 },
    ),
  );
});

test('calls at once are counted one by one', async (t) => {
  const bucket = randomUUID();
  const all = await Promise.all(Array.from({ length: 24 }, () => count(10, [5], bucket)));
  const calls = all.flat();
  t.is(calls.filter((call) => call.allowed).length, 10);
  t.deepEqual(
    calls
      .filter((call) => call.allowed)
      .map((call) => call.remaining)
      .sort((a, b) => a - b),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
});

// Places in sets with a limit: API keys and subscriptions of a tenant.

async function claim(
  tenantId: string,
  memberId: string,
  { limit = 2, seconds = 0, kind = 'api_key' } = {},
): Promise<boolean> {
  const { rows } = await pool.query<{ claimed: boolean }>(
    'SELECT ops.claim_place($1, $2, $3, $4, $5) AS claimed',
    [tenantId, kind, memberId, limit, after(seconds)],
  );
  return rows[0]?.claimed === true;
}

test('a set takes its members and the claims for new ones together, up to its limit', async (t) => {
  const tenantId = await newTenant(pool);
  await newKey(pool, tenantId);
  await newKey(pool, tenantId, { active: false });
  const first = randomUUID();
  t.true(await claim(tenantId, first));
  t.false(await claim(tenantId, randomUUID()));
  t.true(await claim(tenantId, first), 'the same member again is no second one');
  t.true(await claim(tenantId, randomUUID(), { kind: 'webhook_subscription' }), 'another set');
  t.true(await claim(await newTenant(pool), randomUUID()), 'another tenant');
  t.true(await claim(tenantId, randomUUID(), { limit: 3 }));
});

test('a member that is claimed and shown counts once, and a claim that nobody released lapses', async (t) => {
  const tenantId = await newTenant(pool);
  const key = await newKey(pool, tenantId);
  t.true(await claim(tenantId, key.keyId));
  t.true(await claim(tenantId, randomUUID(), { seconds: 1 }));
  t.false(await claim(tenantId, randomUUID(), { seconds: 60.999 }));
  t.true(await claim(tenantId, randomUUID(), { seconds: 61 }));
});

test('two claims at once for the last place: one gets it', async (t) => {
  for (const kind of ['api_key', 'webhook_subscription']) {
    const tenantId = await newTenant(pool);
    const claims = Array.from({ length: 8 }, () => claim(tenantId, randomUUID(), { kind, limit: 3 }));
    t.is((await Promise.all(claims)).filter(Boolean).length, 3);
  }
});

test('a subscription that is shown takes a place', async (t) => {
  const tenantId = await newTenant(pool);
  await pool.query(
    `INSERT INTO read.webhook_subscriptions (subscription_id, tenant_id, revision, events, url_sealed, secret_sealed,
       is_active, created_at, created_by_test) VALUES ($1, $2, 0, '{}', '', '', false, $3, false)`,
    [randomUUID(), tenantId, T0],
  );
  const kind = 'webhook_subscription';
  t.true(await claim(tenantId, randomUUID(), { kind }));
  t.false(await claim(tenantId, randomUUID(), { kind }));
});
