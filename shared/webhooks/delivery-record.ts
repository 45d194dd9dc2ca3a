import { z } from 'zod';
import type { DataKey } from '../crypto/seal.ts';
import { openResolution } from './sealed-parts.ts';
import { webhookEventName } from './subscription-schema.ts';

export const DELIVERY_STATUSES = ['pending', 'failed', 'dead-lettered', 'exhausted', 'delivered'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Statuses of deliveries that may need action until they are resolved. */
export const ACTIONABLE_STATUSES = ['failed', 'dead-lettered', 'exhausted'] as const;

export const deliveryFields = {
  delivery_id: z.uuid(),
  subscription_id: z.uuid(),
  event_id: z.uuid(),
  event_type: webhookEventName,
  status: z.enum(DELIVERY_STATUSES).meta({
    description:
      'pending: not tried yet. failed: will be retried at next_retry_at. dead-lettered: all attempts used. ' +
      'exhausted: all attempts used again after a replay, or dead-lettered for 30 days. delivered.',
  }),
  attempts: z.int32().min(0).meta({ description: 'Over all rounds.' }),
  next_retry_at: z.iso.datetime().nullable(),
  last_status_code: z.int32().min(100).max(999).nullable(),
  last_error: z
    .string()
    .nullable()
    .meta({ description: 'Class of the failure, such as `http_server_error`.' }),
  created_at: z.iso.datetime(),
  delivered_at: z.iso.datetime().nullable(),
  resolved_at: z.iso.datetime().nullable().meta({ description: 'Once set, nothing more is done about it.' }),
  resolution_reason: z.string().nullable(),
};

/** A delivery as lists show it. */
export const deliverySchema = z.object(deliveryFields).meta({ id: 'WebhookDelivery' });
export type DeliveryRecord = z.output<typeof deliverySchema>;

/** The columns of ops.webhook_deliveries, alias `d`, that a record is made of. */
export const DELIVERY_COLUMNS = `d.delivery_id, d.tenant_id, d.subscription_id, d.event_id, d.event_type, d.status,
  d.attempts, d.due_at, d.replay_requested_at, d.last_status_code, d.last_error, d.created_at, d.delivered_at,
  d.resolved_at, d.resolution_code, d.resolution_sealed`;

export type DeliveryRow = {
  delivery_id: string;
  tenant_id: string;
  subscription_id: string;
  event_id: string;
  event_type: DeliveryRecord['event_type'];
  status: DeliveryStatus;
  attempts: number;
  due_at: Date | null;
  replay_requested_at: Date | null;
  last_status_code: number | null;
  last_error: string | null;
  created_at: Date;
  delivered_at: Date | null;
  resolved_at: Date | null;
  resolution_code: string | null;
  resolution_sealed: Buffer | null;
};

/** A replay was requested and starts once the attempt under way is recorded. */
const awaitsReplay = (row: DeliveryRow): boolean =>
  row.replay_requested_at !== null && row.resolved_at === null && row.status !== 'delivered';

/** `key` is the tenant's. Throws TamperedError. */
export function presentDelivery(row: DeliveryRow, key: DataKey): DeliveryRecord {
  const { tenant_id: tenantId, delivery_id: deliveryId, resolution_sealed: sealed } = row;
  const status = awaitsReplay(row) ? 'failed' : row.status;
  const nextRetryAt = awaitsReplay(row) ? row.replay_requested_at : row.due_at;
  return {
    delivery_id: deliveryId,
    subscription_id: row.subscription_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status,
    attempts: row.attempts,
    next_retry_at: status === 'failed' ? (nextRetryAt?.toISOString() ?? null) : null,
    last_status_code: row.last_status_code,
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolution_reason:
      sealed === null ? row.resolution_code : openResolution(key, { tenantId, deliveryId }, sealed),
  };
}
