import type { SessionEvent } from '../domain/session/events.ts';
import type { WebhookSubscriptionEvent } from '../domain/webhook-subscription/events.ts';
import type { OpenedKey } from '../shared/crypto/data-keys.ts';
import type { DataKey } from '../shared/crypto/seal.ts';
import type { DecodedEvent } from '../shared/event-log/codec.ts';
import { streamSubject } from '../shared/event-log/streams.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import type { LogEvent, Projection, ProjectionContext } from '../shared/projection/projection.ts';
import { rotateSecret } from '../shared/webhooks/endpoint.ts';
import { openEndpoint, sealBody, sealEndpoint } from '../shared/webhooks/sealed-parts.ts';
import {
  cancelDeliveries,
  insertDeliveries,
  insertMessages,
  type Message,
  type NewDelivery,
} from './delivery-rows.ts';
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  insertEndpoint,
  loadTargets,
  replaceEndpoint,
  type Target,
} from './endpoint-rows.ts';
import { PUBLIC_EVENT_SOURCES, toPublicEvent, type PublicEvent } from './public-events.ts';

const SUBSCRIPTION_EVENTS = [
  'webhook-subscription-created',
  'webhook-subscription-deleted',
  'webhook-subscription-disabled',
  'webhook-subscription-enabled',
  'webhook-secret-rotated',
] as const satisfies WebhookSubscriptionEvent['type'][];

/** What takes deliveries back. */
const CANCELLING_EVENTS = ['session-erased', 'session-rectified'] as const satisfies SessionEvent['type'][];

type HandledEvent = SessionEvent | WebhookSubscriptionEvent;

const isSubscriptionEvent = (type: string): boolean => SUBSCRIPTION_EVENTS.some((one) => one === type);
const isPublicSource = (type: string): boolean => PUBLIC_EVENT_SOURCES.some((one) => one === type);

export type FanOutOptions = {
  now: () => Date;
  /** Told which subscriptions get deliveries once the transaction that passes `position` has committed. */
  touched: (subscriptionIds: ReadonlySet<string>, position: bigint) => void;
};

/**
 * One delivery for each event and each active subscription of its tenant that lists it and was created before it,
 * in the order of the log. One that a test key made is told of test sessions only. Not a read model: it has no
 * rebuild, and events that it has passed are not told again.
 */
export function createFanOut({ now, touched }: FanOutOptions): Projection {
  return {
    name: 'webhook-fan-out',
    version: 1,
    handles: [...PUBLIC_EVENT_SOURCES, ...SUBSCRIPTION_EVENTS, ...CANCELLING_EVENTS],
    tables: [],
    writtenThrough: false,
    project: async (events, tx, context) => {
      const targets = await targetsOf(events, tx);
      const concerned = events.filter((event) => concerns(event, targets));
      const batch = createBatch(now, tx, context);
      for (const decoded of await context.open(concerned)) {
        if (isPublicSource(decoded.event.type)) {
          batch.fanOut(decoded, targets.get(decoded.metadata.tenant_id));
          continue;
        }
        // What takes back, or changes who is told, acts on everything before it and on nothing after it.
        await batch.flush();
        await applyChange(decoded as DecodedEvent<HandledEvent>, targets, { tx, context });
      }
      await batch.flush();
      const last = events.at(-1);
      if (last && batch.touched.size > 0) touched(batch.touched, last.stored.position);
    },
  };
}

type Targets = Map<string, Map<string, Target>>;

/** Endpoints by tenant, with a place for each tenant that subscribes within this batch. */
async function targetsOf(events: readonly LogEvent[], tx: Sql): Promise<Targets> {
  const targets: Targets = new Map();
  for (const target of await loadTargets(
    tx,
    events.map((event) => event.metadata.tenant_id),
  )) {
    const ofTenant = targets.get(target.tenantId) ?? new Map<string, Target>();
    targets.set(target.tenantId, ofTenant.set(target.subscriptionId, target));
  }
  for (const { stored, metadata } of events) {
    if (isSubscriptionEvent(stored.type) && !targets.has(metadata.tenant_id)) {
      targets.set(metadata.tenant_id, new Map());
    }
  }
  return targets;
}

/** Events that nobody is told of stay sealed. */
const concerns = ({ stored, metadata }: LogEvent, targets: Targets): boolean =>
  !isPublicSource(stored.type) || targets.has(metadata.tenant_id);

type Write = { tx: Sql; context: ProjectionContext };

