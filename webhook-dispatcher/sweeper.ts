import { sleep } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { createBell } from './bell.ts';
import type { DispatcherMetrics } from './metrics.ts';
import {
  beginReplays,
  countDeliveries,
  dueSubscriptions,
  exhaustOldDeadLetters,
  type DueSubscription,
} from './sweeping.ts';

export type SweeperParts = {
  sql: Sql;
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  intervalMs: number;
  /** Tells whichever process has room. */
  publish: (subscriptionIds: Iterable<string>) => void;
  /** Wakes in this process. */
  wake: (subscriptionIds: Iterable<string>) => void;
  /** Switches off the subscriptions that were asked for. */
  disable: () => Promise<void>;
  metrics: DispatcherMetrics;
  logger: Logger;
};

export type Sweeper = {
  /** Sweeps until the signal. Never rejects. */
  run: (signal: AbortSignal) => Promise<void>;
  /** Switches off at once what was asked for, without waiting for the next sweep. */
  disableNow: () => void;
};

/** Counting and clearing up need not be done at each sweep. */
const HOUSEKEEPING_EVERY = 5;

/** What is still due after so many sweeps was published and not heard: then every process looks after it itself. */
const STALE_SWEEPS = 3;

/**
 * What makes everything else a mere shortcut: every few seconds it wakes the subscriptions with something due,
 * whatever got lost, and takes up the switching off that was asked for. Every process sweeps.
 */
export function createSweeper(parts: SweeperParts): Sweeper {
  const { sql, now, metrics, logger } = parts;
  const asked = createBell();

  async function wakeDue(): Promise<void> {
    const at = now();
    await beginReplays(sql, at);
    const due = await dueSubscriptions(sql, at);
    const oldest = due.reduce((least, { since }) => Math.min(least, since.getTime()), at.getTime());
    metrics.oldestDueSeconds.set((at.getTime() - oldest) / 1_000);
    const waitsSince = at.getTime() - STALE_SWEEPS * parts.intervalMs;
    const isStale = (one: DueSubscription): boolean => one.since.getTime() < waitsSince;
    parts.publish(due.filter((one) => !isStale(one)).map((one) => one.subscriptionId));
    parts.wake(due.filter(isStale).map((one) => one.subscriptionId));
    metrics.lastSweep.set(now().getTime() / 1_000);
  }

  async function keepHouse(): Promise<void> {
    await exhaustOldDeadLetters(sql, now());
    const { due, deadLetters, disabled } = await countDeliveries(sql, now());
    metrics.due.set(due);
    metrics.deadLetters.set(deadLetters);
    metrics.disabledSubscriptions.set(disabled);
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, 'a sweep failed, the next one tries again');
    }
  }

  async function runDisabling(signal: AbortSignal): Promise<void> {
    for (;;) {
      await asked.wait(signal);
      if (signal.aborted) return;
      await attempt(parts.disable);
    }
  }

  async function runSweeps(signal: AbortSignal): Promise<void> {
    for (let count = 0; !signal.aborted; count++) {
      await attempt(wakeDue);
      asked.ring();
      if (count % HOUSEKEEPING_EVERY === 0) await attempt(keepHouse);
      // Processes that were started together do not sweep together.
      await sleep(parts.intervalMs * (0.75 + parts.random() / 2), signal);
    }
  }

  return {
    run: async (signal) => {
      await Promise.all([runSweeps(signal), runDisabling(signal)]);
    },
    disableNow: () => asked.ring(),
  };
}
