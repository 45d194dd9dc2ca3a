import type { OpenedKey } from '../shared/crypto/data-keys.ts';
import type { DataKey } from '../shared/crypto/seal.ts';
import type { DecodedEvent } from '../shared/event-log/codec.ts';
import type { ProjectionContext } from '../shared/projection/projection.ts';
import { deliveryIdOf } from '../shared/webhooks/delivery-id.ts';
import { sealBody } from '../shared/webhooks/sealed-parts.ts';
import type { OpenedBody } from './attempt.ts';
import type { Message, NewDelivery } from './delivery-rows.ts';
import type { Target, Targets } from './endpoint-rows.ts';
import { toPublicEvent, type PublicEvent } from './public-events.ts';
import { isTold } from './targets.ts';

export type ToldDelivery = { row: NewDelivery; target: Target; body: OpenedBody };
/** What some events give: a message each, and a delivery for each subscription that is told. */
export type Told = { messages: Message[]; deliveries: ToldDelivery[] };

type Pending = { told: PublicEvent; decoded: DecodedEvent; listeners: Target[] };

/** Messages and deliveries of opened events, of which some may be of interest to nobody. */
export async function tellEvents(
  events: readonly DecodedEvent[],
  targets: Targets,
  { context, now }: { context: ProjectionContext; now: () => Date },
): Promise<Told> {
  const pending = events.flatMap((decoded) => listenersOf(decoded, targets) ?? []);
  const keys = await context.keys(pending.flatMap(({ told }) => told.keyId ?? []));
  const result: Told = { messages: [], deliveries: [] };
  for (const one of pending) {
    const { keyId, key } = await sealingKey(one, { keys, context });
    add(one, { keyId, key, context, now }, result);
  }
  return result;
}

function listenersOf(decoded: DecodedEvent, targets: Targets): Pending | null {
  const ofTenant = targets.get(decoded.metadata.tenant_id);
  const told = ofTenant && ofTenant.size > 0 ? toPublicEvent(decoded) : null;
  if (told === null || ofTenant === undefined) return null;
  const listeners = [...ofTenant.values()].filter((target) => isTold(target, told));
  return listeners.length > 0 ? { told, decoded, listeners } : null;
}

type With = { keyId: string; key: DataKey; context: ProjectionContext; now: () => Date };

function add(
  { told, decoded, listeners }: Pending,
  { keyId, key, context, now }: With,
  { messages, deliveries }: Told,
): void {
  const { eventId, at: createdAt, metadata } = decoded;
  const { tenant_id: tenantId } = metadata;
  const { type: eventType, test } = told.body;
  const body = { key, bytes: Buffer.from(JSON.stringify(told.body)) };
  const bodySealed = sealBody(key, { tenantId, eventId }, body.bytes, context.random);
  messages.push({ eventId, tenantId, sessionId: told.sessionId, keyId, bodySealed, createdAt });
  // Due since it happened; by our own clock where that of the writer is ahead.
  const dueAt = new Date(Math.min(Date.parse(createdAt), now().getTime())).toISOString();
  for (const target of listeners) {
    const { subscriptionId } = target;
    const deliveryId = deliveryIdOf(eventId, subscriptionId);
    const row = { deliveryId, eventId, subscriptionId, tenantId, eventType, test, createdAt, dueAt };
    deliveries.push({ row, target, body });
  }
}

/** The key that sealed what the event tells, which is there as long as the event could be opened; else the tenant's. */
async function sealingKey(
  { told, decoded }: Pending,
  { keys, context }: { keys: ReadonlyMap<string, OpenedKey>; context: ProjectionContext },
): Promise<{ keyId: string; key: DataKey }> {
  if (told.keyId === null) {
    const { keyId, seal } = await context.tenantKeys(decoded.metadata.tenant_id);
    return { keyId, key: seal };
  }
  const key = keys.get(told.keyId);
  if (key === undefined || key === 'destroyed') throw new Error('an opened event has lost its key');
  return { keyId: told.keyId, key };
}
