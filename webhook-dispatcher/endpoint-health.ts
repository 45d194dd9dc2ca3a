import { v5 as uuidV5 } from 'uuid';
import type { Sql } from '../shared/postgres/pool.ts';
import type { Outcome } from './outcome-rows.ts';

/** An endpoint that has only failed for this long is disabled. */
const FAILING_LIMIT = '5 days';

type Health = { isHealthy: boolean; failedAt: Date | null; gone: Outcome | null; last: Outcome };

/** A success changes nothing where the endpoint was healthy when the delivery was claimed. */
const isChange = ({ isHealthy, last }: Health): boolean => !isHealthy || last.delivery.was_failing;

/** What outcomes say about each endpoint, ordered by subscription, so that two writers cannot deadlock. */
function healthOf(outcomes: readonly Outcome[]): [string, Health][] {
  const health = new Map<string, Health>();
  for (const outcome of outcomes) {
    const { decision, delivery, at } = outcome;
    if (!('endpoint' in decision) || decision.endpoint === null) continue;
    const before = health.get(delivery.subscription_id);
    health.set(delivery.subscription_id, {
      isHealthy: before?.isHealthy === true || decision.endpoint === 'healthy',
      failedAt: before?.failedAt ?? (decision.endpoint === 'failing' ? at : null),
      gone: before?.gone ?? (decision.kind === 'given_up' && decision.isGone ? outcome : null),
      last: outcome,
    });
  }
  return [...health].filter(([, one]) => isChange(one)).sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Updates since when endpoints fail and, where one is gone or has only failed for five days, requests that it is disabled.
 * A row that would not change is not written.
 */
const UPDATE_HEALTH = `
  WITH h AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::boolean[], $3::timestamptz[], $4::boolean[], $5::uuid[])
      AS h (subscription_id, is_healthy, failed_at, is_gone, command_id)
  ), noted AS (
    SELECT e.subscription_id, h.command_id,
      CASE WHEN h.is_healthy THEN NULL ELSE coalesce(e.failing_since, h.failed_at) END AS failing_since,
      CASE WHEN NOT e.is_active OR e.disable_reason IS NOT NULL THEN e.disable_reason
           WHEN h.is_gone THEN 'gone'
           WHEN NOT h.is_healthy AND e.failing_since <= h.failed_at - interval '${FAILING_LIMIT}' THEN 'failing'
      END AS disable_reason
    FROM h JOIN ops.webhook_endpoints e USING (subscription_id)
  )
  UPDATE ops.webhook_endpoints e
  SET failing_since = n.failing_since, disable_reason = n.disable_reason,
      disable_command_id = CASE WHEN n.disable_reason IS NULL THEN NULL
                                ELSE coalesce(e.disable_command_id, n.command_id) END
  FROM noted n
  WHERE e.subscription_id = n.subscription_id
    AND (e.failing_since, e.disable_reason) IS DISTINCT FROM (n.failing_since, n.disable_reason)
  RETURNING e.disable_reason IS NOT NULL AS to_disable`;

/** Id of the command that disables the subscription. It follows from the attempt, so a repeat requests the same command. */
const disableCommandId = ({ delivery, entry }: Outcome): string =>
  uuidV5(`disable-after-attempt-${entry?.attempt ?? 0}`, delivery.delivery_id);

/** Writes what outcomes say about endpoints. Returns true where one is to be disabled. */
export async function updateEndpointHealth(sql: Sql, outcomes: readonly Outcome[]): Promise<boolean> {
  const health = healthOf(outcomes);
  if (health.length === 0) return false;
  const { rows } = await sql.query<{ to_disable: boolean }>({
    name: 'update-endpoint-health',
    text: UPDATE_HEALTH,
    values: [
      health.map(([subscriptionId]) => subscriptionId),
      health.map(([, one]) => one.isHealthy),
      health.map(([, one]) => one.failedAt),
      health.map(([, one]) => one.gone !== null),
      health.map(([, one]) => disableCommandId(one.gone ?? one.last)),
    ],
  });
  return rows.some((row) => row.to_disable);
}
