import { Empty } from 'nats';
import type { NatsLink } from '../nats/connection.ts';

/** Prefix of the NATS subjects of wake-ups; the subscription's id follows. */
export const WAKE_UP_SUBJECT = 'wake.';
const ANSWER_TIMEOUT_MS = 1_000;

/** Announces that something may be due for these subscriptions. Returns at once and never fails. */
export type WakeSubscriptions = (subscriptionIds: Iterable<string>) => void;

/**
 * For processes that send no deliveries themselves. A wake-up may be lost, while NATS is out of reach or before its stream
 * exists; the dispatcher's sweep then finds the deliveries within seconds.
 */
export function createWakeSubscriptions(link: NatsLink): WakeSubscriptions {
  return (subscriptionIds) => {
    const connection = link.isConnected() ? link.connection() : null;
    if (connection === null) return;
    const stream = connection.jetstream();
    for (const id of subscriptionIds) {
      // Refused where a wake-up for it waits already.
      void stream.publish(WAKE_UP_SUBJECT + id, Empty, { timeout: ANSWER_TIMEOUT_MS }).catch(() => undefined);
    }
  };
}
