import type { Sql } from '../../shared/postgres/pool.ts';
import {
  emptyLatency,
  latencyPercentile,
  SUM_OF_LATENCY,
  type LatencyCounts,
} from '../../shared/requests/latency.ts';
import type { UsageWindow } from '../usage-summary/window.ts';

type Counted = { requests: number; errors: number; latency: LatencyCounts };
type Bucket = Counted & { start: Date };

export type CallHealth = {
  requests: number;
  errors: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
};

/** All routes of one step of time, added up in the order of the primary key: no other tenant's and no older row is read. */
export const COUNTS_BY_TIME = `
  SELECT date_bin($3 * interval '1 millisecond', start_at, timestamptz '1970-01-01 00:00:00+00') AS start,
         sum(requests)::int AS requests, sum(errors)::int AS errors, ${SUM_OF_LATENCY} AS latency
  FROM ops.request_counts WHERE tenant_id = $1 AND start_at >= $2 GROUP BY 1`;

/** How the calls of a tenant went, in each bucket of a window and in all of it. */
export async function readCallHealth(
  sql: Sql,
  tenantId: string,
  window: UsageWindow,
): Promise<{ totals: CallHealth; buckets: ({ start: string } & CallHealth)[] }> {
  const { rows } = await sql.query<Bucket>({
    name: 'requests-by-time',
    text: COUNTS_BY_TIME,
    values: [tenantId, window.start, window.bucketMs],
  });
  const counted = new Map(rows.map((row) => [row.start.getTime(), row]));
  return {
    totals: healthOf(rows.reduce(add, NOTHING)),
    buckets: window.bucketStartsMs.map((startMs) => ({
      // The first bucket begins where the window does.
      start: new Date(Math.max(startMs, window.start.getTime())).toISOString(),
      ...healthOf(counted.get(startMs) ?? NOTHING),
    })),
  };
}

const NOTHING: Counted = { requests: 0, errors: 0, latency: emptyLatency() };

const add = (one: Counted, other: Counted): Counted => ({
  requests: one.requests + other.requests,
  errors: one.errors + other.errors,
  latency: one.latency.map((count, step) => count + (other.latency[step] ?? 0)),
});

const healthOf = ({ requests, errors, latency }: Counted): CallHealth => ({
  requests,
  errors,
  p50_ms: latencyPercentile(latency, 0.5),
  p95_ms: latencyPercentile(latency, 0.95),
  p99_ms: latencyPercentile(latency, 0.99),
});
