import { z } from 'zod';
import { defineEvent, type EventOf, type NewEventOf } from '../kernel/event-definition.ts';

/** The names under which partners subscribe, as the interface description lists them. */
export const WEBHOOK_EVENT_NAMES = [
  'session.created',
  'session.answered',
  'session.finalized',
  'assessment.completed',
  'red_flag.detected',
  'triage.escalated',
  'session.timeout',
  'balance.low_20',
  'balance.low_10',
  'balance.depleted',
] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENT_NAMES)[number];

export const subscriptionCreated = defineEvent({
  type: 'webhook-subscription-created',
  version: 1,
  clear: z.object({ subscription_id: z.uuid(), events: z.array(z.enum(WEBHOOK_EVENT_NAMES)) }),
  sealed: { endpoint: { key: 'tenant', schema: z.object({ url: z.string(), secret: z.string() }) } },
});

export const subscriptionDeleted = defineEvent({
  type: 'webhook-subscription-deleted',
  version: 1,
  clear: z.object({}),
  sealed: {},
});

/** What of a subscription can be changed, as its events name it. */
export const SUBSCRIPTION_FIELDS = ['url', 'events'] as const;

/** What is absent, and a URL that is null, stays as it is. */
export const subscriptionChanged = defineEvent({
  type: 'webhook-subscription-changed',
  version: 1,
  clear: z.object({
    changed_fields: z.array(z.enum(SUBSCRIPTION_FIELDS)),
    events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).optional(),
  }),
  sealed: { endpoint: { key: 'tenant', schema: z.object({ url: z.string().nullable() }) } },
});

export const subscriptionDisabled = defineEvent({
  type: 'webhook-subscription-disabled',
  version: 2,
  /** `requested`: a caller switched it off. Since version 2. */
  clear: z.object({ reason: z.enum(['gone', 'failing', 'requested']) }),
  sealed: {},
});

/** A caller, or a test that the receiver answered with 2xx, switched it on again. */
export const subscriptionEnabled = defineEvent({
  type: 'webhook-subscription-enabled',
  version: 1,
  clear: z.object({}),
  sealed: {},
});

/** From now on deliveries are signed with this secret; with the one before it as well, until it lapses. */
export const secretRotated = defineEvent({
  type: 'webhook-secret-rotated',
  version: 1,
  clear: z.object({ previous_valid_until: z.iso.datetime() }),
  sealed: { signing: { key: 'tenant', schema: z.object({ secret: z.string() }) } },
});

export const webhookSubscriptionEvents = [
  subscriptionCreated,
  subscriptionDeleted,
  subscriptionChanged,
  subscriptionDisabled,
  subscriptionEnabled,
  secretRotated,
] as const;
export type WebhookSubscriptionEvent = EventOf<(typeof webhookSubscriptionEvents)[number]>;
export type NewWebhookSubscriptionEvent = NewEventOf<(typeof webhookSubscriptionEvents)[number]>;
