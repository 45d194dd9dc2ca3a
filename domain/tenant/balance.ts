import { BALANCE_THRESHOLDS } from './events.ts';

export type BalanceThreshold = (typeof BALANCE_THRESHOLDS)[number];

/** Shares of the initial balance (what it was right after the last grant), in percent, highest first. */
export const THRESHOLD_PERCENT: Record<BalanceThreshold, number> = { low_20: 20, low_10: 10, depleted: 0 };

/** The highest balance, in whole tokens, at which the threshold is reached. */
export const thresholdTokens = (threshold: BalanceThreshold, initialBalance: number): number =>
  Math.floor((THRESHOLD_PERCENT[threshold] * Math.max(initialBalance, 0)) / 100);

export type BalanceLevel = {
  current: BalanceThreshold | 'ok';
  /** What comes next on the way down, and how many tokens away it is; null once everything is used up. */
  next: { name: BalanceThreshold; tokens_until: number; percentage: number } | null;
};

/** Where a balance stands among the thresholds. */
export function balanceLevel(balance: number, initialBalance: number): BalanceLevel {
  const reached = BALANCE_THRESHOLDS.filter((name) => balance <= thresholdTokens(name, initialBalance));
  const name = BALANCE_THRESHOLDS[reached.length];
  return {
    current: reached.at(-1) ?? 'ok',
    next:
      name === undefined
        ? null
        : {
            name,
            tokens_until: balance - thresholdTokens(name, initialBalance),
            percentage: THRESHOLD_PERCENT[name],
          },
  };
}
