/** A webhook subscription: where a tenant wants to be told of what. */
export { webhookSubscriptionEvents, type WebhookEventName, type WebhookSubscriptionEvent } from './events.ts';
export { evolve, noSubscription, type SubscriptionState } from './state.ts';
export { decide, type SubscriptionCommand } from './decider.ts';
