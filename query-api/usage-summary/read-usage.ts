import type { Sql } from '../../shared/postgres/pool.ts';
import { NO_KEY } from '../../shared/requests/counts.ts';
import { SUM_OF_LATENCY, type LatencyCounts } from '../../shared/requests/latency.ts';
import { DAY_MS, type UsageWindow } from './window.ts';

type Counts = { requests: number; errors: number; latency: LatencyCounts };
export type RouteCounts = Counts & { route: string };
/** `key_id` is null for members in the dashboard. */
export type KeyCounts = Counts & { key_id: string | null; key_prefix: string | null; tokens_charged: number };
export type BucketCounts = { start: Date; requests: number; errors: number };
/** Tokens that went and came in one bucket: charged for one action of the price list, or granted. */
export type TokenMove = { start: Date; action: string | null; charged: number; granted: number };

export type StoredUsage = {
  routes: RouteCounts[];
  buckets: BucketCounts[];
  moves: TokenMove[];
  /** As of the same moment as `moves`. */
  balance: number;
};

const BUCKET = "date_bin($3 * interval '1 millisecond', AT, timestamptz '1970-01-01 00:00:00+00')";
const bucketOf = (column: string): string => BUCKET.replace('AT', column);

const ROUTES = `
  SELECT route, sum(requests)::int AS requests, sum(errors)::int AS errors, ${SUM_OF_LATENCY} AS latency
  FROM ops.request_counts WHERE tenant_id = $1 AND start_at >= $2 GROUP BY route`;

const BUCKETS = `
  SELECT ${bucketOf('start_at')} AS start, sum(requests)::int AS requests, sum(errors)::int AS errors
  FROM ops.request_counts WHERE tenant_id = $1 AND start_at >= $2 GROUP BY 1`;

/** Charges since $2: single calls, or what the calls of an hour add up to by key. */
const CHARGES = {
  calls: `
    SELECT created_at AS at, coalesce(key_id, '${NO_KEY}') AS key_id, action, tokens
    FROM read.usage_records WHERE tenant_id = $1 AND created_at >= $2`,
  hours: `
    SELECT hour AS at, key_id, action, tokens FROM read.usage_hours WHERE tenant_id = $1 AND hour >= $2`,
} as const;
type Charges = keyof typeof CHARGES;

/** A month of calls adds up in a tenth of the time by the hour. */
const chargesOf = ({ wholeHours }: UsageWindow): Charges => (wholeHours ? 'hours' : 'calls');

/**
 * One statement, so that the balance and what moved it are seen at one moment. Where buckets are days, whole days are
 * counted already; else $4 is infinity.
 */
const tokensBy = (charges: Charges): string => `
  WITH moves AS (
    SELECT ${bucketOf('at')} AS start, action, sum(tokens) AS charged, 0::bigint AS granted
    FROM (${CHARGES[charges]}) AS charges WHERE at < $4::timestamptz GROUP BY 1, 2
    UNION ALL
    SELECT day::timestamp AT TIME ZONE 'UTC', action, tokens, 0
    FROM read.usage_days WHERE tenant_id = $1 AND day >= ($4::timestamptz AT TIME ZONE 'UTC')::date
    UNION ALL
    SELECT ${bucketOf('at')}, NULL, 0, sum(tokens)
    FROM read.token_grants WHERE tenant_id = $1 AND at >= $2 GROUP BY 1)
  SELECT b.balance, m.start, m.action, m.charged, m.granted
  FROM (SELECT coalesce((SELECT granted - charged FROM read.balances WHERE tenant_id = $1), 0) AS balance) AS b
  LEFT JOIN moves AS m ON true`;

/** What was charged is in the log, and so is there where the counts of a key were lost. */
const keysBy = (charges: Charges): string => `
  WITH counted AS (
    SELECT key_id, sum(requests)::int AS requests, sum(errors)::int AS errors, ${SUM_OF_LATENCY} AS latency
    FROM ops.key_request_counts WHERE tenant_id = $1 AND start_at >= $2 GROUP BY key_id),
  charged AS (
    SELECT key_id, sum(tokens) AS tokens FROM (${CHARGES[charges]}) AS charges GROUP BY 1)
  SELECT nullif(key_id, '${NO_KEY}') AS key_id, k.key_prefix, coalesce(requests, 0) AS requests,
         coalesce(errors, 0) AS errors, coalesce(latency, '{}') AS latency, coalesce(tokens, 0) AS tokens_charged
  FROM counted FULL JOIN charged USING (key_id)
  LEFT JOIN (SELECT key_id, key_prefix FROM read.api_keys WHERE tenant_id = $1) AS k USING (key_id)
  ORDER BY requests DESC, key_id`;

/** By API key, the most calling first. */
export async function readUsageOfKeys(sql: Sql, tenantId: string, window: UsageWindow): Promise<KeyCounts[]> {
  const charges = chargesOf(window);
  const { rows } = await sql.query<KeyCounts>({
    name: `usage-by-key-of-${charges}`,
    text: keysBy(charges),
    values: [tenantId, window.start],
  });
  return rows;
}

type TokenRow = { balance: number } & (TokenMove | { start: null });

/** Everything that a summary is made of: counted calls, and tokens as the log has them. */
export async function readUsage(sql: Sql, tenantId: string, window: UsageWindow): Promise<StoredUsage> {
  const { start, bucketMs } = window;
  const charges = chargesOf(window);
  const daysFrom = bucketMs === DAY_MS ? new Date(Math.ceil(start.getTime() / DAY_MS) * DAY_MS) : 'infinity';
  const [routes, buckets, tokens] = await Promise.all([
    sql.query<RouteCounts>({ name: 'usage-by-route', text: ROUTES, values: [tenantId, start] }),
    sql.query<BucketCounts>({ name: 'usage-by-time', text: BUCKETS, values: [tenantId, start, bucketMs] }),
    sql.query<TokenRow>({
      name: `usage-tokens-of-${charges}`,
      text: tokensBy(charges),
      values: [tenantId, start, bucketMs, daysFrom],
    }),
  ]);
  return {
    routes: routes.rows,
    buckets: buckets.rows,
    moves: tokens.rows.flatMap((row) => (row.start === null ? [] : [row])),
    balance: tokens.rows[0]?.balance ?? 0,
  };
}
