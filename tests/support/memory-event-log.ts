import { setTimeout as wait } from 'node:timers/promises';
import {
  LogUnavailableError,
  WrongRevisionError,
  type Appended,
  type EventLog,
  type ExpectedRevision,
} from '../../shared/event-log/event-log.ts';
import type { EncodedEvent, StoredEvent } from '../../shared/event-log/stored-event.ts';
import type { LogMessage } from '../../shared/event-log/subscription.ts';

/** The log of a unit test: in memory, with the faults that a test asks for. */
export type MemoryEventLog = EventLog & {
  events: StoredEvent[];
  /** Ends every subscription with an error, as a lost connection does. */
  dropSubscriptions(): void;
  /** While true, every call throws LogUnavailableError. */
  setDown(down: boolean): void;
  subscriptions(): number;
  /** Sends a checkpoint to every subscription, as a server does that passes system events. */
  announce(position: bigint): void;
};

type Subscription = { wake: () => void; dropped: boolean; checkpoint: bigint | null };

/** What goes through a real log is plain JSON afterwards. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export function createMemoryEventLog(): MemoryEventLog {
  const events: StoredEvent[] = [];
  const byStream = new Map<string, StoredEvent[]>();
  const subscriptions = new Set<Subscription>();
  const listeners = new Set<Parameters<EventLog['observe']>[0]>();
  let isDown = false;
  const requireUp = (): void => {
    if (isDown) throw new LogUnavailableError();
  };
  const wakeAll = (): void => {
    for (const subscription of subscriptions) subscription.wake();
  };

  function append(stream: string, expected: ExpectedRevision, batch: EncodedEvent[]): Appended {
    requireUp();
    const present = byStream.get(stream) ?? [];
    const revision = present.length - 1;
    const known = batch[0] && present.find((event) => event.eventId === batch[0]?.eventId);
    const fits = expected === 'any' || (expected === 'no_stream' ? revision === -1 : revision === expected);
    if (known && (expected === 'any' || !fits)) {
      const last = present[known.revision + batch.length - 1];
      const isRepeat = batch.every(
        (event, index) => present[known.revision + index]?.eventId === event.eventId,
      );
      if (isRepeat && last) return { revision: last.revision, position: last.position };
    }
    if (!fits) throw new WrongRevisionError();
    for (const event of batch) {
      const stored: StoredEvent = {
        ...plain({ eventId: event.eventId, type: event.type, data: event.data, metadata: event.metadata }),
        stream,
        revision: present.length,
        position: BigInt(events.length),
      };
      present.push(stored);
      events.push(stored);
    }
    byStream.set(stream, present);
    wakeAll();
    return { revision: present.length - 1, position: BigInt(events.length - 1) };
  }

  async function* subscribe(after: bigint | null, signal: AbortSignal): AsyncIterable<LogMessage> {
    requireUp();
    let next = Number(after ?? -1n) + 1;
    const subscription: Subscription = { wake: () => undefined, dropped: false, checkpoint: null };
    subscriptions.add(subscription);
    const onAbort = (): void => subscription.wake();
    signal.addEventListener('abort', onAbort);
    try {
      for (;;) {
        if (signal.aborted) return;
        if (subscription.dropped || isDown) throw new LogUnavailableError();
        const event = events[next];
        if (event) {
          next += 1;
          const copy = copyOf(event);
          for (const listener of listeners) listener(copy, next < 2 ? null : BigInt(next - 2));
          yield { kind: 'event', event: copy };
        } else if (subscription.checkpoint !== null) {
          const position = subscription.checkpoint;
          subscription.checkpoint = null;
          yield { kind: 'checkpoint', position };
        } else {
          await new Promise<void>((resolve) => (subscription.wake = resolve));
        }
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      subscriptions.delete(subscription);
    }
  }

  return {
    events,
    append: async (stream, expected, batch) => {
      await wait(0);
      return append(stream, expected, batch);
    },
    readStream: async function* (stream, fromRevision) {
      await wait(0);
      requireUp();
      for (const event of (byStream.get(stream) ?? []).slice(fromRevision)) yield copyOf(event);
    },
    readTail: async function* (stream, count) {
      await wait(0);
      requireUp();
      for (const event of (byStream.get(stream) ?? []).slice(-count).reverse()) yield copyOf(event);
    },
    readAll: async function* (after) {
      await wait(0);
      requireUp();
      const end = events.length;
      for (const event of events.slice(Number(after ?? -1n) + 1, end)) yield copyOf(event);
    },
    subscribe,
    prepare: () => Promise.resolve(),
    macProblemOf: () => Promise.resolve(null),
    eventAt: async (position) => {
      await wait(0);
      requireUp();
      const event = events[Number(position)];
      return event ? copyOf(event) : null;
    },
    lastPosition: async () => {
      await wait(0);
      requireUp();
      return BigInt(events.length - 1);
    },
    observe: (listener) => void listeners.add(listener),
    ping: async () => {
      await wait(0);
      requireUp();
    },
    close: () => Promise.resolve(),
    dropSubscriptions: () => {
      for (const subscription of subscriptions) subscription.dropped = true;
      wakeAll();
    },
    setDown: (down) => {
      isDown = down;
      if (down) wakeAll();
    },
    subscriptions: () => subscriptions.size,
    announce: (position) => {
      for (const subscription of subscriptions) subscription.checkpoint = position;
      wakeAll();
    },
  };
}

/** A reader gets objects of its own, as from a real log. */
const copyOf = (event: StoredEvent): StoredEvent => ({ ...event });