async function applyChange(
  { event, stream, metadata, at, revision }: DecodedEvent<HandledEvent>,
  targets: Targets,
  { tx, context }: Write,
): Promise<void> {
  const id = streamSubject(stream);
  const tenantId = metadata.tenant_id;
  switch (event.type) {
    case 'webhook-subscription-created': {
      const { events, endpoint } = event.data;
      const { test } = metadata;
      if (endpoint === null) return;
      const { seal } = await context.tenantKeys(tenantId);
      const place = { tenantId, subscriptionId: id };
      const endpointSealed = sealEndpoint(seal, place, { ...endpoint, previous: [] }, context.random);
      await insertEndpoint(tx, { subscriptionId: id, tenantId, revision, events, test, endpointSealed });
      targets.get(tenantId)?.set(id, { subscriptionId: id, tenantId, events: new Set(events), test });
      return;
    }
    case 'webhook-subscription-deleted':
      await deleteEndpoint(tx, { subscriptionId: id, tenantId, at });
      targets.get(tenantId)?.delete(id);
      return;
    case 'webhook-subscription-disabled':
      await disableEndpoint(tx, { subscriptionId: id, revision, at });
      targets.get(tenantId)?.delete(id);
      return;
    case 'webhook-subscription-enabled': {
      const target = await enableEndpoint(tx, { subscriptionId: id, revision });
      if (target) targets.get(tenantId)?.set(id, target);
      return;
    }
    case 'webhook-secret-rotated': {
      const { signing, previous_valid_until: previousUntil } = event.data;
      const sealed = await findEndpoint(tx, id);
      // Without the tenant's key there is nothing that could still be signed or sent.
      if (signing === null || sealed === null) return;
      const { seal } = await context.tenantKeys(tenantId);
      const place = { tenantId, subscriptionId: id };
      const endpoint = openEndpoint(seal, place, sealed);
      const after = rotateSecret(endpoint, { secret: signing.secret, at, previousUntil });
      const endpointSealed = sealEndpoint(seal, place, after, context.random);
      await replaceEndpoint(tx, { subscriptionId: id, revision, endpointSealed });
      return;
    }
    case 'session-erased':
      await cancelDeliveries(tx, { sessionId: id, keyIds: 'all', at });
      return;
    case 'session-rectified': {
      const { destroyed_keys } = event.data;
      if (destroyed_keys.length > 0)
        await cancelDeliveries(tx, { sessionId: id, keyIds: destroyed_keys, at });
      return;
    }
    default:
      return;
  }
}

/** What tells of no session tells of the live account. */
const isTold = (target: Target, { body, sessionId }: PublicEvent): boolean =>
  target.events.has(body.type) && (!target.test || (body.test && sessionId !== null));

type Pending = { told: PublicEvent; decoded: DecodedEvent };

/** Collects what is to be delivered to whom, and writes it in two statements. */
function createBatch(now: () => Date, tx: Sql, context: ProjectionContext) {
  let pending: Pending[] = [];
  let deliveries: NewDelivery[] = [];
  const touched = new Set<string>();

  function fanOut(decoded: DecodedEvent, ofTenant: ReadonlyMap<string, Target> | undefined): void {
    const told = toPublicEvent(decoded);
    if (told === null || ofTenant === undefined) return;
    const { type: eventType, test } = told.body;
    const { eventId, at: createdAt, metadata } = decoded;
    const listeners = [...ofTenant.values()].filter((target) => isTold(target, told));
    if (listeners.length === 0) return;
    // Due since it happened; by our own clock where that of the writer is ahead.
    const dueAt = new Date(Math.min(Date.parse(createdAt), now().getTime())).toISOString();
    pending.push({ told, decoded });
    for (const { subscriptionId } of listeners) {
      const tenantId = metadata.tenant_id;
      deliveries.push({ eventId, subscriptionId, tenantId, eventType, test, createdAt, dueAt });
      touched.add(subscriptionId);
    }
  }

  async function flush(): Promise<void> {
    if (pending.length === 0) return;
    const keys = await context.keys(pending.flatMap(({ told }) => told.keyId ?? []));
    const messages: Message[] = [];
    for (const { told, decoded } of pending) {
      const { tenant_id: tenantId } = decoded.metadata;
      const { keyId, key } = await sealingKey(told, tenantId, { keys, context });
      const place = { tenantId, eventId: decoded.eventId };
      const bodySealed = sealBody(key, place, JSON.stringify(told.body), context.random);
      messages.push({ ...place, sessionId: told.sessionId, keyId, bodySealed, createdAt: decoded.at });
    }
    // A crash of the database must not take back what was acknowledged to nobody and is announced to workers: the
    // runner would not notice before the next event.
    await tx.query('SET LOCAL synchronous_commit = on');
    await insertMessages(tx, messages);
    await insertDeliveries(tx, deliveries);
    pending = [];
    deliveries = [];
  }

  return { fanOut, flush, touched };
}

/** The key that sealed what the event tells, which is there as long as the event could be opened; else the tenant's. */
async function sealingKey(
  told: PublicEvent,
  tenantId: string,
  { keys, context }: { keys: ReadonlyMap<string, OpenedKey>; context: ProjectionContext },
): Promise<{ keyId: string; key: DataKey }> {
  if (told.keyId === null) {
    const { keyId, seal } = await context.tenantKeys(tenantId);
    return { keyId, key: seal };
  }
  const key = keys.get(told.keyId);
  if (key === undefined || key === 'destroyed') throw new Error('an opened event has lost its key');
  return { keyId: told.keyId, key };
}
