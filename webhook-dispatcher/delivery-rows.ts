import { col, orNull, rowSet, type RowOf } from '../shared/postgres/columns.ts';
import type { Sql } from '../shared/postgres/pool.ts';

const messageRows = rowSet({
  event_id: col.uuid,
  tenant_id: col.uuid,
  session_id: orNull(col.uuid),
  key_id: col.uuid,
  body_sealed: col.bytea,
  created_at: col.time,
  position: col.bigint,
  event_type: col.text,
  test: col.boolean,
  has_deliveries: col.boolean,
});
/** A row of ops.webhook_messages: the body of an event, once for all its deliveries and for GET /v1/events. */
export type Message = RowOf<typeof messageRows.columns>;
const INSERT_MESSAGES = `${messageRows.insertInto('ops.webhook_messages')} ON CONFLICT (event_id) DO NOTHING`;

const newDeliveryRows = rowSet({
  delivery_id: col.uuid,
  event_id: col.uuid,
  subscription_id: col.uuid,
  tenant_id: col.uuid,
  event_type: col.text,
  test: col.boolean,
  created_at: col.time,
  due_at: col.time,
});
/** A new row of ops.webhook_deliveries. */
export type NewDelivery = RowOf<typeof newDeliveryRows.columns>;
const INSERT_DELIVERIES = `${newDeliveryRows.insertInto('ops.webhook_deliveries')} ON CONFLICT (delivery_id) DO NOTHING`;

/** Messages that exist already are left as they are. */
export async function insertMessages(tx: Sql, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.query({ name: 'insert-messages', text: INSERT_MESSAGES, values: messageRows.values(messages) });
}

/** Writes deliveries that are due and not tried yet. Deliveries that exist already are left as they are. */
export async function insertDeliveries(tx: Sql, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const values = newDeliveryRows.values(deliveries);
  await tx.query({ name: 'insert-deliveries', text: INSERT_DELIVERIES, values });
}
