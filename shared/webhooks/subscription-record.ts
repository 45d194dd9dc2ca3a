import type { z } from 'zod';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { openSubscriptionEndpoint } from '../read-models/subscription-rows.ts';
import type { subscriptionSchema } from './subscription-schema.ts';

/** A row of read.webhook_subscriptions as the driver reads it. */
export type StoredSubscription = {
  subscription_id: string;
  tenant_id: string;
  url_sealed: Buffer;
  secret_sealed: Buffer;
  previous_secrets_sealed: Buffer;
  events: z.output<typeof subscriptionSchema>['events'];
  is_active: boolean;
  disabled_reason: string | null;
  created_at: Date;
  secret_rotated_at: Date | null;
};

/** A subscription as lists show it. Throws TamperedError. */
export const presentSubscription = (
  row: StoredSubscription,
  keys: TenantKeys,
): z.output<typeof subscriptionSchema> => ({
  subscription_id: row.subscription_id,
  url: openSubscriptionEndpoint(row, keys)?.url ?? '',
  events: row.events,
  is_active: row.is_active,
  disabled_reason: row.disabled_reason,
  created_at: row.created_at.toISOString(),
  secret_rotated_at: row.secret_rotated_at?.toISOString() ?? null,
});
