import test from 'ava';
import fc from 'fast-check';
import { balanceLevel, thresholdTokens } from '../../../domain/tenant/balance.ts';

test('each threshold is reached at its share of the initial balance, not above', (t) => {
  const levels = [1_000, 201, 200, 101, 100, 1, 0, -5].map((balance) => balanceLevel(balance, 1_000));
  t.deepEqual(
    levels.map(({ current }) => current),
    ['ok', 'ok', 'low_20', 'low_20', 'low_10', 'low_10', 'depleted', 'depleted'],
  );
  t.deepEqual(
    levels.map(({ next }) => next),
    [
      { name: 'low_20', tokens_until: 800, percentage: 20 },
      { name: 'low_20', tokens_until: 1, percentage: 20 },
      { name: 'low_10', tokens_until: 100, percentage: 10 },
      { name: 'low_10', tokens_until: 1, percentage: 10 },
      { name: 'depleted', tokens_until: 100, percentage: 0 },
      { name: 'depleted', tokens_until: 1, percentage: 0 },
      null,
      null,
    ],
  );
});

test('a balance that never was is depleted', (t) => {
  t.deepEqual(balanceLevel(0, 0), { current: 'depleted', next: null });
  t.deepEqual(balanceLevel(-10, -10), { current: 'depleted', next: null });
});

test('spending exactly tokens_until reaches the next threshold, one token less does not', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (initial, share) => {
        const balance = Math.round(initial * share);
        const { current, next } = balanceLevel(balance, initial);
        if (next === null) return balance <= 0;
        const before = balanceLevel(balance - next.tokens_until + 1, initial).current;
        const after = balanceLevel(balance - next.tokens_until, initial).current;
        return before === current && after !== current && balance > thresholdTokens(next.name, initial);
      },
    ),
    { seed: 20260105, numRuns: 500 },
  );
  t.pass();
});
