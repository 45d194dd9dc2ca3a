import { DomainError } from '../kernel/errors.ts';
import type { NewWebhookSubscriptionEvent, WebhookEventName } from './events.ts';
import type { SubscriptionState } from './state.ts';

export type SubscriptionCommand =
  | { kind: 'create'; subscription_id: string; url: string; secret: string; events: WebhookEventName[] }
  | { kind: 'delete' }
  | { kind: 'disable'; reason: 'gone' | 'failing' };

/** Decides one command about a webhook subscription. Throws DomainError. */
export function decide(
  state: SubscriptionState,
  command: SubscriptionCommand,
): NewWebhookSubscriptionEvent[] {
  if (command.kind === 'create') {
    if (state.status !== 'none') throw new DomainError('already_exists', 'The subscription exists already.');
    const { subscription_id, url, secret, events } = command;
    return [
      { type: 'webhook-subscription-created', data: { subscription_id, events, endpoint: { url, secret } } },
    ];
  }
  if (state.status === 'none' || state.status === 'deleted') {
    throw new DomainError('not_found', 'The subscription does not exist.');
  }
  if (command.kind === 'delete') return [{ type: 'webhook-subscription-deleted', data: {} }];
  return state.status === 'disabled'
    ? []
    : [{ type: 'webhook-subscription-disabled', data: { reason: command.reason } }];
}
