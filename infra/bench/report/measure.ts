import { median, spreadOf, type Spread } from './statistics.ts';

/**
 * What is asked of a number. A `bound` is to hold (ratios within one run), a `goal` is reported (it depends on the
 * machine). `aim` is where we want to get beyond a bound.
 */
export type Target = {
  kind: 'bound' | 'goal';
  direction: 'at_least' | 'at_most';
  value: number;
  aim?: number;
};

export type Measure = {
  name: string;
  value: number;
  unit: 'ratio' | 'per_s' | 'ms' | 'count' | 'bytes' | 'mb';
  /** Of repetitions of the same measurement; left out where there was one. */
  spread?: Spread;
  target?: Target;
  note?: string;
};

export type SectionResult = {
  section: string;
  /** What the numbers hold for: durability settings, sizes, what ran beside it. */
  conditions: string[];
  measures: Measure[];
  seconds: number;
};

export type Verdict = 'holds' | 'aim reached' | 'FALLS SHORT' | 'reached' | 'missed' | '';

const isMet = ({ direction }: Target, value: number, wanted: number): boolean =>
  direction === 'at_least' ? value >= wanted : value <= wanted;

/** Whether a number is what was asked of it; '' where nothing was. */
export function verdictOf({ value, target }: Measure): Verdict {
  if (!target) return '';
  const met = isMet(target, value, target.value);
  if (target.kind === 'goal') return met ? 'reached' : 'missed';
  if (!met) return 'FALLS SHORT';
  return target.aim !== undefined && isMet(target, value, target.aim) ? 'aim reached' : 'holds';
}

/** The median of repetitions, with their spread. */
export const repeated = (measure: Omit<Measure, 'value' | 'spread'>, values: readonly number[]): Measure => ({
  ...measure,
  value: median(values),
  spread: spreadOf(values),
});

export const boundAtLeast = (value: number, aim: number): Target => ({
  kind: 'bound',
  direction: 'at_least',
  value,
  aim,
});
export const goalAtLeast = (value: number): Target => ({ kind: 'goal', direction: 'at_least', value });
export const goalAtMost = (value: number): Target => ({ kind: 'goal', direction: 'at_most', value });
/** Nothing else than 0 is right. */
export const mustBeZero: Target = { kind: 'bound', direction: 'at_most', value: 0 };
