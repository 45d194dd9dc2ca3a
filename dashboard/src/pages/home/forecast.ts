import type { components } from '../../../../client/client.ts';

type Usage = components['schemas']['Usage'];

export type Forecast =
  /** Nothing was charged in the days looked at. */
  | { kind: 'idle' }
  /** It lasts longer than anybody should foretell. */
  | { kind: 'far'; perDay: number }
  | { kind: 'ends'; perDay: number; at: Date };

const DAY_MS = 86_400_000;
const FAR_DAYS = 365;

/**
 * When a balance is used up if tokens go on being charged as in the period of `usage`. A tenant all of whose charges lie in
 * the period is measured from the first of them, and from a day ago at the latest: else its first hours would count as days.
 * Null for a balance that is used up already.
 */
export function forecastOf(
  balance: number,
  { records, period_start, lifetime_used }: Pick<Usage, 'records' | 'period_start' | 'lifetime_used'>,
  now: Date,
): Forecast | null {
  if (balance <= 0) return null;
  const charging = records.filter(({ tokens_charged }) => tokens_charged > 0);
  const charged = charging.reduce((sum, { tokens_charged }) => sum + tokens_charged, 0);
  if (charged === 0) return { kind: 'idle' };
  const isNew = lifetime_used <= charged;
  const firstMs = isNew
    ? Math.min(...charging.map(({ date }) => Date.parse(date)))
    : Date.parse(period_start);
  const days = Math.max(1, (now.getTime() - firstMs) / DAY_MS);
  const perDay = charged / days;
  const daysLeft = balance / perDay;
  if (daysLeft > FAR_DAYS) return { kind: 'far', perDay };
  return { kind: 'ends', perDay, at: new Date(now.getTime() + daysLeft * DAY_MS) };
}
