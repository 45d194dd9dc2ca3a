import type { LogMessage } from '../event-log/subscription.ts';
import type { StoredEvent } from '../event-log/stored-event.ts';
import { atMost } from '../lifecycle/timing.ts';

export type Batch = {
  events: StoredEvent[];
  /** Everything up to here is in this batch or an earlier one. */
  position: bigint;
};

export type BatchLimits = {
  maxEvents: number;
  /** How long the first event of a batch waits for others. */
  lingerMs: number;
  /** Messages that are read ahead while a batch is being applied; then the source has to wait. */
  maxQueued: number;
};

/**
 * A batch costs some fifteen statements whatever its size. At a few hundred events a second, a linger of 25 ms halves the
 * cost of following the log, and is far below the 100 ms that a projection may be behind.
 */
export const BATCH_LIMITS: BatchLimits = { maxEvents: 500, lingerMs: 25, maxQueued: 2_000 };

/** A promise that is resolved from outside; each `wait` after that waits anew. */
function gate(): { wait: () => Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  let opened: Promise<void> | undefined;
  return {
    wait: () =>
      (opened ??= new Promise((resolve) => {
        open = () => {
          opened = undefined;
          resolve();
        };
      })),
    open: () => open(),
  };
}

/**
 * Yields the messages of a source in order, a batch at a time. While a batch is being applied, the source is read ahead up to
 * `maxQueued`. Ends or fails as the source does, after the messages before that were yielded. A caller that stops iterating
 * ends the source itself, by its signal.
 */
export async function* inBatches(
  source: AsyncIterable<LogMessage>,
  limits: BatchLimits,
  onQueue: (queue: readonly LogMessage[]) => void = () => undefined,
): AsyncGenerator<Batch> {
  let queue: LogMessage[] = [];
  let oldestAtMs = 0;
  let ended: { error?: unknown } | undefined;
  let abandoned = false;
  const arrived = gate();
  const filled = gate();
  const drained = gate();

  const read = async (): Promise<void> => {
    try {
      for await (const message of source) {
        if (queue.length === 0) oldestAtMs = performance.now();
        queue.push(message);
        arrived.open();
        if (queue.length >= limits.maxEvents) filled.open();
        if (queue.length >= limits.maxQueued) await drained.wait();
        if (abandoned) break;
      }
      ended = {};
    } catch (error) {
      ended = { error };
    }
    arrived.open();
    filled.open();
  };
  void read();

  /** Waits for more messages where a batch is not full. */
  const linger = async (): Promise<void> => {
    const leftMs = oldestAtMs + limits.lingerMs - performance.now();
    if (queue.length === 0 || queue.length >= limits.maxEvents || leftMs <= 0 || ended) return;
    await atMost(leftMs, filled.wait());
  };

  try {
    for (;;) {
      while (queue.length === 0 && !ended) await arrived.wait();
      await linger();
      const taken = queue.slice(0, limits.maxEvents);
      queue = queue.slice(taken.length);
      oldestAtMs = performance.now();
      onQueue(queue);
      if (queue.length < limits.maxQueued) drained.open();
      const last = taken.at(-1);
      if (last) {
        const events = taken.flatMap((message) => (message.kind === 'event' ? [message.event] : []));
        yield { events, position: last.kind === 'event' ? last.event.position : last.position };
      } else if (ended) {
        if ('error' in ended) throw ended.error;
        return;
      }
    }
  } finally {
    abandoned = true;
    drained.open();
  }
}
