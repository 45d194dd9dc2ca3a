import { randomUUID } from 'node:crypto';
import type { AnyEvent } from '../../../domain/kernel/event-definition.ts';
import {
  commandKeyId,
  storeKeys,
  subjectKeyId,
  tenantKeyId,
  type FreshKey,
} from '../../../shared/crypto/data-keys.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { eventIdOf, type SealingKeys } from '../../../shared/event-log/codec.ts';
import { sessionStream, subscriptionStream } from '../../../shared/event-log/streams.ts';
import type { Runnable } from '../../../shared/lifecycle/runnable.ts';
import { newWebhookSecret } from '../../../shared/webhooks/secret.ts';
import { newDispatcher, type DispatcherOptions } from '../../support/dispatcher.ts';
import { appendAtEnd } from '../../support/append-at-end.ts';
import { metadataFor } from '../../support/metadata.ts';
import { startServers } from '../../support/servers.ts';
import { openedEvent } from './samples.ts';

/** How long a delivery, or what is told of it, is waited for. */
export const LIMIT_MS = 8_000;

export type Subscription = { tenantId: string; subscriptionId: string; secret: string };
export type Delivery = {
  delivery_id: string;
  status: string;
  attempts: number;
  due_at: Date | null;
  lease_id: string | null;
  last_status_code: number | null;
  last_error: string | null;
  resolution_code: string | null;
};

export type Dispatching = Awaited<ReturnType<typeof startDispatching>>;

/** The log, the database and NATS of a test file, with the little that a dispatcher needs to have happened. */
export async function startDispatching(instead: { eventStoreUrl?: string } = {}) {
  const servers = await startServers(instead);
  const { stack, pool, log, codec, dataKeys } = servers;
  const running = new Set<Runnable>();

  const sealing = (...keys: FreshKey[]): SealingKeys =>
    Object.fromEntries(keys.map(({ role, keyId, key }) => [role, { keyId, key }]));

  async function append(
    stream: string,
    events: AnyEvent[],
    by: { tenantId: string; commandId?: string; keys?: SealingKeys; test?: boolean },
  ): Promise<string[]> {
    const commandId = by.commandId ?? randomUUID();
    const encoded = codec.encode(events, {
      stream,
      commandId,
      keys: by.keys ?? {},
      tokensCharged: 0,
      metadata: metadataFor(by.tenantId, new Date(), { test: by.test ?? false }),
    });
    await appendAtEnd(log, stream, encoded);
    return events.map((_, index) => eventIdOf(commandId, index));
  }

  async function newTenant(): Promise<string> {
    const tenantId = randomUUID();
    const key = await dataKeys.make(tenantKeyId(tenantId), 'tenant');
    await storeKeys(pool, { tenantId, subjectId: tenantId, now: new Date() }, [key]);
    return tenantId;
  }

  async function subscribe(options: {
    tenantId?: string;
    url: string;
    events?: string[];
    /** As a test key makes it. */
    test?: boolean;
  }): Promise<Subscription> {
    const tenantId = options.tenantId ?? (await newTenant());
    const subscriptionId = randomUUID();
    const secret = newWebhookSecret(systemRandom);
    const { keyId, seal } = await dataKeys.tenantKeys(pool, tenantId);
    const event = {
      type: 'webhook-subscription-created',
      data: {
        subscription_id: subscriptionId,
        events: options.events ?? ['session.created'],
        endpoint: { url: options.url, secret },
      },
    };
    const keys = { tenant: { keyId, key: seal } };
    const { test = false } = options;
    await append(subscriptionStream(subscriptionId), [event], { tenantId, keys, test });
    return { tenantId, subscriptionId, secret };
  }

  /** Opens sessions in one append each; gives their ids and the ids of their opening events. */
  async function openSessions(
    tenantId: string,
    count = 1,
    test = false,
  ): Promise<{ sessionId: string; eventId: string; outcomeKeyId: string }[]> {
    const sessions = Array.from({ length: count }, () => ({
      sessionId: randomUUID(),
      commandId: randomUUID(),
    }));
    return Promise.all(
      sessions.map(async ({ sessionId, commandId }) => {
        const subject = await dataKeys.make(subjectKeyId(sessionId), 'subject');
        const outcome = await dataKeys.make(commandKeyId(commandId, 'outcome'), 'outcome');
        await storeKeys(pool, { tenantId, subjectId: sessionId, now: new Date() }, [subject, outcome]);
        const keys = sealing(subject, outcome);
        const opened = openedEvent('chest pain', sessionId);
        const [eventId = ''] = await append(sessionStream(sessionId), [opened], {
          tenantId,
          commandId,
          keys,
          test,
        });
        return { sessionId, eventId, outcomeKeyId: outcome.keyId };
      }),
    );
  }

  async function startDispatcher(options: DispatcherOptions = {}): Promise<Runnable> {
    const dispatcher = newDispatcher(stack, options);
    running.add(dispatcher);
    await dispatcher.start();
    return {
      start: () => dispatcher.start(),
      stop: async () => {
        running.delete(dispatcher);
        await dispatcher.stop();
      },
    };
  }

  const deliveriesOf = async (subscriptionId: string): Promise<Delivery[]> =>
    (
      await pool.query<Delivery>(
        `SELECT delivery_id, status, attempts, due_at, lease_id, last_status_code, last_error, resolution_code
         FROM ops.webhook_deliveries WHERE subscription_id = $1 ORDER BY created_at`,
        [subscriptionId],
      )
    ).rows;

  return {
    stack,
    pool,
    log,
    codec,
    dataKeys,
    append,
    newTenant,
    subscribe,
    openSessions,
    startDispatcher,
    deliveriesOf,
    stop: async () => {
      for (const one of running) await one.stop();
      await servers.stop();
    },
  };
}
