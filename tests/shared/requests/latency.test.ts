import test from 'ava';
import fc from 'fast-check';
import {
  emptyLatency,
  LATENCY_BOUNDS_MS,
  latencyPercentile,
  latencyStep,
} from '../../../shared/requests/latency.ts';

const SEED = 20_260_102;

const countsOf = (durations: readonly number[]): number[] => {
  const counts = emptyLatency();
  for (const duration of durations) counts[latencyStep(duration)]! += 1;
  return counts;
};

test('a duration falls into the first step whose bound it does not exceed', (t) => {
  const cases: [durationMs: number, step: number][] = [
    [0, 0],
    [1, 0],
    [1.001, 1],
    [1.5, 1],
    [12, 7],
    [12_288, 27],
    [12_289, 28],
    [Infinity, 28],
  ];
  for (const [durationMs, step] of cases) t.is(latencyStep(durationMs), step, `${durationMs}`);
  t.is(emptyLatency().length, LATENCY_BOUNDS_MS.length + 1);
});

test('percentiles lie where the calls do, and nowhere without calls', (t) => {
  t.is(latencyPercentile(emptyLatency(), 0.5), null);
  const even = countsOf(Array.from({ length: 1_000 }, (_, index) => index + 0.5));
  for (const [share, expected] of [
    [0.5, 500],
    [0.95, 950],
    [0.99, 990],
  ] as const) {
    t.true(Math.abs(latencyPercentile(even, share)! - expected) < 0.05 * expected, `${share}`);
  }
  t.is(latencyPercentile(countsOf([10]), 1), 12);
  t.is(latencyPercentile(countsOf([60_000]), 0.5), 12_288, 'no more than the last bound is known');
});

test('a percentile stays in the step of the call that it speaks of', (t) => {
  const durations = fc.array(fc.double({ min: 0, max: 12_288, noNaN: true }), {
    minLength: 1,
    maxLength: 50,
  });
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (list, share) => {
      const sorted = list.toSorted((a, b) => a - b);
      const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
      const step = latencyStep(exact);
      const found = latencyPercentile(countsOf(list), share)!;
      const from = LATENCY_BOUNDS_MS[step - 1] ?? 0;
      const to = LATENCY_BOUNDS_MS[step]!;
      t.true(found >= from - 0.05 && found <= to + 0.05, `${found} outside ${from} to ${to}`);
    }),
    { seed: SEED, numRuns: 300 },
  );
});
