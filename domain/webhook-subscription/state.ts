import type { Fact } from '../kernel/event-definition.ts';
import type { WebhookEventName, WebhookSubscriptionEvent } from './events.ts';

export type HeldSubscription = {
  status: 'active' | 'disabled' | 'deleted';
  revision: number;
  /** Null once the tenant's key is destroyed. */
  url: string | null;
  events: readonly WebhookEventName[];
  /** Switched off by a caller: only a caller switches it on again. */
  isPaused: boolean;
  /** Until when the secrets before the current one hold: those that did so at the last rotation. */
  graceEnds: readonly string[];
};
export type SubscriptionState = { status: 'none' } | HeldSubscription;

export const noSubscription: SubscriptionState = { status: 'none' };

/** Those of these times (ISO 8601 UTC, all of one form) that lie after `at`. */
export const laterThan = (times: readonly string[], at: string): string[] =>
  times.filter((time) => time > at);

/** Folds one event into what decisions about a subscription need. Never throws. */
export function evolve(state: SubscriptionState, fact: Fact<WebhookSubscriptionEvent>): SubscriptionState {
  const { event, revision, at } = fact;
  if (event.type === 'webhook-subscription-created') {
    const { events, endpoint } = event.data;
    const url = endpoint?.url ?? null;
    return { status: 'active', revision, url, events, isPaused: false, graceEnds: [] };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'webhook-subscription-deleted':
      return { ...state, status: 'deleted', revision };
    case 'webhook-subscription-changed': {
      const { events = state.events, endpoint } = event.data;
      return { ...state, revision, events, url: endpoint?.url ?? state.url };
    }
    case 'webhook-subscription-disabled': {
      const status = state.status === 'active' ? 'disabled' : state.status;
      return { ...state, status, isPaused: state.isPaused || event.data.reason === 'requested', revision };
    }
    case 'webhook-subscription-enabled': {
      const status = state.status === 'disabled' ? 'active' : state.status;
      return { ...state, status, isPaused: false, revision };
    }
    case 'webhook-secret-rotated': {
      const graceEnds = [...laterThan(state.graceEnds, at), event.data.previous_valid_until];
      return { ...state, revision, graceEnds };
    }
  }
}
