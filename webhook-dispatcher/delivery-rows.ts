import type { Sql } from '../shared/postgres/pool.ts';
import { bytes, plain } from './columns.ts';

/** A row of ops.webhook_messages: the body of an event, once for all its deliveries. */
export type Message = {
  eventId: string;
  tenantId: string;
  sessionId: string | null;
  keyId: string;
  bodySealed: Buffer;
  createdAt: string;
};

/** A new row of ops.webhook_deliveries. */
export type NewDelivery = {
  deliveryId: string;
  eventId: string;
  subscriptionId: string;
  tenantId: string;
  eventType: string;
  test: boolean;
  createdAt: string;
  dueAt: string;
};

/** Messages that exist already are left as they are. */
export async function insertMessages(tx: Sql, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.query({
    name: 'insert-messages',
    text: `INSERT INTO ops.webhook_messages (event_id, tenant_id, session_id, key_id, body_sealed, created_at)
           SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[], $6::timestamptz[])
           ON CONFLICT (event_id) DO NOTHING`,
    values: [
      plain(messages.map((one) => one.eventId)),
      plain(messages.map((one) => one.tenantId)),
      plain(messages.map((one) => one.sessionId)),
      plain(messages.map((one) => one.keyId)),
      bytes(messages.map((one) => one.bodySealed)),
      plain(messages.map((one) => one.createdAt)),
    ],
  });
}

/** Writes deliveries that are due and not tried yet. Deliveries that exist already are left as they are. */
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
      plain(deliveries.map((one) => one.deliveryId)),
      plain(deliveries.map((one) => one.eventId)),
      plain(deliveries.map((one) => one.subscriptionId)),
      plain(deliveries.map((one) => one.tenantId)),
      plain(deliveries.map((one) => one.eventType)),
      plain(deliveries.map((one) => one.test)),
      plain(deliveries.map((one) => one.createdAt)),
      plain(deliveries.map((one) => one.dueAt)),
    ],
  });
}
