/**
 * Upper bounds in milliseconds of the steps that durations are counted in; one more step takes what is longer. Steps
 * of at most a half keep an interpolated percentile within a few percent. Stored counts are meaningless under other
 * bounds: a new set needs a new column.
 */
export const LATENCY_BOUNDS_MS: readonly number[] = [
  1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024, 1_536, 2_048, 3_072,
  4_096, 6_144, 8_192, 12_288,
];

/** Calls by duration, one number a step. */
export type LatencyCounts = number[];

export const emptyLatency = (): LatencyCounts => Array<number>(LATENCY_BOUNDS_MS.length + 1).fill(0);

/** The step that a duration falls into. */
export function latencyStep(durationMs: number): number {
  let low = 0;
  let high = LATENCY_BOUNDS_MS.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (durationMs <= (LATENCY_BOUNDS_MS[middle] ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The duration in milliseconds that `share` (0 to 1) of the calls did not exceed: linear within its step, and the last
 * bound for what lies above it. Null where nothing was counted.
 */
export function latencyPercentile(counts: LatencyCounts, share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [step, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const from = LATENCY_BOUNDS_MS[step - 1] ?? 0;
      const to = LATENCY_BOUNDS_MS[step] ?? from;
      return Math.round((from + ((rank - below) / count) * (to - from)) * 10) / 10;
    }
    below += count;
  }
  return LATENCY_BOUNDS_MS.at(-1) ?? null;
}

/** The sum of `latency` over a group of rows of ops.request_counts, step by step. */
export const SUM_OF_LATENCY = `ARRAY[${emptyLatency()
  .map((_, step) => `sum(latency[${step + 1}])`)
  .join(', ')}]::int[]`;
