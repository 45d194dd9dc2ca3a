import { z } from 'zod';
import { WEBHOOK_EVENT_NAMES } from '../../domain/webhook-subscription/events.ts';

export const webhookEventName = z.enum(WEBHOOK_EVENT_NAMES).meta({ id: 'WebhookEventName' });

export const subscriptionFields = {
  subscription_id: z.uuid(),
  url: z.string(),
  events: z.array(webhookEventName),
  is_active: z.boolean(),
  disabled_reason: z.string().nullable().meta({
    description:
      'Why it was switched off: `gone` (the receiver answered 410) or `failing` (no delivery got through for 5 days); null while it is active. A test delivery that is answered with 2xx switches it on again.',
  }),
  created_at: z.iso.datetime(),
  secret_rotated_at: z.iso.datetime().nullable(),
};

/** A subscription as lists show it: without its secret. */
export const subscriptionSchema = z.object(subscriptionFields).meta({ id: 'WebhookSubscription' });
