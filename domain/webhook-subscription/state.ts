import type { Fact } from '../kernel/event-definition.ts';
import type { WebhookSubscriptionEvent } from './events.ts';

export type SubscriptionState =
  | { status: 'none' }
  | {
      status: 'active' | 'disabled' | 'deleted';
      revision: number;
      /** Until when the secrets before the current one hold: those that did so at the last rotation. */
      graceEnds: readonly string[];
    };

export const noSubscription: SubscriptionState = { status: 'none' };

/** Those of these times (ISO 8601 UTC, all of one form) that lie after `at`. */
export const laterThan = (times: readonly string[], at: string): string[] =>
  times.filter((time) => time > at);

/** Folds one event into what decisions about a subscription need. Never throws. */
export function evolve(state: SubscriptionState, fact: Fact<WebhookSubscriptionEvent>): SubscriptionState {
  const { event, revision, at } = fact;
  if (event.type === 'webhook-subscription-created') return { status: 'active', revision, graceEnds: [] };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'webhook-subscription-deleted':
      return { ...state, status: 'deleted', revision };
    case 'webhook-subscription-disabled':
      return { ...state, status: state.status === 'active' ? 'disabled' : state.status, revision };
    case 'webhook-subscription-enabled':
      return { ...state, status: state.status === 'disabled' ? 'active' : state.status, revision };
    case 'webhook-secret-rotated': {
      const graceEnds = [...laterThan(state.graceEnds, at), event.data.previous_valid_until];
      return { ...state, revision, graceEnds };
    }
  }
}
