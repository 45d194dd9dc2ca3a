import test from 'ava';
import type { SendError } from '../../shared/webhooks/sender.ts';
import { verdictOf } from '../../webhook-dispatcher/deliveries.ts';
import { createLanes, type Lanes, type LaneVerdict } from '../../webhook-dispatcher/lanes.ts';
import type { AttemptResult } from '../../webhook-dispatcher/outcome.ts';

/** Claims all that is asked for, as if every subscription had an endless queue. */
function claimAll(lanes: Lanes): Map<string, number> {
  const wanted = lanes.take();
  const counts = new Map(wanted.map((one) => [one.subscriptionId, one.room]));
  lanes.claimed(wanted, counts);
  return counts;
}

test('an unknown endpoint starts with few places and earns more by answering', (t) => {
  const lanes = createLanes({ total: 100, cap: 8 });
  lanes.wake('a');
  t.deepEqual(lanes.take(), [{ subscriptionId: 'a', window: 4, room: 4 }]);
  lanes.claimed([{ subscriptionId: 'a', window: 4, room: 4 }], new Map([['a', 4]]));
  for (let index = 0; index < 4; index++) lanes.release('a', 'prompt');
  t.deepEqual(lanes.take(), [{ subscriptionId: 'a', window: 8, room: 8 }]);
});

test('hanging endpoints are left with one place each, and the others get the rest', (t) => {
  const lanes = createLanes({ total: 16, cap: 8 });
  lanes.wake('hangs');
  claimAll(lanes);
  for (let index = 0; index < 4; index++) lanes.release('hangs', 'hanging');
  t.is(claimAll(lanes).get('hangs'), 1);
  lanes.wake('well');
  let most = 0;
  for (let turn = 0; turn < 6; turn++) {
    const count = claimAll(lanes).get('well') ?? 0;
    most = Math.max(most, count);
    for (let index = 0; index < count; index++) lanes.release('well', 'prompt');
  }
  t.is(most, 8);
});

test('places are shared in turns; nobody is asked for more than is free', (t) => {
  const lanes = createLanes({ total: 6, cap: 4 });
  for (const id of ['a', 'b', 'c']) lanes.wake(id);
  t.deepEqual(Object.fromEntries(claimAll(lanes)), { a: 2, b: 2, c: 2 });
  t.false(lanes.hasRoom());
  t.deepEqual(lanes.take(), []);
  lanes.release('b', 'untold');
  t.deepEqual(Object.fromEntries(claimAll(lanes)), { a: 1 });
  lanes.release('b', 'untold');
  lanes.release('c', 'untold');
  t.deepEqual(Object.fromEntries(claimAll(lanes)), { b: 1, c: 1 });
});

test('a subscription with nothing more due is not asked again before the next wake-up', (t) => {
  const lanes = createLanes({ total: 10, cap: 4 });
  lanes.wake('a');
  const wanted = lanes.take();
  lanes.claimed(wanted, new Map([['a', 1]]));
  lanes.release('a', 'prompt');
  t.deepEqual(lanes.take(), []);
  lanes.wake('a');
  t.is(lanes.take().length, 1);
});

test('a claim that failed is asked for again, first', (t) => {
  const lanes = createLanes({ total: 2, cap: 4 });
  for (const id of ['a', 'b', 'c']) lanes.wake(id);
  const wanted = lanes.take();
  lanes.putBack(wanted);
  t.deepEqual(lanes.take(), wanted);
});

test('the fan-out finds a place for an endpoint that answers swiftly and has nothing waiting', (t) => {
  const lanes = createLanes({ total: 8, cap: 4 });
  for (let index = 0; index < 4; index++) t.is(lanes.enter('a'), 'entered');
  t.is(lanes.enter('a'), 'full');
  lanes.release('a', 'swift');
  t.is(lanes.enter('a'), 'entered');
  lanes.wake('a');
  t.is(lanes.enter('a'), 'closed', 'what is due comes first');
  lanes.take();
  t.is(lanes.enter('b'), 'entered');
  lanes.tooSlow('b');
  t.is(lanes.enter('b'), 'closed');
  lanes.release('b', 'prompt');
  t.is(lanes.enter('b'), 'closed', 'an answer that came late');
  lanes.enter('c');
  lanes.release('c', 'hanging');
  t.is(lanes.enter('c'), 'closed');
});

