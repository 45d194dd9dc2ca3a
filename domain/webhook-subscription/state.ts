import type { Fact } from '../kernel/event-definition.ts';
import type { WebhookSubscriptionEvent } from './events.ts';

export type SubscriptionState =
  { status: 'none' } | { status: 'active' | 'disabled' | 'deleted'; revision: number };

export const noSubscription: SubscriptionState = { status: 'none' };

/** Folds one event into what decisions about a subscription need. Never throws. */
export function evolve(state: SubscriptionState, fact: Fact<WebhookSubscriptionEvent>): SubscriptionState {
  const { event, revision } = fact;
  switch (event.type) {
    case 'webhook-subscription-created':
      return { status: 'active', revision };
    case 'webhook-subscription-deleted':
      return state.status === 'none' ? state : { status: 'deleted', revision };
    case 'webhook-subscription-disabled':
      if (state.status === 'none') return state;
      return { status: state.status === 'active' ? 'disabled' : state.status, revision };
  }
}
