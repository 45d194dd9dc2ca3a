import { BALANCE_THRESHOLDS } from '../../domain/tenant/events.ts';

export type Threshold = (typeof BALANCE_THRESHOLDS)[number];

/** What is known of a tenant's balance at one place of the log. */
export type Watch = {
  balance: number;
  /** The balance right after the last grant. */
  initialBalance: number;
  /** Thresholds that have not been crossed since the last grant. */
  armed: readonly Threshold[];
};

export const NO_BALANCE: Watch = { balance: 0, initialBalance: 0, armed: [] };

/** Shares of the initial balance. */
const SHARES: Record<Threshold, number> = { low_20: 0.2, low_10: 0.1, depleted: 0 };

const limitOf = (threshold: Threshold, initialBalance: number): number =>
  SHARES[threshold] * Math.max(initialBalance, 0);

/** A grant re-arms the thresholds below the new balance. */
export function afterGrant(watch: Watch, tokens: number): Watch {
  const balance = watch.balance + tokens;
  const armed = BALANCE_THRESHOLDS.filter((threshold) => balance > limitOf(threshold, balance));
  return { balance, initialBalance: balance, armed };
}

/** A charge crosses each armed threshold that the balance is at or below afterwards. */
export function afterCharge(watch: Watch, tokens: number): { watch: Watch; crossed: Threshold[] } {
  const balance = watch.balance - tokens;
  const isCrossed = (threshold: Threshold): boolean => balance <= limitOf(threshold, watch.initialBalance);
  return {
    watch: { ...watch, balance, armed: watch.armed.filter((threshold) => !isCrossed(threshold)) },
    crossed: watch.armed.filter(isCrossed),
  };
}