test('where others wait, the fan-out leaves them half of all places', (t) => {
  const lanes = createLanes({ total: 6, cap: 4 });
  lanes.wake('waiting');
  t.deepEqual(
    ['a', 'a', 'a', 'b'].map((id) => lanes.enter(id)),
    ['entered', 'entered', 'entered', 'crowded'],
  );
  lanes.release('a', 'swift');
  t.is(lanes.enter('b'), 'entered');
});

test('a place is free before its outcome is written, until too many are not', (t) => {
  const lanes = createLanes({ total: 4, cap: 4 });
  lanes.wake('a');
  for (let turn = 0; turn < 2; turn++) {
    t.is(claimAll(lanes).get('a'), 4);
    for (let index = 0; index < 4; index++) {
      lanes.release('a', 'prompt');
      lanes.writing('a');
    }
  }
  t.deepEqual(lanes.take(), []);
  for (let index = 0; index < 4; index++) lanes.written('a');
  t.deepEqual(lanes.take(), [{ subscriptionId: 'a', window: 8, room: 4 }]);
});

test('with many places some more are claimed ahead, and wait for one', (t) => {
  const lanes = createLanes({ total: 64, cap: 16 });
  lanes.wake('a');
  claimAll(lanes);
  for (let index = 0; index < 12; index++) {
    lanes.release('a', 'prompt');
    lanes.claimed([{ subscriptionId: 'a', window: 16, room: 1 }], new Map([['a', 1]]));
  }
  t.is(claimAll(lanes).get('a'), 20, 'to the 4 in flight: 12, and 8 ahead');
  t.is(Array.from({ length: 20 }, () => lanes.defer('a')).filter(Boolean).length, 8);
  t.false(lanes.resume('a'));
  lanes.release('a', 'prompt');
  t.true(lanes.resume('a'));
  t.false(lanes.resume('a'));
  t.is(lanes.inFlight(), 16);
});

test('an endpoint that only fails gets its turns at ticks, and is not sent ahead to, until one succeeds', (t) => {
  const lanes = createLanes({ total: 64, cap: 16 });
  const attempt = (verdict: LaneVerdict): void => {
    t.is(lanes.enter('fails'), 'entered');
    lanes.release('fails', verdict);
  };
  for (let index = 0; index < 5; index++) attempt('swift');
  for (let index = 0; index < 7; index++) attempt('failing');
  attempt('swift');
  for (let index = 0; index < 2; index++) attempt('failing');
  t.is(lanes.enter('fails'), 'entered');
  lanes.release('fails', 'untold');
  t.is(lanes.enter('fails'), 'entered', 'what says nothing counts neither way');
  lanes.release('fails', 'failing');
  t.is(lanes.enter('fails'), 'closed');
  lanes.wake('fails');
  t.false(lanes.hasWaiting());
  t.deepEqual(lanes.take(), []);
  t.is(lanes.enter('well'), 'entered', 'who rests takes no place from the others');
  lanes.rested();
  t.true(lanes.hasWaiting());
  t.is(claimAll(lanes).get('fails'), 4, 'what it had earned is lost');
  for (let index = 0; index < 4; index++) lanes.release('fails', 'failing');
  t.deepEqual(lanes.take(), [], 'one turn a tick');
  lanes.rested();
  claimAll(lanes);
  lanes.release('fails', 'failing');
  lanes.release('fails', 'swift');
  t.true(lanes.hasWaiting(), 'one success ends it at once');
  t.is(lanes.enter('fails'), 'closed', 'what waits goes first');
  lanes.release('fails', 'swift');
  lanes.release('fails', 'swift');
  t.is(claimAll(lanes).get('fails'), 7);
});

test('many that are woken at once are not all remembered as endpoints', (t) => {
  const lanes = createLanes({ total: 64, cap: 16 });
  const startedMs = performance.now();
  for (let index = 0; index < 50_000; index++) lanes.wake(`subscription-${index}`);
  t.true(performance.now() - startedMs < 1_000);
  t.is(lanes.take().length, 32);
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

test('what an attempt tells of its endpoint', (t) => {
  t.is(verdictOf(answered(204, 99)), 'swift');
  t.is(verdictOf(answered(200, 100)), 'prompt');
  t.is(verdictOf(answered(200, 1_000)), 'slow');
  t.is(verdictOf(answered(500, 1)), 'failing');
  t.is(verdictOf(answered(503, 1_500)), 'failing', 'it answered');
  t.is(verdictOf(unanswered('connect_failed', 2)), 'failing');
  t.is(verdictOf(unanswered('timeout', 10_000)), 'hanging');
  t.is(verdictOf(unanswered('interrupted', 5)), 'untold');
  t.is(verdictOf({ kind: 'unreadable' }), 'untold');
});
