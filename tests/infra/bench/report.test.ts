import test from 'ava';
import { seededRandom } from '../../../infra/bench/load/random.ts';
import { runClosedLoop } from '../../../infra/bench/load/closed-loop.ts';
import { runOpenLoop } from '../../../infra/bench/load/open-loop.ts';
import {
  boundAtLeast,
  goalAtMost,
  mustBeZero,
  repeated,
  verdictOf,
  type Measure,
} from '../../../infra/bench/report/measure.ts';
import {
  median,
  percentile,
  ratiosOf,
  roundOrder,
  spreadOf,
} from '../../../infra/bench/report/statistics.ts';
import { formatValue, renderTable } from '../../../infra/bench/report/table.ts';

test('percentiles are values that were measured (nearest rank), and the median stands in the middle', (t) => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  t.is(percentile(values, 0.99), 99);
  t.is(percentile(values, 0.5), 50);
  t.is(percentile(values, 1), 100);
  t.is(percentile([7], 0.99), 7);
  t.is(percentile([7], 0.5), 7);
  t.is(percentile([30, 10, 20, 40], 0.5), 20);
  t.is(percentile([30, 10, 20, 40], 0.99), 40);
  t.is(median([3, 1, 2]), 2);
  t.is(median([4, 1, 3, 2]), 2.5);
  t.true(Number.isNaN(percentile([], 0.99)));
  t.true(Number.isNaN(percentile([], 0.5)));
  t.true(Number.isNaN(median([])));
  t.deepEqual(spreadOf([2, 9, 4]), { min: 2, max: 9, samples: 3 });
});

test('ratios are taken within a round, and rounds run forwards and backwards in turn', (t) => {
  const rounds = [
    { ours: 50, theirs: 100 },
    { ours: 300, theirs: 400 },
  ];
  t.deepEqual(ratiosOf(rounds, 'ours', 'theirs'), [0.5, 0.75]);
  t.deepEqual(roundOrder(['a', 'b', 'c'], 0), ['a', 'b', 'c']);
  t.deepEqual(roundOrder(['a', 'b', 'c'], 1), ['c', 'b', 'a']);
});

test('a bound holds or falls short, a goal is only reported', (t) => {
  const ratio = (value: number): Measure => ({
    name: 'ratio',
    unit: 'ratio',
    value,
    target: boundAtLeast(0.5, 0.7),
  });
  t.is(verdictOf(ratio(0.49)), 'FALLS SHORT');
  t.is(verdictOf(ratio(0.5)), 'holds');
  t.is(verdictOf(ratio(0.7)), 'aim reached');
  t.is(verdictOf({ name: 'wait', unit: 'ms', value: 61, target: goalAtMost(60) }), 'missed');
  t.is(verdictOf({ name: 'wait', unit: 'ms', value: 60, target: goalAtMost(60) }), 'reached');
  t.is(verdictOf({ name: 'stale', unit: 'count', value: 1, target: mustBeZero }), 'FALLS SHORT');
  t.is(verdictOf({ name: 'rate', unit: 'per_s', value: 5 }), '');
});

test('the table shows each number with its unit, its spread, what was asked and whether it was reached', (t) => {
  t.is(formatValue(12345.6, 'per_s'), '12 346/s');
  t.is(formatValue(0.666, 'ratio'), '0.67');
  t.is(formatValue(3.14159, 'ms'), '3.14 ms');
  t.is(formatValue(31.4159, 'ms'), '31.4 ms');
  t.is(formatValue(Number.NaN, 'ms'), 'none');
  const table = renderTable([
    {
      section: 'answer-path',
      conditions: ['fsync=on'],
      seconds: 12.4,
      measures: [
        repeated({ name: 'ours to theirs', unit: 'ratio', target: boundAtLeast(0.5, 0.7) }, [0.6, 0.4, 0.62]),
        { name: 'p99', unit: 'ms', value: 70, target: goalAtMost(60), note: 'open loop' },
      ],
    },
  ]);
  const lines = table.split('\n');
  t.is(lines[0], '== answer-path (12 s)');
  t.is(lines[1], '   fsync=on');
  t.regex(
    lines[4] ?? '',
    /^ours to theirs +0\.60 +0\.40 \.\. 0\.62 \(3\) +bound >= 0\.50, aim 0\.70 +holds$/,
  );
  t.regex(lines[5] ?? '', /^p99 +70\.0 ms +goal <= 60\.0 ms +missed$/);
  t.is(lines[6], '    open loop');
});

test('the same seed gives the same numbers, all of them within their bounds', (t) => {
  const draw = (seed: number): number[] => {
    const random = seededRandom(seed);
    return Array.from({ length: 200 }, () => random.between(-2, 7));
  };
  t.deepEqual(draw(1), draw(1));
  t.notDeepEqual(draw(1), draw(2));
  t.deepEqual(
    [...new Set(draw(3))].sort((a, b) => a - b),
    [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7],
  );
});

test('a closed loop makes as many calls as it was told, no more at once than it has callers', async (t) => {
  let running = 0;
  let most = 0;
  const window = await runClosedLoop({
    callers: 3,
    steps: 20,
    step: async (caller) => {
      t.true(caller < 3);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return 5;
    },
  });
  t.is(window.count, 20);
  t.deepEqual(
    window.latenciesMs,
    Array.from({ length: 20 }, () => 5),
  );
  t.is(most, 3);
  await t.throwsAsync(
    runClosedLoop({ callers: 2, steps: 5, step: () => Promise.reject(new Error('refused')) }),
    { message: 'refused' },
  );
});

test('an open loop begins calls when they are due, and counts from then on', async (t) => {
  let begun = 0;
  const slow = (): Promise<void> => {
    begun += 1;
    return new Promise((resolve) => setTimeout(resolve, 60));
  };
  const arrivals = await runOpenLoop({ perSecond: 500, seconds: 0.04, step: slow });
  t.is(begun, 20);
  t.is(arrivals.count, 20);
  t.true(arrivals.latenciesMs.every((ms) => ms >= 58));
  await t.throwsAsync(
    runOpenLoop({ perSecond: 500, seconds: 0.02, step: () => Promise.reject(new Error('refused')) }),
    { message: 'refused' },
  );
});
