import test from 'ava';
import { dataOf } from '../../dashboard/src/components/chart-data.ts';

const at = (time: string): number => Date.parse(time) / 1_000;
const series = [
  { name: 'Calls', values: [3, null, 5] },
  { name: 'Errors', values: [1, 2, null] },
];

test('a first step that is shown in part stands where the whole one begins', (t) => {
  const days = ['2026-03-01T23:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'];
  t.deepEqual(dataOf(days, { series, kind: 'bars', step: 'day' }), [
    [at('2026-03-01T00:00Z'), at('2026-03-02T00:00Z'), at('2026-03-03T00:00Z')],
    [3, null, 5],
    [1, 2, null],
  ]);
  const [minutes] = dataOf(['2026-03-01T23:04:00.000Z', '2026-03-01T23:05:00.000Z'], {
    series,
    kind: 'line',
    step: 'minutes',
  });
  t.deepEqual(minutes, [at('2026-03-01T23:00Z'), at('2026-03-01T23:05Z')]);
});

test('stacked series stand each upon those below', (t) => {
  const [, calls, errors] = dataOf(['2026-03-01T00:00Z', '2026-03-02T00:00Z', '2026-03-03T00:00Z'], {
    series,
    kind: 'stacked',
    step: 'day',
  });
  t.deepEqual(
    [calls, errors],
    [
      [4, 2, 5],
      [1, 2, 0],
    ],
  );
});
