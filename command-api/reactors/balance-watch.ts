import { thresholdTokens, type BalanceThreshold } from '../../domain/tenant/balance.ts';
import { BALANCE_THRESHOLDS } from '../../domain/tenant/events.ts';

export type Threshold = BalanceThreshold;

/** What is known of a tenant's balance at one place of the log. */
export type Watch = {
  balance: number;
  /** The balance right after the last grant. */
  initialBalance: number;
  /** Thresholds that have not been crossed since the last grant. */
  armed: readonly Threshold[];
};

export const NO_BALANCE: Watch = { balance: 0, initialBalance: 0, armed: [] };

/** A grant re-arms the thresholds below the new balance. */
export function afterGrant(watch: Watch, tokens: number): Watch {
  const balance = watch.balance + tokens;
  const armed = BALANCE_THRESHOLDS.filter((threshold) => balance > thresholdTokens(threshold, balance));
  return { balance, initialBalance: balance, armed };
}

/** A charge crosses each armed threshold that the balance is at or below afterwards. */
export function afterCharge(watch: Watch, tokens: number): { watch: Watch; crossed: Threshold[] } {
  const balance = watch.balance - tokens;
  const isCrossed = (threshold: Threshold): boolean =>
    balance <= thresholdTokens(threshold, watch.initialBalance);
  return {
    watch: { ...watch, balance, armed: watch.armed.filter((threshold) => !isCrossed(threshold)) },
    crossed: watch.armed.filter(isCrossed),
  };
}
