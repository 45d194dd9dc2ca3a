import test from 'ava';
import fc from 'fast-check';
import { ATTEMPTS_A_ROUND, nextAttemptAt, RETRY_DELAYS_MS } from '../../webhook-dispatcher/schedule.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const middle = { now, random: () => 0.5 };
const waitS = (attempt: number, retryAfter: string | null = null, clock = middle): number | null => {
  const at = nextAttemptAt(attempt, retryAfter, clock);
  return at && (at.getTime() - now.getTime()) / 1_000;
};

test('at once, then after 30 s, 2 min, 10 min, 1 h, 6 h and 24 h', (t) => {
  const waits = Array.from({ length: ATTEMPTS_A_ROUND }, (_, index) => waitS(index + 1));
  t.deepEqual(waits, [30, 120, 600, 3_600, 21_600, 86_400, null]);
});

test('jitter is a tenth up or down', (t) => {
  t.is(waitS(2, null, { now, random: () => 0 }), 108);
  t.is(waitS(2, null, { now, random: () => 0.999_999 }), 132);
});

test('Retry-After stretches a wait to at most double and never shortens it', (t) => {
  t.is(waitS(2, '150'), 150);
  t.is(waitS(2, '1'), 120);
  t.is(waitS(2, '86400'), 240);
  t.is(waitS(2, 'Mon, 02 Mar 2026 10:03:00 GMT'), 180);
  t.is(waitS(2, 'Mon, 02 Mar 2020 10:03:00 GMT'), 120);
  for (const nonsense of ['', 'soon', '-5', '1e3', '2026-03-02', '99999999999999999999'])
    t.is(waitS(2, nonsense), 120, nonsense);
});

test('any header and any chance stay within bounds', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: RETRY_DELAYS_MS.length }),
      fc.oneof(fc.string(), fc.nat().map(String)),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, header, chance) => {
        const planned = (RETRY_DELAYS_MS[attempt - 1] ?? 0) / 1_000;
        const wait = waitS(attempt, header, { now, random: () => chance }) ?? -1;
        return wait >= planned * 0.9 - 0.001 && wait <= planned * 2.2 + 0.001;
      },
    ),
  );
  t.pass();
});
