import type { SessionEvent } from '../domain/session/events.ts';
import type { WebhookSubscriptionEvent } from '../domain/webhook-subscription/events.ts';
import { removeDeliveryCopies } from '../shared/erasure/copies.ts';
import { NOTHING, type Erasure, type ErasureNote } from '../shared/erasure/records.ts';
import type { DecodedEvent } from '../shared/event-log/codec.ts';
import { streamSubject } from '../shared/event-log/streams.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import type { LogEvent, ProjectionContext } from '../shared/projection/projection.ts';
import { rotateSecret } from '../shared/webhooks/endpoint.ts';
import { lockDeliveries } from '../shared/webhooks/lock-deliveries.ts';
import { openEndpoint, sealEndpoint } from '../shared/webhooks/sealed-parts.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  insertEndpoint,
  replaceEndpoint,
  type Target,
  type Targets,
} from './endpoint-rows.ts';

/** Events that change which subscriptions get events, or how. */
const SUBSCRIPTION_EVENTS = [
  'webhook-subscription-created',
  'webhook-subscription-deleted',
  'webhook-subscription-changed',
  'webhook-subscription-disabled',
  'webhook-subscription-enabled',
  'webhook-secret-rotated',
] as const satisfies WebhookSubscriptionEvent['type'][];

/** Events that cancel deliveries. */
const CANCELLING_EVENTS = ['session-erased', 'session-rectified'] as const satisfies SessionEvent['type'][];

/** They act on all deliveries before them in the log and on none after them. */
export const CHANGE_EVENTS = [...SUBSCRIPTION_EVENTS, ...CANCELLING_EVENTS];
export type ChangeEvent = SessionEvent | WebhookSubscriptionEvent;

const changeTypes = new Set<string>(CHANGE_EVENTS);
const cancellingTypes = new Set<string>(CANCELLING_EVENTS);
const closingTypes = new Set<string>(['webhook-subscription-deleted', 'webhook-subscription-disabled']);
const subscriptionTypes = new Set<string>(SUBSCRIPTION_EVENTS);
export const isChange = (type: string): boolean => changeTypes.has(type);
export const isSubscriptionChange = (type: string): boolean => subscriptionTypes.has(type);

type SubscriptionChange = Extract<WebhookSubscriptionEvent, { type: 'webhook-subscription-changed' }>['data'];

type Write = {
  tx: Sql;
  context: ProjectionContext;
  /** Filled with what was erased: records of all that a transaction does are written in one order at its end. */
  notes: ErasureNote[];
};

/** Applies such an event to the rows and to `targets`; the caller has locked what it touches (`lockForChanges`). */
export async function applyChange(
  { event, eventId, stream, metadata, at, revision }: DecodedEvent<ChangeEvent>,
  targets: Targets,
  { tx, context, notes }: Write,
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
      targets.get(tenantId)?.set(id, {
        subscriptionId: id,
        tenantId,
        events: new Set(events),
        test,
      });
      return;
    }
    case 'webhook-subscription-deleted':
      await deleteEndpoint(tx, { subscriptionId: id, at });
      targets.get(tenantId)?.delete(id);
      return;
    case 'webhook-subscription-changed': {
      const target = await changed(event.data, { tenantId, subscriptionId: id, revision }, { tx, context });
      if (target) targets.get(tenantId)?.set(id, target);
      return;
    }
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
      // Without the tenant's key or the endpoint nothing can be signed or sent any more.
      if (signing === null || sealed === null) return;
      const { seal } = await context.tenantKeys(tenantId);
      const place = { tenantId, subscriptionId: id };
      const endpoint = openEndpoint(seal, place, sealed);
      const after = rotateSecret(endpoint, { secret: signing.secret, at, previousUntil });
      const endpointSealed = sealEndpoint(seal, place, after, context.random);
      await replaceEndpoint(tx, { subscriptionId: id, revision, endpointSealed });
      return;
    }
    case 'session-erased': {
      const { cause } = event.data;
      const erasure = { type: 'session', subjectId: id, tenantId, erasureId: eventId, cause, at } as const;
      notes.push(await removeDeliveries(tx, { erasure, keyIds: 'all' }));
      return;
    }
    case 'session-rectified': {
      const { destroyed_keys } = event.data;
      const erasure = {
        type: 'answers',
        subjectId: id,
        tenantId,
        erasureId: eventId,
        cause: 'cleared',
        at,
      } as const;
      if (destroyed_keys.length === 0) return;
      notes.push(await removeDeliveries(tx, { erasure, keyIds: destroyed_keys }));
      return;
    }
    default:
      return;
  }
}

/** Changes what an endpoint is told, and where; returns it where it is active. */
async function changed(
  { events, endpoint }: SubscriptionChange,
  { revision, ...place }: { tenantId: string; subscriptionId: string; revision: number },
  { tx, context }: Pick<Write, 'tx' | 'context'>,
): Promise<Target | null> {
  const url = endpoint?.url ?? null;
  const sealed = url === null ? null : await findEndpoint(tx, place.subscriptionId);
  let endpointSealed: Buffer | null = null;
  // Without the endpoint nothing can be sent any more.
  if (url !== null && sealed !== null) {
    const { seal } = await context.tenantKeys(place.tenantId);
    const moved = { ...openEndpoint(seal, place, sealed), url };
    endpointSealed = sealEndpoint(seal, place, moved, context.random);
  }
  const { subscriptionId } = place;
  return changeEndpoint(tx, { subscriptionId, revision, events: events ?? null, endpointSealed });
}

/** Copies that an erasure removes; `all`: of the whole session. */
type Removal = { erasure: Erasure; keyIds: readonly string[] | 'all' };

/**
 * Removes copies once more: the fan-out may have written some between the erasure and its place in the log. The records
 * are for the caller to write at the end of its transaction.
 */
async function removeDeliveries(tx: Sql, { erasure, keyIds }: Removal): Promise<ErasureNote> {
  const { subjectId: sessionId, at } = erasure;
  const removed = (await removeDeliveryCopies(tx, [{ sessionId, keyIds, at }])).get(sessionId);
  return { erasure, destroyed: { ...NOTHING, ...removed }, keyIds: keyIds === 'all' ? null : keyIds };
}

/** What these changes will touch, locked before the first of them: see `lockDeliveries`. */
export async function lockForChanges(tx: Sql, events: readonly Pick<LogEvent, 'stored'>[]): Promise<void> {
  const subjectsOf = (types: ReadonlySet<string>): string[] =>
    events.filter(({ stored }) => types.has(stored.type)).map(({ stored }) => streamSubject(stored.stream));
  await lockDeliveries(tx, {
    sessionIds: subjectsOf(cancellingTypes),
    subscriptionIds: subjectsOf(closingTypes),
  });
}
