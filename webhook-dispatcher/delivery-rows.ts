import type { Sql } from '../shared/postgres/pool.ts';
import { bytes, plain, texts } from './columns.ts';
import type { Standing } from './express.ts';
import { loggedAttempt } from './recording.ts';

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
  deliveryId: string;
  eventId: string;
  subscriptionId: string;
  tenantId: string;
  eventType: string;
  test: boolean;
  createdAt: string;
  dueAt: string;
};

/** For rows that are written while they are being sent. */
export type Lease = { id: string; until: Date };

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

const INSERT_DELIVERIES = `
  INSERT INTO ops.webhook_deliveries
    (delivery_id, event_id, subscription_id, tenant_id, event_type, test, created_at, status, attempts, round_attempts,
     due_at, lease_id, leased_until, claims, last_status_code, delivered_at, attempt_log)
  SELECT i.delivery_id, i.event_id, i.subscription_id, i.tenant_id, i.event_type, i.test, i.created_at,
    CASE WHEN i.delivered_at IS NULL THEN 'pending' ELSE 'delivered' END,
    (i.delivered_at IS NOT NULL)::int, (i.delivered_at IS NOT NULL)::int,
    i.due_at, CASE WHEN i.leased THEN $9::uuid END, CASE WHEN i.leased THEN $10::timestamptz END, i.leased::int,
    i.status_code, i.delivered_at, coalesce(i.attempt_log, '[]')
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::boolean[], $7::timestamptz[],
              $8::timestamptz[], $11::boolean[], $12::int[], $13::timestamptz[], $14::jsonb[])
    AS i (delivery_id, event_id, subscription_id, tenant_id, event_type, test, created_at,
          due_at, leased, status_code, delivered_at, attempt_log)
  ON CONFLICT (delivery_id) DO NOTHING`;

/** Writes each delivery once, as it stands: delivered, being sent under this lease, or due. */
export async function insertDeliveries(
  tx: Sql,
  deliveries: readonly { row: NewDelivery; standing: Standing }[],
  lease: Lease | null,
): Promise<void> {
  if (deliveries.length === 0) return;
  const delivered = deliveries.map(({ standing }) =>
    standing.kind === 'delivered' ? standing.outcome : null,
  );
  await tx.query({
    name: 'insert-deliveries',
    text: INSERT_DELIVERIES,
    values: [
      plain(deliveries.map(({ row }) => row.deliveryId)),
      plain(deliveries.map(({ row }) => row.eventId)),
      plain(deliveries.map(({ row }) => row.subscriptionId)),
      plain(deliveries.map(({ row }) => row.tenantId)),
      plain(deliveries.map(({ row }) => row.eventType)),
      plain(deliveries.map(({ row }) => row.test)),
      plain(deliveries.map(({ row }) => row.createdAt)),
      plain(deliveries.map(({ row }, index) => (delivered[index] ? null : row.dueAt))),
      lease?.id ?? null,
      lease?.until ?? null,
      plain(deliveries.map(({ standing }) => standing.kind === 'sending')),
      plain(delivered.map((outcome) => outcome?.entry?.statusCode ?? null)),
      plain(delivered.map((outcome) => outcome?.at ?? null)),
      texts(
        delivered
          .map((outcome) => outcome?.entry && JSON.stringify([loggedAttempt(outcome.entry, null)]))
          .map((log) => log ?? null),
      ),
    ],
  });
}
