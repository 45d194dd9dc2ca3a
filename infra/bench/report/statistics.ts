/** Statistics of a benchmark: plain functions over numbers, no rounding. */

const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/**
 * The value below or at which the given share of all values lies (nearest rank: always one of the values).
 * `share` is from 0 to 1. NaN where there are no values.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** The middle value, or the mean of the two middle ones. NaN where there are no values. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** How far repetitions lie apart. */
export type Spread = { min: number; max: number; samples: number };

export const spreadOf = (values: readonly number[]): Spread => ({
  min: Math.min(...values),
  max: Math.max(...values),
  samples: values.length,
});

/** What each of two or more candidates reached in one round; rounds are comparable, runs are not. */
export type Round<Name extends string> = Readonly<Record<Name, number>>;

/** `numerator` by `denominator`, round by round. */
export const ratiosOf = <Name extends string>(
  rounds: readonly Round<Name>[],
  numerator: Name,
  denominator: Name,
): number[] => rounds.map((round) => round[numerator] / round[denominator]);

/**
 * The order in which the candidates run in round `index`: forwards and backwards in turn, so that whatever drifts
 * during a run meets all of them alike.
 */
export const roundOrder = <T>(candidates: readonly T[], index: number): T[] =>
  index % 2 === 0 ? [...candidates] : candidates.toReversed();
