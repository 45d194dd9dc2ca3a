import { z } from 'zod';
import { count, id, instant, text } from '../../domain/kernel/fields.ts';
import { uuid } from '../http/schemas.ts';
import type { DataKey } from '../crypto/seal.ts';
import { openResolution } from './sealed-parts.ts';
import { webhookEventName } from './subscription-schema.ts';

export const DELIVERY_STATUSES = ['pending', 'failed', 'dead-lettered', 'exhausted', 'delivered'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Statuses of deliveries that may need action until they are resolved. */
export const ACTIONABLE_STATUSES = ['failed', 'dead-lettered', 'exhausted'] as const;

export const deliveryStatusSchema = z.enum(DELIVERY_STATUSES).meta({
  id: 'DeliveryStatus',
  description:
    'pending: not tried yet. failed: will be retried at next_retry_at. dead-lettered: all attempts used. ' +
    'exhausted: all attempts used again after a replay, or dead-lettered for 30 days. delivered.',
  examples: ['delivered'],
});

export const deliveryParams = z.object({
  delivery_id: uuid().meta({ description: 'The `delivery_id` of the list of deliveries.' }),
});

export const deliveryFields = {
  delivery_id: id('The delivery (one event to one subscription); the same over retries and replays.'),
  subscription_id: id('The subscription that it goes to.'),
  event_id: id('`id` of the body; the same for every subscription.'),
  event_type: webhookEventName.meta({ description: '`type` of the body.' }),
  status: deliveryStatusSchema.describe('What became of it so far.'),
  attempts: count('Attempts so far, those before a replay included.', 1),
  next_retry_at: instant('When the next attempt is due; null where none is planned.').nullable(),
  last_status_code: z
    .int32()
    .min(100)
    .max(999)
    .nullable()
    .meta({
      description:
        'HTTP status that answered the last attempt; null where no answer came, or before the first attempt.',
      examples: [204],
    }),
  last_error: z
    .string()
    .nullable()
    .meta({
      description: 'Class of the last failure; null where the last attempt got through, or before the first.',
      examples: ['http_server_error'],
    }),
  created_at: instant('When the delivery was made, right after the event.'),
  delivered_at: instant('When the receiver answered with 2xx; null until then.').nullable(),
  resolved_at: instant(
    'When it was marked as dealt with: nothing more is done about it. Null until then.',
  ).nullable(),
  resolution_reason: text(
    'Why it was marked as dealt with; null where it was not.',
    'Fetched through the API instead.',
  ).nullable(),
};

/** A delivery as lists show it. */
export const deliverySchema = z.object(deliveryFields).meta({
  id: 'WebhookDelivery',
  description: 'What became of one event for one subscription.',
});
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
