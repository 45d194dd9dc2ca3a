import type { Sql } from '../postgres/pool.ts';

const LOCK_MESSAGES = `
  SELECT count(*) FROM (
    SELECT 1 FROM ops.webhook_messages WHERE session_id = ANY ($1::uuid[]) ORDER BY event_id FOR NO KEY UPDATE
  ) AS locked`;

const LOCK_DELIVERIES = `
  WITH wanted AS MATERIALIZED (
    SELECT d.delivery_id FROM ops.webhook_messages m JOIN ops.webhook_deliveries d
      ON d.tenant_id = m.tenant_id AND d.created_at = m.created_at AND d.event_id = m.event_id
    WHERE m.session_id = ANY ($1::uuid[])
    UNION SELECT delivery_id FROM ops.webhook_deliveries
    WHERE subscription_id = ANY ($2::uuid[]) AND due_at IS NOT NULL
    UNION SELECT delivery_id FROM ops.webhook_deliveries
    WHERE subscription_id = ANY ($2::uuid[]) AND status IN ('dead-lettered', 'exhausted') AND resolved_at IS NULL
  )
  SELECT count(*) FROM (
    SELECT 1 FROM ops.webhook_deliveries d WHERE d.delivery_id IN (SELECT delivery_id FROM wanted)
    ORDER BY d.delivery_id FOR NO KEY UPDATE
  ) AS locked`;

/**
 * Locks the webhook bodies and deliveries of sessions, and the unsettled deliveries of subscriptions, until the transaction
 * ends: bodies before deliveries, each by id. Whoever changes more than one row of these calls this first, once in its
 * transaction. Two that met each other's rows in different orders would wait in a circle, and Postgres would end one.
 */
export async function lockDeliveries(
  tx: Sql,
  { sessionIds = [], subscriptionIds = [] }: { sessionIds?: string[]; subscriptionIds?: string[] },
): Promise<void> {
  if (sessionIds.length > 0) await tx.query(LOCK_MESSAGES, [sessionIds]);
  if (sessionIds.length + subscriptionIds.length === 0) return;
  await tx.query(LOCK_DELIVERIES, [sessionIds, subscriptionIds]);
}
