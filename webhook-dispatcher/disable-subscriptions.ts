import { isUnreadable } from '../domain/event-log/events.ts';
import type { Fact } from '../domain/kernel/event-definition.ts';
import type { WebhookSubscriptionEvent } from '../domain/webhook-subscription/events.ts';
import { evolve, noSubscription, type SubscriptionState } from '../domain/webhook-subscription/state.ts';
import type { DataKeys } from '../shared/crypto/data-keys.ts';
import type { Codec } from '../shared/event-log/codec.ts';
import { WrongRevisionError, type EventLog } from '../shared/event-log/event-log.ts';
import { subscriptionStream } from '../shared/event-log/streams.ts';
import { eachRow } from '../shared/lifecycle/long-runs.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { errorCode, isTransient } from '../shared/projection/errors.ts';

type Request = {
  subscription_id: string;
  tenant_id: string;
  /** Of the last event of the subscription that the row reflects. */
  revision: number;
  disable_reason: 'gone' | 'failing';
  disable_command_id: string;
};

export type DisableParts = {
  sql: Sql;
  log: EventLog;
  codec: Codec;
  dataKeys: DataKeys;
  now: () => Date;
  logger: Logger;
  /** Told of each request that failed. */
  onFailure: () => void;
};

/** Tries against concurrent appends to the stream. */
const MAX_TRIES = 3;
const PAGE_ROWS = 100;
/** Pages in one call; the rest waits for the next sweep. */
const MAX_PAGES = 50;

/**
 * Disables each subscription for which an outcome requested it, by appending the event to its stream. The request stays in
 * the endpoint's row until the fan-out reads the event, so a process that ends in between leaves it to the next sweep. A
 * request that is carried out or out of date by its stream appends nothing. One that fails is logged, counted and left to
 * the next sweep, and holds up no other. Ends soon after the signal is aborted. Throws where database, log or master keys
 * are out of reach.
 */
export async function disableSubscriptions(parts: DisableParts, signal?: AbortSignal): Promise<void> {
  const limits = { rows: PAGE_ROWS, times: MAX_PAGES, signal };
  for await (const request of eachRow<Request>(limits, (after) => readRequests(parts.sql, after))) {
    try {
      await disableOne(request, parts);
    } catch (error) {
      // What is out of reach is so for every subscription.
      if (isTransient(error)) throw error;
      const { subscription_id, tenant_id } = request;
      const told = { subscription_id, tenant_id, error_code: errorCode(error), err: error };
      parts.logger.warn(told, 'a webhook subscription could not be disabled');
      parts.onFailure();
    }
  }
}

async function readRequests(sql: Sql, after: Request | undefined): Promise<Request[]> {
  const { rows } = await sql.query<Request>(
    `SELECT subscription_id, tenant_id, revision, disable_reason, disable_command_id
     FROM ops.webhook_endpoints
     WHERE disable_reason IS NOT NULL AND is_active AND ($1::uuid IS NULL OR subscription_id > $1)
     ORDER BY subscription_id LIMIT $2`,
    [after?.subscription_id ?? null, PAGE_ROWS],
  );
  return rows;
}

async function disableOne(request: Request, parts: DisableParts): Promise<void> {
  const { log, codec, now, logger } = parts;
  const stream = subscriptionStream(request.subscription_id);
  const event = { type: 'webhook-subscription-disabled', data: { reason: request.disable_reason } };
  const encoded = codec.encode([event], {
    stream,
    commandId: request.disable_command_id,
    keys: {},
    tokensCharged: 0,
    metadata: {
      tenant_id: request.tenant_id,
      actor: { type: 'system', id: 'webhook-dispatcher' },
      request_id: request.disable_command_id,
      causation_id: null,
      engine_version: null,
      occurred_at: now().toISOString(),
      test: false,
    },
  });
  for (let tries = 1; ; tries++) {
    const { state, isTakenBack } = await readStream(stream, request.revision, parts);
    // The fan-out will read the event that ends the request, and take it out of the row.
    if (state.status !== 'active' || isTakenBack) return;
    try {
      await log.append(stream, state.revision, encoded);
      const { subscription_id, tenant_id, disable_reason: reason } = request;
      logger.warn({ subscription_id, tenant_id, reason }, 'webhook subscription disabled');
      return;
    } catch (error) {
      if (!(error instanceof WrongRevisionError) || tries >= MAX_TRIES) throw error;
    }
  }
}

/**
 * What is in a subscription's stream, and whether an event behind this revision took back what was held against its
 * endpoint. A request that was carried out and whose subscription was then switched on is taken back too.
 */
async function readStream(
  stream: string,
  rowRevision: number,
  { sql, log, codec, dataKeys }: DisableParts,
): Promise<{ state: SubscriptionState; isTakenBack: boolean }> {
  let state = noSubscription;
  let isTakenBack = false;
  for await (const stored of log.readStream(stream, 0)) {
    const keys = await dataKeys.load(sql, codec.keyIdsOf(stored));
    const fact = codec.decode(stored, keys) as Fact<WebhookSubscriptionEvent>;
    if (!isUnreadable(fact)) {
      state = evolve(state, fact);
      isTakenBack ||= fact.revision > rowRevision && takesBack(fact);
    } else if (state.status !== 'none') state = { ...state, revision: stored.revision };
  }
  return { state, isTakenBack };
}

/** Switched on again, or another URL: what the fan-out forgets failures for (`enableEndpoint`, `changeEndpoint`). */
const takesBack = ({ event }: Fact<WebhookSubscriptionEvent>): boolean =>
  event.type === 'webhook-subscription-enabled' ||
  (event.type === 'webhook-subscription-changed' && event.data.changed_fields.includes('url'));
