import { Empty } from 'nats';
import type { NatsLink } from '../nats/connection.ts';

/** Where wake-ups travel: a subject a subscription. */
export const WAKE_UP_SUBJECT = 'wake.';
const ANSWER_TIMEOUT_MS = 1_000;

/** Says that something may be due for these subscriptions. Returns at once and never fails. */
export type WakeSubscriptions = (subscriptionIds: Iterable<string>) => void;

/**
 * For processes that send no deliveries themselves. Only a hint: what it does not reach, because NATS is away or
 * nobody has made the stream yet, the dispatcher's sweep finds within seconds.
 */
export function createWakeSubscriptions(link: NatsLink): WakeSubscriptions {
  return (subscriptionIds) => {
    const connection = link.isConnected() ? link.connection() : null;
    if (connection === null) return;
    const stream = connection.jetstream();
    for (const id of subscriptionIds) {
      // One that waits there already is refused, which is as good.
      void stream.publish(WAKE_UP_SUBJECT + id, Empty, { timeout: ANSWER_TIMEOUT_MS }).catch(() => undefined);
    }
  };
}
