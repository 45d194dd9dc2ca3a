import { z } from 'zod';
import { id, instant, text, truth } from '../../domain/kernel/fields.ts';
import { uuid } from '../http/schemas.ts';
import { WEBHOOK_EVENT_NAMES } from '../../domain/webhook-subscription/events.ts';

export const webhookEventName = z.enum(WEBHOOK_EVENT_NAMES).meta({
  id: 'WebhookEventName',
  description: 'Something that webhooks tell of.',
  examples: ['assessment.completed'],
});

export const subscriptionParams = z.object({
  subscription_id: uuid().meta({ description: 'The `subscription_id` of the list of subscriptions.' }),
});

export const subscriptionFields = {
  subscription_id: id('The subscription; in the paths of its calls.'),
  url: text('Where its events are sent.', 'https://clinic.example/hooks/triage'),
  events: z.array(webhookEventName).meta({ description: 'The events that are sent.' }),
  is_active: truth('Whether events are sent; false once it was switched off.', true),
  disabled_reason: z
    .string()
    .nullable()
    .meta({
      description:
        'Why it was switched off: `gone` (the receiver answered 410), `failing` (no delivery got through for 5 days) or `requested` (a caller did); null while it is active. A test delivery that is answered with 2xx switches it on again, unless a caller switched it off.',
      examples: ['failing'],
    }),
  created_at: instant('When the subscription was made.'),
  secret_rotated_at: instant(
    'When its secret was last exchanged for a new one; null where it never was.',
  ).nullable(),
};

/** The signing secret, where it is shown: when it was made. */
export const secretField = text(
  'The signing secret, whole with `whsec_`. Shown once; keep it where only your receiver reads it.',
  'whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZSE=',
);

/** A subscription as lists show it: without its secret. */
export const subscriptionSchema = z.object(subscriptionFields).meta({
  id: 'WebhookSubscription',
  description: 'Which events are sent to which URL, without the signing secret.',
});
