import test from 'ava';
import { consequences, MAX_FLAG_EVENTS, newRedFlags } from '../../../domain/session/consequences.ts';
import type { Outcome } from '../../../domain/clinical/types.ts';
import { outcomeOf } from './events.ts';

/** An outcome with flags of these numbers, in the order of an outcome: the most urgent first. */
const withFlags = (numbers: number[]): Outcome => ({
  ...outcomeOf(),
  red_flags: numbers.map((number) => ({
    flag: `flag_${number}`,
    description: `Flag ${number}`,
    description_cs: null,
  })),
});
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const codes = (numbers: number[]): string[] => numbers.map((number) => `flag_${number}`);

const told = (previous: Outcome | null, next: Outcome): { flag: string; more?: string[] | undefined }[] =>
  consequences(previous, next).flatMap(({ type, data }) =>
    type === 'red-flag-detected'
      ? [(({ description: _, description_cs: __, ...told }) => told)(data.finding)]
      : [],
  );

test('a command with hundreds of new red flags tells of 10, the most urgent first, and names the others', (t) => {
  const events = told(null, withFlags(upTo(347)));
  t.deepEqual(
    events.map(({ flag }) => flag),
    codes(upTo(10)),
  );
  t.false(events.slice(0, -1).some((event) => 'more' in event));
  t.deepEqual(events.at(-1)?.more, codes(upTo(347).slice(10)));
});

test('up to 10 new red flags have an event each', (t) => {
  t.is(MAX_FLAG_EVENTS, 10);
  for (const count of [0, 1, 9, 10]) {
    t.deepEqual(
      told(null, withFlags(upTo(count))),
      codes(upTo(count)).map((flag) => ({ flag })),
    );
  }
});

test('those that stood before do not count', (t) => {
  const before = withFlags(upTo(300));
  const after = withFlags([400, ...upTo(300), ...upTo(320).slice(309)]);
  const events = told(before, after);
  t.deepEqual(
    events.flatMap(({ flag, more = [] }) => [flag, ...more]),
    newRedFlags(before, after),
  );
  t.is(events.length, 10);
  t.is(events[0]?.flag, 'flag_400');
});
