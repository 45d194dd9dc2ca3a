import { isUnreadable } from '../domain/event-log/events.ts';
import type { Fact } from '../domain/kernel/event-definition.ts';
import type { WebhookSubscriptionEvent } from '../domain/webhook-subscription/events.ts';
import { evolve, noSubscription, type SubscriptionState } from '../domain/webhook-subscription/state.ts';
import type { DataKeys } from '../shared/crypto/data-keys.ts';
import type { Codec } from '../shared/event-log/codec.ts';
import { WrongRevisionError, type EventLog } from '../shared/event-log/event-log.ts';
import { subscriptionStream } from '../shared/event-log/streams.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';

type Request = {
  subscription_id: string;
  tenant_id: string;
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
};

/** Tries against concurrent appends to the stream. */
const MAX_TRIES = 3;
/** Requests in one call; the next sweep takes the rest. */
const MAX_REQUESTS = 100;

/**
 * Disables each subscription for which an outcome requested it, by appending the event to its stream. The request stays in
 * the endpoint's row until the fan-out reads the event, so a process that ends in between leaves it to the next sweep. The
 * event's id follows from the attempt that caused it, so a repeat appends nothing new.
 */
export async function disableSubscriptions(parts: DisableParts): Promise<void> {
  const { rows } = await parts.sql.query<Request>(
    `SELECT subscription_id, tenant_id, disable_reason, disable_command_id
     FROM ops.webhook_endpoints WHERE disable_reason IS NOT NULL AND is_active LIMIT ${MAX_REQUESTS}`,
  );
  for (const request of rows) await disableOne(request, parts);
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
    const state = await readState(stream, parts);
    // Deleted or disabled already: the fan-out will read that event.
    if (state.status !== 'active') return;
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

async function readState(
  stream: string,
  { sql, log, codec, dataKeys }: DisableParts,
): Promise<SubscriptionState> {
  let state = noSubscription;
  for await (const stored of log.readStream(stream, 0)) {
    const keys = await dataKeys.load(sql, codec.keyIdsOf(stored));
    const fact = codec.decode(stored, keys) as Fact<WebhookSubscriptionEvent>;
    if (!isUnreadable(fact)) state = evolve(state, fact);
    else if (state.status !== 'none') state = { ...state, revision: stored.revision };
  }
  return state;
}
