import type { Upcaster } from '../kernel/event-definition.ts';

/** Version 2 knows a caller's own reason; those of version 1 stay what they are. */
export const webhookSubscriptionUpcasters: readonly Upcaster[] = [
  { type: 'webhook-subscription-disabled', fromVersion: 1 },
];
