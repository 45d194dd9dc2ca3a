import test from 'ava';
import type { SendError } from '../../shared/webhooks/sender.ts';
import {
  createConcurrencyLimits,
  type ClaimCount,
  type ConcurrencyLimits,
} from '../../webhook-dispatcher/concurrency-limits.ts';
import type { AttemptResult } from '../../webhook-dispatcher/outcome.ts';
import { verdictOf, type Verdict } from '../../webhook-dispatcher/verdict.ts';

const LIVE = { test: false };
const TEST = { test: true };
const live = (count: number): ClaimCount => ({ all: count, test: 0 });

/** Claims all that is asked for of live deliveries, as if every subscription had an endless queue. */
function claimAll(limits: ConcurrencyLimits): Map<string, number> {
  const requests = limits.nextClaims();
  limits.claimed(requests, new Map(requests.map((one) => [one.subscriptionId, live(one.room)])));
  return new Map(requests.map((one) => [one.subscriptionId, one.room]));
}

test('a new endpoint starts with a low limit, which prompt answers raise', (t) => {
  const limits = createConcurrencyLimits({ total: 100, cap: 8, testTotal: 100 });
  limits.wake('a');
  t.deepEqual(limits.nextClaims(), [{ subscriptionId: 'a', window: 4, room: 4, testRoom: 4 }]);
  limits.claimed([{ subscriptionId: 'a', window: 4, room: 4, testRoom: 4 }], new Map([['a', live(4)]]));
  for (let index = 0; index < 4; index++) limits.release('a', 'prompt', LIVE);
  t.deepEqual(limits.nextClaims(), [{ subscriptionId: 'a', window: 8, room: 8, testRoom: 8 }]);
});

test('an endpoint that hangs is left with one slot, and the others get the rest', (t) => {
  const limits = createConcurrencyLimits({ total: 16, cap: 8, testTotal: 16 });
  limits.wake('hangs');
  claimAll(limits);
  for (let index = 0; index < 4; index++) limits.release('hangs', 'hanging', LIVE);
  t.is(claimAll(limits).get('hangs'), 1);
  limits.wake('healthy');
  let most = 0;
  for (let turn = 0; turn < 6; turn++) {
    const count = claimAll(limits).get('healthy') ?? 0;
    most = Math.max(most, count);
    for (let index = 0; index < count; index++) limits.release('healthy', 'prompt', LIVE);
  }
  t.is(most, 8);
});

test('slots are shared in turns; no more is claimed than is free', (t) => {
  const limits = createConcurrencyLimits({ total: 6, cap: 4, testTotal: 6 });
  for (const id of ['a', 'b', 'c']) limits.wake(id);
  t.deepEqual(Object.fromEntries(claimAll(limits)), { a: 2, b: 2, c: 2 });
  t.false(limits.hasFreeSlot());
  t.deepEqual(limits.nextClaims(), []);
  limits.release('b', 'unknown', LIVE);
  t.deepEqual(Object.fromEntries(claimAll(limits)), { a: 1 });
  limits.release('b', 'unknown', LIVE);
  limits.release('c', 'unknown', LIVE);
  t.deepEqual(Object.fromEntries(claimAll(limits)), { b: 1, c: 1 });
});

test('a subscription with nothing more due is not claimed for again before the next wake-up', (t) => {
  const limits = createConcurrencyLimits({ total: 10, cap: 4, testTotal: 10 });
  limits.wake('a');
  const requests = limits.nextClaims();
  limits.claimed(requests, new Map([['a', live(1)]]));
  limits.release('a', 'prompt', LIVE);
  t.deepEqual(limits.nextClaims(), []);
  limits.wake('a');
  t.is(limits.nextClaims().length, 1);
});

test('a claim that failed comes first again', (t) => {
  const limits = createConcurrencyLimits({ total: 2, cap: 4, testTotal: 2 });
  for (const id of ['a', 'b', 'c']) limits.wake(id);
  const requests = limits.nextClaims();
  limits.requeue(requests);
  t.deepEqual(limits.nextClaims(), requests);
});

test('a slot is free before the outcome is written, until too many are unwritten', (t) => {
  const limits = createConcurrencyLimits({ total: 4, cap: 4, testTotal: 4 });
  limits.wake('a');
  for (let turn = 0; turn < 2; turn++) {
    t.is(claimAll(limits).get('a'), 4);
    for (let index = 0; index < 4; index++) {
      limits.release('a', 'prompt', LIVE);
      limits.outcomePending('a');
    }
  }
  t.deepEqual(limits.nextClaims(), []);
  for (let index = 0; index < 4; index++) limits.outcomeWritten('a');
  t.deepEqual(limits.nextClaims(), [{ subscriptionId: 'a', window: 8, room: 4, testRoom: 4 }]);
});

test('with a high limit some more are prefetched, and wait for a slot', (t) => {
  const limits = createConcurrencyLimits({ total: 64, cap: 16, testTotal: 64 });
  limits.wake('a');
  claimAll(limits);
  for (let index = 0; index < 12; index++) {
    limits.release('a', 'prompt', LIVE);
    limits.claimed([{ subscriptionId: 'a', window: 16, room: 1, testRoom: 1 }], new Map([['a', live(1)]]));
  }
  t.is(claimAll(limits).get('a'), 20, 'to the 4 in flight: 12, and 8 prefetched');
  t.is(Array.from({ length: 20 }, () => limits.defer('a')).filter(Boolean).length, 8);
  t.false(limits.resume('a'));
  limits.release('a', 'prompt', LIVE);
  t.true(limits.resume('a'));
  t.false(limits.resume('a'));
  t.is(limits.inFlight(), 16);
});

