import type { Delivery } from './queries.ts';

type Step = 'hour' | 'day';
export type HealthSummary = {
  count: number;
  /** Of those that came to an end. */
  share: number;
  lastDeliveredAt: string | null;
  step: Step;
  /** Starts of the steps, oldest first, none left out. */
  times: readonly string[];
  all: readonly number[];
  failed: readonly number[];
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Fewer would show bars as wide as the chart. */
const MIN_STEPS = 12;
const MAX_HOURS = 48;
/** Deliveries are kept for 90 days. */
const MAX_STEPS = 90;

/** What deliveries tell of their endpoint, by hour where they took two days at most, else by day; null without any. */
export function healthOf(deliveries: readonly Delivery[], now: Date): HealthSummary | null {
  if (deliveries.length === 0) return null;
  const oldest = Math.min(...deliveries.map(({ created_at }) => Date.parse(created_at)));
  const step: Step = now.getTime() - oldest <= MAX_HOURS * HOUR_MS ? 'hour' : 'day';
  const length = step === 'hour' ? HOUR_MS : DAY_MS;
  const last = Math.floor(now.getTime() / length);
  const steps = Math.min(MAX_STEPS, Math.max(MIN_STEPS, last - Math.floor(oldest / length) + 1));
  const first = last - steps + 1;
  const all = Array.from({ length: steps }, () => 0);
  const failed = Array.from({ length: steps }, () => 0);
  for (const delivery of deliveries) {
    const index = Math.min(steps - 1, Math.floor(Date.parse(delivery.created_at) / length) - first);
    if (index < 0) continue;
    all[index] = (all[index] ?? 0) + 1;
    if (hasFailed(delivery)) failed[index] = (failed[index] ?? 0) + 1;
  }
  const ended = deliveries.filter(({ status }) => status !== 'pending');
  const delivered = ended.filter(({ status }) => status === 'delivered');
  return {
    count: deliveries.length,
    share: ended.length === 0 ? 1 : delivered.length / ended.length,
    lastDeliveredAt: delivered[0]?.delivered_at ?? null,
    step,
    times: all.map((_, index) => new Date((first + index) * length).toISOString()),
    all,
    failed,
  };
}

const hasFailed = ({ status }: Delivery): boolean => status !== 'delivered' && status !== 'pending';
