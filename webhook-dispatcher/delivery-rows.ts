import type { Sql } from '../shared/postgres/pool.ts';
import { deliveryIdOf } from '../shared/webhooks/delivery-id.ts';

/** A row of ops.webhook_messages: what is delivered, once for all who are told. */
export type Message = {
  eventId: string;
  tenantId: string;
  sessionId: string | null;
  keyId: string;
  bodySealed: Buffer;
  createdAt: string;
};

export type NewDelivery = {
  eventId: string;
  subscriptionId: string;
  tenantId: string;
  eventType: string;
  test: boolean;
  createdAt: string;
  dueAt: string;
};

export async function insertMessages(tx: Sql, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.query({
    name: 'insert-messages',
    text: `INSERT INTO ops.webhook_messages (event_id, tenant_id, session_id, key_id, body_sealed, created_at)
           SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[], $6::timestamptz[])
           ON CONFLICT (event_id) DO NOTHING`,
    values: [
      messages.map((one) => one.eventId),
      messages.map((one) => one.tenantId),
      messages.map((one) => one.sessionId),
      messages.map((one) => one.keyId),
      messages.map((one) => one.bodySealed),
      messages.map((one) => one.createdAt),
    ],
  });
}

export async function insertDeliveries(tx: Sql, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.query({
    name: 'insert-deliveries',
    text: `INSERT INTO ops.webhook_deliveries
             (delivery_id, event_id, subscription_id, tenant_id, event_type, test, created_at, due_at)
           SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::boolean[],
                                $7::timestamptz[], $8::timestamptz[])
           ON CONFLICT (delivery_id) DO NOTHING`,
    values: [
      deliveries.map((one) => deliveryIdOf(one.eventId, one.subscriptionId)),
      deliveries.map((one) => one.eventId),
      deliveries.map((one) => one.subscriptionId),
      deliveries.map((one) => one.tenantId),
      deliveries.map((one) => one.eventType),
      deliveries.map((one) => one.test),
      deliveries.map((one) => one.createdAt),
      deliveries.map((one) => one.dueAt),
    ],
  });
}

/**
 * Resolves what is still to be delivered about a session: all of it, or what is sealed under some keys. A process
 * that is sending one of them at this moment finds its lease gone.
 */
export async function cancelDeliveries(
  tx: Sql,
  cancellation: { sessionId: string; keyIds: readonly string[] | 'all'; at: string },
): Promise<void> {
  const { sessionId, keyIds, at } = cancellation;
  await tx.query(
    `UPDATE ops.webhook_deliveries d
     SET due_at = NULL, lease_id = NULL, leased_until = NULL, resolved_at = $2, resolution_code = 'subject erased'
     FROM ops.webhook_messages m
     WHERE m.session_id = $1 AND ($3::uuid[] IS NULL OR m.key_id = ANY ($3::uuid[]))
       AND d.tenant_id = m.tenant_id AND d.created_at = m.created_at AND d.event_id = m.event_id
       AND d.status <> 'delivered' AND d.resolved_at IS NULL`,
    [sessionId, at, keyIds === 'all' ? null : keyIds],
  );
}