test('an endpoint that only fails gets its turns at ticks, until one attempt succeeds', (t) => {
  const limits = createConcurrencyLimits({ total: 64, cap: 16, testTotal: 64 });
  const attempt = (verdict: Verdict): void => {
    limits.claimed(
      [{ subscriptionId: 'fails', window: 4, room: 2, testRoom: 2 }],
      new Map([['fails', live(1)]]),
    );
    limits.release('fails', verdict, LIVE);
  };
  for (let index = 0; index < 5; index++) attempt('prompt');
  for (let index = 0; index < 7; index++) attempt('failing');
  attempt('prompt');
  for (let index = 0; index < 2; index++) attempt('failing');
  attempt('unknown');
  limits.wake('fails');
  t.true(limits.hasQueued(), 'an unknown result counts neither way');
  t.is(limits.nextClaims()[0]?.room, 10, 'six prompt answers');
  attempt('failing');
  limits.wake('fails');
  t.false(limits.hasQueued());
  t.deepEqual(limits.nextClaims(), []);
  limits.wake('healthy');
  t.is(claimAll(limits).get('healthy'), 4, 'a throttled endpoint takes no slot from the others');
  claimAll(limits);
  limits.tick();
  t.true(limits.hasQueued());
  t.is(claimAll(limits).get('fails'), 4, 'it is back at the initial limit');
  for (let index = 0; index < 4; index++) limits.release('fails', 'failing', LIVE);
  t.deepEqual(limits.nextClaims(), [], 'one turn a tick');
  limits.tick();
  claimAll(limits);
  limits.release('fails', 'failing', LIVE);
  limits.release('fails', 'prompt', LIVE);
  t.true(limits.hasQueued(), 'one success ends it at once');
  limits.release('fails', 'prompt', LIVE);
  limits.release('fails', 'prompt', LIVE);
  t.is(claimAll(limits).get('fails'), 7);
});

/** Claims as if every subscription had an endless queue of test mode and nothing else. */
function claimTests(limits: ConcurrencyLimits): Map<string, number> {
  const requests = limits.nextClaims();
  limits.claimed(
    requests,
    new Map(requests.map((one) => [one.subscriptionId, { all: one.testRoom, test: one.testRoom }])),
  );
  return new Map(requests.map((one) => [one.subscriptionId, one.testRoom]));
}

test('test mode has a cap of its own, which live deliveries do not count against', (t) => {
  const limits = createConcurrencyLimits({ total: 64, cap: 16, testTotal: 6 });
  for (const id of ['a', 'b', 'c']) limits.wake(id);
  t.deepEqual(Object.fromEntries(claimTests(limits)), { a: 2, b: 2, c: 2 });
  t.false(limits.hasQueued(), 'they wait for a slot of test mode');
  t.deepEqual(limits.nextClaims(), []);
  limits.wake('live');
  t.is(claimAll(limits).get('live'), 4, 'the other slots are free');
  limits.wake('a');
  t.deepEqual(
    limits.nextClaims().find(({ subscriptionId }) => subscriptionId === 'a'),
    { subscriptionId: 'a', window: 4, room: 2, testRoom: 0 },
    'what it has of live deliveries is claimed all the same',
  );
});

test('who waits for a slot of test mode gets it as soon as one is free, in turn', (t) => {
  const limits = createConcurrencyLimits({ total: 64, cap: 16, testTotal: 2 });
  for (const id of ['a', 'b', 'c']) limits.wake(id);
  t.deepEqual(Object.fromEntries(claimTests(limits)), { a: 1, b: 1, c: 0 });
  limits.release('a', 'prompt', LIVE);
  t.false(limits.hasQueued(), 'that was a live one');
  limits.release('a', 'prompt', TEST);
  t.true(limits.hasQueued());
  t.deepEqual(Object.fromEntries(claimTests(limits)), { a: 1 });
  limits.release('b', 'prompt', TEST);
  limits.release('a', 'prompt', TEST);
  t.deepEqual(Object.fromEntries(claimTests(limits)), { b: 1, c: 1 });
});

test('waking many at once does not create the state of each', (t) => {
  const limits = createConcurrencyLimits({ total: 64, cap: 16, testTotal: 64 });
  const startedMs = performance.now();
  for (let index = 0; index < 50_000; index++) limits.wake(`subscription-${index}`);
  t.true(performance.now() - startedMs < 1_000);
  t.is(limits.nextClaims().length, 32);
});

const answered = (statusCode: number, latencyMs: number): AttemptResult => ({
  kind: 'answered',
  statusCode,
  retryAfter: null,
  excerpt: Buffer.alloc(0),
  latencyMs,
});
const unanswered = (error: SendError, latencyMs: number): AttemptResult => ({
  kind: 'unanswered',
  error,
  latencyMs,
});

test('what an attempt says about its endpoint', (t) => {
  t.is(verdictOf(answered(204, 999)), 'prompt');
  t.is(verdictOf(answered(200, 1_000)), 'slow');
  t.is(verdictOf(answered(500, 1)), 'failing');
  t.is(verdictOf(answered(503, 1_500)), 'failing', 'it answered');
  t.is(verdictOf(unanswered('connect_failed', 2)), 'failing');
  t.is(verdictOf(unanswered('timeout', 10_000)), 'hanging');
  t.is(verdictOf(unanswered('interrupted', 5)), 'unknown');
  t.is(verdictOf({ kind: 'unreadable' }), 'unknown');
});
