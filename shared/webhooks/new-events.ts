import { Empty, NatsError } from 'nats';
import type { NatsLink } from '../nats/connection.ts';
import { sleep } from '../lifecycle/timing.ts';

/** How far GET /v1/events goes back. */
export const FEED_DAYS = 30;

type Link = Pick<NatsLink, 'isConnected' | 'connection'>;

/** NATS subject of the news that a tenant has new public events. It says nothing else, and is kept nowhere. */
const subjectOf = (tenantId: string): string => `events.${tenantId}`;

const connected = (link: Link) => (link.isConnected() ? link.connection() : null);

/** Tells whoever waits for events of these tenants. Returns at once and never fails; without NATS nobody hears it. */
export function announceEvents(link: Link, tenantIds: Iterable<string>): void {
  const connection = connected(link);
  if (connection === null) return;
  try {
    for (const tenantId of tenantIds) connection.publish(subjectOf(tenantId), Empty);
  } catch (error) {
    if (!(error instanceof NatsError)) throw error;
    // It is closing.
  }
}

export type Listening = {
  /** Settles once something new was announced since the last call, or after `ms`, or with the signal. */
  next: (ms: number, signal: AbortSignal) => Promise<void>;
  stop: () => void;
};

/** Hears of a tenant's new events. News may be lost, so whoever waits looks by itself now and then. */
export function listenForEvents(link: Link, tenantId: string): Listening {
  let heard = new AbortController();
  const subscription = connected(link)?.subscribe(subjectOf(tenantId), { callback: () => heard.abort() });
  return {
    next: async (ms, signal) => {
      await sleep(ms, AbortSignal.any([heard.signal, signal]));
      heard = new AbortController();
    },
    stop: () => subscription?.unsubscribe(),
  };
}
