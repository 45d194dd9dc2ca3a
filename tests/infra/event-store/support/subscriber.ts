import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ResolvedEvent } from '@eventstore/db-client';

type Subscribed = Readable & { unsubscribe(): Promise<void> };

export type Subscriber = {
  /** What has arrived so far. */
  events: ResolvedEvent[];
  /** Protocol messages beside events, in order of arrival: confirmation, caughtUp, fellBehind. */
  notices: string[];
  /** Resolves when so many events are there; rejects on an error or after `timeoutMs`. */
  received(count: number, timeoutMs?: number): Promise<ResolvedEvent[]>;
  /** Resolves when the event with this id is there; rejects on an error or after `timeoutMs`. */
  arrived(eventId: string, timeoutMs?: number): Promise<void>;
  /** Resolves when a notice has come as often as asked; rejects on an error or after `timeoutMs`. */
  noticed(notice: string, count?: number, timeoutMs?: number): Promise<void>;
  /** The error that ends the subscription. */
  error: Promise<unknown>;
  stop(): Promise<void>;
};

const DEFAULT_TIMEOUT_MS = 10_000;

/** Collects what a subscription of the official client gives. */
export function collectSubscription(subscription: Subscribed): Subscriber {
  const events: ResolvedEvent[] = [];
  const notices: string[] = [];
  const waiting = new Set<() => void>();
  const error = once(subscription, 'error').then(([reason]: unknown[]) => reason);
  error.catch(() => undefined);
  const check = (): void => {
    for (const waiter of [...waiting]) waiter();
  };
  subscription.on('data', (event: ResolvedEvent) => {
    events.push(event);
    check();
  });
  for (const notice of ['confirmation', 'caughtUp', 'fellBehind']) {
    subscription.on(notice, () => {
      notices.push(notice);
      check();
    });
  }

  const until = (isThere: () => boolean, what: () => string, timeoutMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        waiting.delete(waiter);
      };
      const waiter = (): void => {
        if (!isThere()) return;
        leave();
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(new Error(`timed out waiting for ${what()}`));
      }, timeoutMs);
      void error.then((reason) => {
        leave();
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      });
      waiting.add(waiter);
      waiter();
    });

  return {
    events,
    notices,
    error,
    async received(count, timeoutMs = DEFAULT_TIMEOUT_MS) {
      await until(
        () => events.length >= count,
        () => `event ${count}, there are ${events.length}`,
        timeoutMs,
      );
      return events;
    },
    arrived: (eventId, timeoutMs = DEFAULT_TIMEOUT_MS) =>
      until(
        () => events.some(({ event }) => event?.id === eventId),
        () => `event ${eventId}, there are ${events.length}`,
        timeoutMs,
      ),
    noticed: (notice, count = 1, timeoutMs = DEFAULT_TIMEOUT_MS) =>
      until(
        () => notices.filter((one) => one === notice).length >= count,
        () => `${notice}, there are ${notices.join(', ')}`,
        timeoutMs,
      ),
    stop: () => subscription.unsubscribe(),
  };
}
