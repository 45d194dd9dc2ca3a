import { workOff } from '../../shared/lifecycle/long-runs.ts';
import { SUM_OF_LATENCY } from '../../shared/requests/latency.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const HOUR_MS = 3_600_000;
/** The longest range of the usage summary is 30 days. */
export const KEEP_COUNTS_MS = 31 * 24 * HOUR_MS;
const INTERVAL_MS = 600_000;
const BATCH_ROWS = 10_000;
const MAX_BATCHES = 50;

/** The tables of counts, each with the column that it counts by beside tenant and time. */
const COUNTS = [
  ['ops.request_counts', 'route'],
  ['ops.key_request_counts', 'key_id'],
] as const;

/** A batch may split an hour; later counts are added to the row. */
const rollUp = (table: string, by: string): string => `
  WITH moved AS (
    DELETE FROM ${table}
    WHERE (tenant_id, start_at, width_s, ${by}) IN (
      SELECT tenant_id, start_at, width_s, ${by} FROM ${table}
      WHERE width_s = 60 AND start_at < $1 ORDER BY start_at LIMIT $2)
    RETURNING *),
  added AS (
    INSERT INTO ${table} AS c (tenant_id, start_at, width_s, ${by}, requests, errors, latency)
    SELECT tenant_id, date_bin('1 hour', start_at, timestamptz '1970-01-01 00:00:00+00'), 3600, ${by},
           sum(requests), sum(errors), ${SUM_OF_LATENCY}
    FROM moved GROUP BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, start_at, width_s, ${by}) DO UPDATE
    SET requests = c.requests + excluded.requests,
        errors = c.errors + excluded.errors,
        latency = ARRAY(SELECT a + b FROM unnest(c.latency, excluded.latency) WITH ORDINALITY AS both_sides (a, b, i)
                        ORDER BY i))
  SELECT count(*)::int AS rows FROM moved`;

const expire = (table: string, by: string): string => `
  WITH gone AS (
    DELETE FROM ${table}
    WHERE (tenant_id, start_at, width_s, ${by}) IN (
      SELECT tenant_id, start_at, width_s, ${by} FROM ${table}
      WHERE width_s = 3600 AND start_at < $1 ORDER BY start_at LIMIT $2)
    RETURNING 1)
  SELECT count(*)::int AS rows FROM gone`;

/**
 * Rolls up the usage summary's counts from minutes to hours once a summary of the last hour no longer needs them, and
 * deletes counts older than 31 days.
 */
export function createRequestCountsUpkeep({ pool, now }: Pick<ReactorParts, 'pool' | 'now'>): Reactor {
  const inBatches = (statement: string, before: Date, signal: AbortSignal | undefined): Promise<number> =>
    workOff({ rows: BATCH_ROWS, times: MAX_BATCHES, signal }, async () => {
      const { rows } = await pool.query<{ rows: number }>(statement, [before, BATCH_ROWS]);
      return rows[0]?.rows ?? 0;
    });
  return {
    name: 'request-counts-upkeep',
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const nowMs = now().getTime();
      const lastHourMs = nowMs - HOUR_MS;
      let total = 0;
      for (const [table, by] of COUNTS) {
        total += await inBatches(rollUp(table, by), new Date(lastHourMs - (lastHourMs % HOUR_MS)), signal);
        total += await inBatches(expire(table, by), new Date(nowMs - KEEP_COUNTS_MS), signal);
      }
      return total;
    },
  };
}
