import { emptyLatency, latencyPercentile, type LatencyCounts } from '../../shared/requests/latency.ts';
import type { KeyCounts, StoredUsage, TokenMove } from './read-usage.ts';
import type { UsageWindow } from './window.ts';

/** The calls that the actions of the price list stand for (projectors/usage). */
const ROUTE_OF_ACTION: Readonly<Record<string, string>> = {
  'session.create': 'POST /v1/sessions',
  'session.route': 'POST /v1/sessions/{session_id}/route',
  'session.answer': 'POST /v1/sessions/{session_id}/answer',
};

type Counts = { requests: number; errors: number; tokens_charged: number };
type Percentiles = { p50_ms: number | null; p95_ms: number | null; p99_ms: number | null };
export type RouteUsage = Counts & Percentiles & { route: string };
export type KeyUsage = Counts & Percentiles & { key_id: string | null; key_prefix: string | null };

export type UsageSummary = {
  totals: Counts;
  /** Most requested first. */
  routes: RouteUsage[];
  buckets: ({ start: string } & Counts)[];
  balance_series: { at: string; balance: number }[];
};

/** Puts together what was counted and what the log says of tokens. */
export function summarise(stored: StoredUsage, window: UsageWindow): UsageSummary {
  const routes = routesOf(stored);
  const sum = (pick: (usage: RouteUsage) => number): number =>
    routes.reduce((total, usage) => total + pick(usage), 0);
  return {
    totals: {
      requests: sum((usage) => usage.requests),
      errors: sum((usage) => usage.errors),
      tokens_charged: sum((usage) => usage.tokens_charged),
    },
    routes,
    buckets: bucketsOf(stored, window),
    balance_series: balancesOf(stored, window),
  };
}

/** A route whose calls were charged is there even where its counts were lost. */
function routesOf({ routes, moves }: StoredUsage): RouteUsage[] {
  const tokens = new Map<string, number>();
  for (const { action, charged } of moves) {
    if (action === null) continue;
    const route = ROUTE_OF_ACTION[action] ?? action;
    tokens.set(route, (tokens.get(route) ?? 0) + charged);
  }
  const counted = new Map(routes.map((row) => [row.route, row]));
  const usage = [...new Set([...counted.keys(), ...tokens.keys()])].map((route) => {
    const { requests, errors, latency } = counted.get(route) ?? {
      requests: 0,
      errors: 0,
      latency: emptyLatency(),
    };
    return {
      route,
      requests,
      errors,
      tokens_charged: tokens.get(route) ?? 0,
      ...percentilesOf(latency),
    };
  });
  return usage.sort((a, b) => b.requests - a.requests || (a.route < b.route ? -1 : 1));
}

const percentilesOf = (latency: LatencyCounts): Percentiles => ({
  p50_ms: latencyPercentile(latency, 0.5),
  p95_ms: latencyPercentile(latency, 0.95),
  p99_ms: latencyPercentile(latency, 0.99),
});

export const summariseKeys = (keys: readonly KeyCounts[]): KeyUsage[] =>
  keys.map(({ latency, ...counts }) => ({ ...counts, ...percentilesOf(latency) }));

const clipped = (startMs: number, { start }: UsageWindow): string =>
  new Date(Math.max(startMs, start.getTime())).toISOString();

function bucketsOf({ buckets, moves }: StoredUsage, window: UsageWindow): UsageSummary['buckets'] {
  const counted = new Map(buckets.map((row) => [row.start.getTime(), row]));
  const moved = sumByStart(moves);
  return window.bucketStartsMs.map((startMs) => ({
    start: clipped(startMs, window),
    requests: counted.get(startMs)?.requests ?? 0,
    errors: counted.get(startMs)?.errors ?? 0,
    tokens_charged: moved.get(startMs)?.charged ?? 0,
  }));
}

/** The balance at the beginning of each bucket, followed back from what it is now, and now. */
function balancesOf({ balance, moves }: StoredUsage, window: UsageWindow): UsageSummary['balance_series'] {
  const moved = sumByStart(moves);
  const series = [{ at: window.end.toISOString(), balance }];
  let before = balance;
  for (const startMs of window.bucketStartsMs.toReversed()) {
    const { charged, granted } = moved.get(startMs) ?? { charged: 0, granted: 0 };
    before += charged - granted;
    series.push({ at: clipped(startMs, window), balance: before });
  }
  return series.reverse();
}

function sumByStart(moves: readonly TokenMove[]): Map<number, { charged: number; granted: number }> {
  const sums = new Map<number, { charged: number; granted: number }>();
  for (const { start, charged, granted } of moves) {
    const sum = sums.get(start.getTime()) ?? { charged: 0, granted: 0 };
    sums.set(start.getTime(), { charged: sum.charged + charged, granted: sum.granted + granted });
  }
  return sums;
}
