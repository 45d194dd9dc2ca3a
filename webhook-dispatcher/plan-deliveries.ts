import type { OpenedKey } from '../shared/crypto/data-keys.ts';
import type { DataKey } from '../shared/crypto/seal.ts';
import type { DecodedEvent } from '../shared/event-log/codec.ts';
import type { ProjectionContext } from '../shared/projection/projection.ts';
import { deliveryIdOf } from '../shared/webhooks/delivery-id.ts';
import { sealBody } from '../shared/webhooks/sealed-parts.ts';
import type { Message, NewDelivery } from './delivery-rows.ts';
import type { Target, Targets } from './endpoint-rows.ts';
import { toPublicEvent, type PublicEvent } from './public-events.ts';
import { isSubscribed } from './targets.ts';

/** The rows that some events make: one message a public event, one delivery for each subscription that wants it. */
export type DeliveryPlan = { messages: Message[]; deliveries: NewDelivery[] };

type Match = { published: PublicEvent; decoded: DecodedEvent; subscribers: Target[] };

/** Matches opened events against the subscriptions of their tenants. */
export async function planDeliveries(
  events: readonly DecodedEvent[],
  targets: Targets,
  { context, now }: { context: ProjectionContext; now: () => Date },
): Promise<DeliveryPlan> {
  const matches = events.flatMap((decoded) => matchOf(decoded, targets) ?? []);
  const keys = await context.keys(matches.flatMap(({ published }) => published.keyId ?? []));
  const plan: DeliveryPlan = { messages: [], deliveries: [] };
  for (const match of matches) {
    const { keyId, key } = await sealingKey(match, { keys, context });
    plan.messages.push(messageOf(match, { keyId, key, context }));
    plan.deliveries.push(...deliveriesOf(match, now()));
  }
  return plan;
}

function matchOf(decoded: DecodedEvent, targets: Targets): Match | null {
  const published = toPublicEvent(decoded);
  if (published === null) return null;
  const ofTenant = targets.get(decoded.metadata.tenant_id)?.values() ?? [];
  const subscribers = [...ofTenant].filter((target) => isSubscribed(target, published));
  return { published, decoded, subscribers };
}

function messageOf(
  { published, decoded, subscribers }: Match,
  { keyId, key, context }: { keyId: string; key: DataKey; context: ProjectionContext },
): Message {
  const { eventId, at, metadata } = decoded;
  const place = { tenantId: metadata.tenant_id, eventId };
  return {
    event_id: eventId,
    tenant_id: metadata.tenant_id,
    session_id: published.sessionId,
    key_id: keyId,
    body_sealed: sealBody(key, place, JSON.stringify(published.body), context.random),
    created_at: at,
    position: Number(decoded.position),
    event_type: published.body.type,
    test: published.body.test,
    has_deliveries: subscribers.length > 0,
  };
}

function deliveriesOf({ published, decoded, subscribers }: Match, now: Date): NewDelivery[] {
  const { eventId, at, metadata } = decoded;
  const { type, test } = published.body;
  // Due since the event happened, or since now where the writer's clock is ahead of ours.
  const dueAt = new Date(Math.min(Date.parse(at), now.getTime())).toISOString();
  return subscribers.map(({ subscriptionId }) => ({
    delivery_id: deliveryIdOf(eventId, subscriptionId),
    event_id: eventId,
    subscription_id: subscriptionId,
    tenant_id: metadata.tenant_id,
    event_type: type,
    test,
    created_at: at,
    due_at: dueAt,
  }));
}

/** The key that sealed what the body repeats; it exists, since the event could be opened. For the others the tenant's. */
async function sealingKey(
  { published, decoded }: Match,
  { keys, context }: { keys: ReadonlyMap<string, OpenedKey>; context: ProjectionContext },
): Promise<{ keyId: string; key: DataKey }> {
  if (published.keyId === null) {
    const { keyId, seal } = await context.tenantKeys(decoded.metadata.tenant_id);
    return { keyId, key: seal };
  }
  const key = keys.get(published.keyId);
  if (key === undefined || key === 'destroyed') throw new Error('an opened event has lost its key');
  return { keyId: published.keyId, key };
}
