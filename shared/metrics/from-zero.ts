import type { Counter } from 'prom-client';

/**
 * Shows counts that have not begun as 0. An alert looks at the increase, and of a series that comes with its first event it sees
 * none: it would miss the first one.
 */
export function countFromZero<L extends string>(
  counter: Counter<L>,
  all: readonly Partial<Record<L, string>>[],
): void {
  for (const labels of all) counter.inc(labels, 0);
}
