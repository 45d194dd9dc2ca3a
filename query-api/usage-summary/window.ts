export const USAGE_RANGES = ['1h', '24h', '7d', '30d'] as const;
export type UsageRange = (typeof USAGE_RANGES)[number];
export const USAGE_GROUPS = ['route', 'day', 'hour', 'key'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * How far a range goes back, in whole units of which the running one is the last: minutes for the last hour, hours for
 * all else, since calls are counted by the minute and after a while by the hour. `bucketMs` is used by group_by=route and key.
 */
const RANGES: Record<UsageRange, { unitMs: number; units: number; bucketMs: number }> = {
  '1h': { unitMs: MINUTE_MS, units: 60, bucketMs: 5 * MINUTE_MS },
  '24h': { unitMs: HOUR_MS, units: 24, bucketMs: HOUR_MS },
  '7d': { unitMs: HOUR_MS, units: 7 * 24, bucketMs: DAY_MS },
  '30d': { unitMs: HOUR_MS, units: 30 * 24, bucketMs: DAY_MS },
};

export type UsageWindow = {
  start: Date;
  /** It begins with a whole hour, so that what is added up by the hour is exact. */
  wholeHours: boolean;
  end: Date;
  /** Width of a bucket; buckets lie on whole multiples of it since 1970 (UTC). */
  bucketMs: number;
  /** Where each bucket begins, in order; the first one may begin before the window. At most 721. */
  bucketStartsMs: number[];
};

const floorTo = (timeMs: number, unitMs: number): number => Math.floor(timeMs / unitMs) * unitMs;

/** The time that a summary covers, up to now, cut into buckets. */
export function usageWindow(range: UsageRange, group: UsageGroup, now: Date): UsageWindow {
  const { unitMs, units, bucketMs: ownMs } = RANGES[range];
  const startMs = floorTo(now.getTime(), unitMs) - (units - 1) * unitMs;
  const bucketMs = group === 'day' ? DAY_MS : group === 'hour' ? HOUR_MS : ownMs;
  const bucketStartsMs: number[] = [];
  for (let atMs = floorTo(startMs, bucketMs); atMs <= now.getTime(); atMs += bucketMs)
    bucketStartsMs.push(atMs);
  const wholeHours = unitMs === HOUR_MS;
  return { start: new Date(startMs), wholeHours, end: now, bucketMs, bucketStartsMs };
}
