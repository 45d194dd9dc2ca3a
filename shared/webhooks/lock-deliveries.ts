import { inChunks } from '../postgres/in-chunks.ts';
import type { Sql } from '../postgres/pool.ts';

const LOCK_MESSAGES = `
  SELECT count(*) FROM (
    SELECT 1 FROM ops.webhook_messages WHERE session_id = ANY ($1::uuid[]) ORDER BY event_id FOR NO KEY UPDATE
  ) AS locked`;

const OF_SESSIONS = `
  SELECT d.delivery_id FROM ops.webhook_messages m JOIN ops.webhook_deliveries d
    ON d.tenant_id = m.tenant_id AND d.created_at = m.created_at AND d.event_id = m.event_id
  WHERE m.session_id = ANY ($1::uuid[])`;

const LOCK_OF_SESSIONS = `
  WITH wanted AS MATERIALIZED (${OF_SESSIONS})
  SELECT count(*) FROM (
    SELECT 1 FROM ops.webhook_deliveries d WHERE d.delivery_id IN (SELECT delivery_id FROM wanted)
    ORDER BY d.delivery_id FOR NO KEY UPDATE
  ) AS locked`;

/**
 * Finds the unsettled deliveries of the subscriptions in a parameter: due ones, and dead letters that nobody has dealt with.
 * Each of the two has an index.
 */
export const unsettledOf = (parameter: '$1' | '$2'): string => `
  SELECT delivery_id FROM ops.webhook_deliveries
  WHERE subscription_id = ANY (${parameter}::uuid[]) AND due_at IS NOT NULL
  UNION ALL SELECT delivery_id FROM ops.webhook_deliveries
  WHERE subscription_id = ANY (${parameter}::uuid[]) AND status IN ('dead-lettered', 'exhausted') AND resolved_at IS NULL`;

const WANTED = `
  WITH wanted AS MATERIALIZED (${OF_SESSIONS} UNION ALL ${unsettledOf('$2')})
  SELECT DISTINCT delivery_id FROM wanted ORDER BY delivery_id`;

const LOCK = `
  SELECT count(*) FROM (
    SELECT 1 FROM ops.webhook_deliveries WHERE delivery_id = ANY ($1::uuid[]) ORDER BY delivery_id FOR NO KEY UPDATE
  ) AS locked`;

/**
 * Locks the webhook bodies and deliveries of sessions, and the unsettled deliveries of subscriptions, until the transaction
 * ends: bodies before deliveries, each by id. Whoever changes more than one row of these calls this first, once in its
 * transaction. Two that met each other's rows in different orders would wait in a circle, and Postgres would end one.
 * A subscription may have several 100,000: they are locked in chunks.
 */
export async function lockDeliveries(
  tx: Sql,
  { sessionIds = [], subscriptionIds = [] }: { sessionIds?: string[]; subscriptionIds?: string[] },
): Promise<void> {
  if (sessionIds.length > 0) await tx.query(LOCK_MESSAGES, [sessionIds]);
  if (subscriptionIds.length > 0) {
    const wanted = { text: WANTED, values: [sessionIds, subscriptionIds] };
    await inChunks(tx, wanted, (ids) => tx.query(LOCK, [ids]));
  } else if (sessionIds.length > 0) await tx.query(LOCK_OF_SESSIONS, [sessionIds]);
}
