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
import type { AtStep } from './steps.ts';

export type WakeUps = {
  /**
   * Says that something may be due for these subscriptions: to whichever process has room, or, without NATS, to
   * this one. Returns at once and never fails.
   */
  publish: (subscriptionIds: Iterable<string>) => void;
  /** Passes on what others say, until the signal. Never rejects. */
  run: (signal: AbortSignal) => Promise<void>;
};

export type WakeUpsParts = {
  link: NatsLink;
  /** Takes a wake-up in this process. */
  wake: (subscriptionIds: Iterable<string>) => void;
  /** Settles when this process can take one. */
  room: (signal: AbortSignal) => Promise<void>;
  random: () => number;
  atStep: AtStep;
  logger: Logger;
};

const STREAM = 'webhook-wake-ups';
const CONSUMER = 'dispatchers';
/** A wake-up that a process took and never confirmed goes to another one. */
const ACK_WAIT_MS = 10_000;
/** Whatever is older was found by a sweep long ago. */
const MAX_AGE_MS = 600_000;
const FETCH_MS = 2_000;
const FETCH_MESSAGES = 16;
const ANSWER_TIMEOUT_MS = 1_000;
/** Published side by side. */
const PUBLISH_GROUP = 64;
const DISCONNECTED_WAIT_MS = 100;
const RETRY = { baseMs: 100, capMs: 2_000 };
/** JetStream: "maximum messages per subject exceeded". */
const SUBJECT_IS_TAKEN = 10_077;

/**
 * Wake-ups over JetStream: hints without content, one at most for each subscription, in the order in which they
 * came. A wake-up is confirmed before its deliveries are claimed: whatever is due from then on finds the subject
 * free for the next wake-up, so none is lost in between. What a process takes with it when it is killed, and what
 * a lost JetStream store held, the sweep finds again.
 */
export function createWakeUps(parts: WakeUpsParts): WakeUps {
  const { link, wake, logger, atStep } = parts;
  const pending = new Set<string>();
  let isPublishing = false;

  /** The connection, while it is of use. */
  const connected = (): NatsConnection | null => (link.isConnected() ? link.connection() : null);

  async function publishOne(connection: NatsConnection, id: string): Promise<void> {
    try {
      await connection.jetstream().publish(WAKE_UP_SUBJECT + id, Empty, { timeout: ANSWER_TIMEOUT_MS });
      atStep('woken');
    } catch (error) {
      // It waits there already; all else is as good as no NATS.
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
    atStep('acknowledged');
    wake([message.subject.slice(WAKE_UP_SUBJECT.length)]);
  }

  /** One fetch; returns how many came. */
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

  /** Until nothing comes any more: a server that lost the stream stays silent, so that has to be looked at. */
  async function passOn(connection: NatsConnection, signal: AbortSignal): Promise<void> {
    await ensureStream(connection);
    const consumer = await connection.jetstream().consumers.get(STREAM, CONSUMER);
    for (let count = 1; count > 0 && !signal.aborted;) {
      await parts.room(signal);
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
          else await passOn(connection, signal);
          failures = 0;
        } catch (error) {
          if (!isOver()) logger.warn({ err: error }, 'wake-ups interrupted, setting them up again');
          await sleep(delay(failures++), signal);
        }
      }
    },
  };
}

/** Makes the stream and its consumer where they are missing: at the start, and after JetStream lost its store. */
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
