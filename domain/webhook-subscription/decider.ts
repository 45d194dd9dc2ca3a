import { DomainError } from '../kernel/errors.ts';
import type { NewWebhookSubscriptionEvent, WebhookEventName } from './events.ts';
import { laterThan, type SubscriptionState } from './state.ts';

export type SubscriptionCommand =
  | { kind: 'create'; subscription_id: string; url: string; secret: string; events: WebhookEventName[] }
  | { kind: 'delete' }
  | { kind: 'disable'; reason: 'gone' | 'failing' }
  /** The receiver answers again. */
  | { kind: 'enable' }
  /** Times are ISO 8601 UTC. */
  | { kind: 'rotate'; secret: string; at: string; previous_valid_until: string };

/**
 * Secrets before the current one that hold at a time. Each keeps its whole grace, however often the secret is rotated
 * after it; so the number of rotations within a grace is what has to be bounded.
 */
export const MAX_PREVIOUS_SECRETS = 10;

/** Decides one command about a webhook subscription. Throws DomainError. */
export function decide(
  state: SubscriptionState,
  command: SubscriptionCommand,
): NewWebhookSubscriptionEvent[] {
  if (command.kind === 'create') return create(state, command);
  if (state.status === 'none' || state.status === 'deleted') {
    throw new DomainError('not_found', 'The subscription does not exist.');
  }
  switch (command.kind) {
    case 'delete':
      return [{ type: 'webhook-subscription-deleted', data: {} }];
    case 'disable':
      return state.status === 'disabled'
        ? []
        : [{ type: 'webhook-subscription-disabled', data: { reason: command.reason } }];
    case 'enable':
      return state.status === 'active' ? [] : [{ type: 'webhook-subscription-enabled', data: {} }];
    case 'rotate':
      return rotate(state.graceEnds, command);
  }
}

type Command<K extends SubscriptionCommand['kind']> = Extract<SubscriptionCommand, { kind: K }>;

function create(state: SubscriptionState, command: Command<'create'>): NewWebhookSubscriptionEvent[] {
  if (state.status !== 'none') throw new DomainError('already_exists', 'The subscription exists already.');
  const { subscription_id, url, secret, events } = command;
  return [
    { type: 'webhook-subscription-created', data: { subscription_id, events, endpoint: { url, secret } } },
  ];
}

function rotate(graceEnds: readonly string[], command: Command<'rotate'>): NewWebhookSubscriptionEvent[] {
  const { secret, at, previous_valid_until } = command;
  if (laterThan(graceEnds, at).length >= MAX_PREVIOUS_SECRETS) {
    throw new DomainError(
      'limit_reached',
      `At most ${MAX_PREVIOUS_SECRETS} earlier secrets can be in their grace period at a time.`,
    );
  }
  return [{ type: 'webhook-secret-rotated', data: { previous_valid_until, signing: { secret } } }];
}
