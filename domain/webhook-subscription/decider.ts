import { DomainError } from '../kernel/errors.ts';
import type { NewWebhookSubscriptionEvent, SUBSCRIPTION_FIELDS, WebhookEventName } from './events.ts';
import { laterThan, type HeldSubscription, type SubscriptionState } from './state.ts';

export type SubscriptionCommand =
  | { kind: 'create'; subscription_id: string; url: string; secret: string; events: WebhookEventName[] }
  | { kind: 'delete' }
  /** A caller's change; fields that are left out stay as they are. */
  | { kind: 'change'; changes: { url?: string; events?: WebhookEventName[]; is_active?: boolean } }
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
    case 'change':
      return change(state, command);
    case 'delete':
      return [{ type: 'webhook-subscription-deleted', data: {} }];
    case 'disable':
      return state.status === 'disabled'
        ? []
        : [{ type: 'webhook-subscription-disabled', data: { reason: command.reason } }];
    case 'enable':
      return state.status === 'active' || state.isPaused ? [] : [ENABLED];
    case 'rotate':
      return rotate(state.graceEnds, command);
  }
}

const ENABLED: NewWebhookSubscriptionEvent = { type: 'webhook-subscription-enabled', data: {} };
const PAUSED: NewWebhookSubscriptionEvent = {
  type: 'webhook-subscription-disabled',
  data: { reason: 'requested' },
};

type Command<K extends SubscriptionCommand['kind']> = Extract<SubscriptionCommand, { kind: K }>;

function create(state: SubscriptionState, command: Command<'create'>): NewWebhookSubscriptionEvent[] {
  if (state.status !== 'none') throw new DomainError('already_exists', 'The subscription exists already.');
  const { subscription_id, url, secret, events } = command;
  return [
    { type: 'webhook-subscription-created', data: { subscription_id, events, endpoint: { url, secret } } },
  ];
}

/** Only what differs. What the service has disabled can be switched off besides: then no test switches it on. */
function change(state: HeldSubscription, { changes }: Command<'change'>): NewWebhookSubscriptionEvent[] {
  const url = changes.url === state.url ? undefined : changes.url;
  const events = changes.events && isSameSet(changes.events, state.events) ? undefined : changes.events;
  const changed_fields: (typeof SUBSCRIPTION_FIELDS)[number][] = [
    ...(url === undefined ? [] : (['url'] as const)),
    ...(events === undefined ? [] : (['events'] as const)),
  ];
  const data = { changed_fields, ...(events && { events }), endpoint: { url: url ?? null } };
  return [
    ...(changed_fields.length === 0 ? [] : [{ type: 'webhook-subscription-changed', data } as const]),
    ...(changes.is_active === false && !state.isPaused ? [PAUSED] : []),
    ...(changes.is_active === true && state.status !== 'active' ? [ENABLED] : []),
  ];
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

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
