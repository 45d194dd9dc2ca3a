import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  Empty,
  nanos,
  NatsError,
  RetentionPolicy,
  StorageType,
  type Consumer,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import { backoff, onAbort, sleep } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { NatsLink } from '../shared/nats/connection.ts';
import { WAKE_UP_SUBJECT } from '../shared/webhooks/wake-up.ts';
import type { ReachFailpoint } from './failpoints.ts';

export type WakeUps = {
  /**
   * Announces that something may be due for these subscriptions, to whichever process has a free slot, or without NATS to
   * this one. Returns at once and never fails.
   */
  publish: (subscriptionIds: Iterable<string>) => void;
  /** Receives wake-ups and passes them to `wake`, until the signal. Never rejects. */
  run: (signal: AbortSignal) => Promise<void>;
};

export type WakeUpsParts = {
  link: NatsLink;
  /** Wakes subscriptions in this process. */
  wake: (subscriptionIds: Iterable<string>) => void;
  /** Settles when this process has a free slot. */
  freeSlot: (signal: AbortSignal) => Promise<void>;
  random: () => number;
  failpoint: ReachFailpoint;
  logger: Logger;
};

const STREAM = 'webhook-wake-ups';
const CONSUMER = 'dispatchers';
/** A wake-up that is not acknowledged within this time goes to another process. */
const ACK_WAIT_MS = 10_000;
/** A sweep has found by then what an older one announced. */
const MAX_AGE_MS = 600_000;
const FETCH_MS = 2_000;
const FETCH_MESSAGES = 16;
const ANSWER_TIMEOUT_MS = 1_000;
/** Published concurrently. */
const PUBLISH_GROUP = 64;
const DISCONNECTED_WAIT_MS = 100;
const RETRY = { baseMs: 100, capMs: 2_000 };
/** JetStream: "maximum messages per subject exceeded". */
const SUBJECT_IS_TAKEN = 10_077;

/**
 * Wake-ups over JetStream: messages without content, at most one for each subscription, in order of arrival. A wake-up is
 * acknowledged before its deliveries are claimed, so that the subject is free for the next wake-up by then and none is
 * lost in between. The sweep finds what was announced by wake-ups that a killed process or a lost JetStream store held.
 */
export function createWakeUps(parts: WakeUpsParts): WakeUps {
  const { link, wake, logger, failpoint } = parts;
  const pending = new Set<string>();
  let isPublishing = false;

  /** The connection, or null while NATS is out of reach. */
  const connected = (): NatsConnection | null => (link.isConnected() ? link.connection() : null);

  async function publishOne(connection: NatsConnection, id: string): Promise<void> {
    try {
      await connection.jetstream().publish(WAKE_UP_SUBJECT + id, Empty, { timeout: ANSWER_TIMEOUT_MS });
      failpoint('woken');
    } catch (error) {
      // A wake-up for it waits already. Any other error counts as no NATS.
      if (!(error instanceof NatsError && error.api_error?.err_code === SUBJECT_IS_TAKEN)) wake([id]);
    }
  }

  async function publishPending(): Promise<void> {
    isPublishing = true;
    while (pending.size > 0) {
      const group = [...pending].slice(0, PUBLISH_GROUP);
      for (const id of group) pending.delete(id);
      const connection = connected();
      if (connection === null) wake(group);
      else await Promise.all(group.map((id) => publishOne(connection, id)));
    }
    isPublishing = false;
  }

  async function take(message: JsMsg): Promise<void> {
    await message.ackAck({ timeout: ANSWER_TIMEOUT_MS }).catch(() => false);
    failpoint('acknowledged');
    wake([message.subject.slice(WAKE_UP_SUBJECT.length)]);
  }

  /** One fetch; returns the number of wake-ups. */
  async function fetchSome(consumer: Consumer, signal: AbortSignal): Promise<number> {
    const messages = await consumer.fetch({ max_messages: FETCH_MESSAGES, expires: FETCH_MS, bind: true });
    const forget = onAbort(signal, () => messages.stop());
    let count = 0;
    try {
      for await (const message of messages) {
        count += 1;
        void take(message);
      }
    } finally {
      forget();
    }
    return count;
  }

  /** Returns when a fetch brings nothing: a server that has lost the stream stays silent, so the stream is made sure of again. */
  async function receive(connection: NatsConnection, signal: AbortSignal): Promise<void> {
    await ensureStream(connection);
    const consumer = await connection.jetstream().consumers.get(STREAM, CONSUMER);
    for (let count = 1; count > 0 && !signal.aborted;) {
      await parts.freeSlot(signal);
      count = await fetchSome(consumer, signal);
    }
  }

  return {
    publish: (subscriptionIds) => {
      for (const id of subscriptionIds) pending.add(id);
      if (!isPublishing) void publishPending();
    },
    run: async (signal) => {
      const delay = backoff({ ...RETRY, random: parts.random });
      const isOver = (): boolean => signal.aborted;
      for (let failures = 0; !isOver();) {
        const connection = connected();
        try {
          if (connection === null) await sleep(DISCONNECTED_WAIT_MS, signal);
          else await receive(connection, signal);
          failures = 0;
        } catch (error) {
          if (!isOver()) logger.warn({ err: error }, 'wake-ups interrupted, setting them up again');
          await sleep(delay(failures++), signal);
        }
      }
    },
  };
}

/** Creates the stream and its consumer where they are missing: at the start, and after JetStream lost its store. */
async function ensureStream(connection: NatsConnection): Promise<void> {
  const manager = await connection.jetstreamManager({ checkAPI: false });
  await manager.streams.add({
    name: STREAM,
    subjects: [`${WAKE_UP_SUBJECT}*`],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
    max_age: nanos(MAX_AGE_MS),
  });
  await manager.consumers.add(STREAM, {
    durable_name: CONSUMER,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ACK_WAIT_MS),
  });
}
