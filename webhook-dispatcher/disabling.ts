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

export type DisablingParts = {
  sql: Sql;
  log: EventLog;
  codec: Codec;
  dataKeys: DataKeys;
  now: () => Date;
  logger: Logger;
};

/** Others may append to the stream meanwhile; nobody does so for long. */
const MAX_TRIES = 3;
/** At most so many in one go; the next sweep takes the rest. */
const MAX_REQUESTS = 100;

/**
 * Appends the event that switches a subscription off, for each one that the outcomes asked for. The request stays
 * until the fan-out has read the event back, so a process that ends in between leaves it to the next sweep; the
 * event's id follows from the attempt that caused it, so a repeat appends nothing new.
 */
export async function appendDisablings(parts: DisablingParts): Promise<void> {
  const { rows } = await parts.sql.query<Request>(
    `SELECT subscription_id, tenant_id, disable_reason, disable_command_id
     FROM ops.webhook_endpoints WHERE disable_reason IS NOT NULL AND is_active LIMIT ${MAX_REQUESTS}`,
  );
  for (const request of rows) await appendOne(request, parts);
}

async function appendOne(request: Request, parts: DisablingParts): Promise<void> {
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
    // Deleted or switched off already; the fan-out will come to that event.
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
  { sql, log, codec, dataKeys }: DisablingParts,
): Promise<SubscriptionState> {
  let state = noSubscription;
  for await (const stored of log.readStream(stream, 0)) {
    const keys = await dataKeys.load(sql, codec.keyIdsOf(stored));
    state = evolve(state, codec.decode(stored, keys) as Fact<WebhookSubscriptionEvent>);
  }
  return state;
}
