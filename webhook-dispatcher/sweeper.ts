import { sleep } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import type { DispatcherMetrics } from './metrics.ts';
import { createSignal } from './signal.ts';
import {
  bringForward,
  startReplays,
  countDeliveries,
  dueSubscriptions,
  exhaustOldDeadLetters,
  forgetOldEvents,
  type DueSubscription,
} from './sweep-queries.ts';

export type SweeperParts = {
  sql: Sql;
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  intervalMs: number;
  /** Wakes whichever process has a free slot. */
  publish: (subscriptionIds: Iterable<string>) => void;
  /** Wakes this process. */
  wake: (subscriptionIds: Iterable<string>) => void;
  /** Disables the subscriptions for which it was requested, until the signal. */
  disable: (signal: AbortSignal) => Promise<void>;
  metrics: DispatcherMetrics;
  logger: Logger;
};

export type Sweeper = {
  /** Sweeps until the signal. Never rejects. */
  run: (signal: AbortSignal) => Promise<void>;
  /** Disables requested subscriptions at once, without waiting for the next sweep. */
  disableNow: () => void;
};

/** Counting and expiry run in each fifth sweep. */
const HOUSEKEEPING_EVERY = 5;
/** It looks at every delivery that waits: of a million, about half a second of Postgres' time. */
const BRING_FORWARD_EVERY = 15;

/** What is still due after so many sweeps was published in vain; then each process wakes itself. */
const STALE_SWEEPS = 3;

/**
 * Wakes, every few seconds, all subscriptions with due deliveries, so that a lost wake-up costs seconds and no delivery.
 * Also disables subscriptions for which it was requested. Every process sweeps.
 */
export function createSweeper(parts: SweeperParts): Sweeper {
  const { sql, now, metrics, logger } = parts;
  const disableRequested = createSignal();

  async function wakeDue(): Promise<void> {
    const at = now();
    await startReplays(sql, at);
    const due = await dueSubscriptions(sql, at);
    const oldest = due.reduce((least, { since }) => Math.min(least, since.getTime()), at.getTime());
    metrics.oldestDueSeconds.set((at.getTime() - oldest) / 1_000);
    const staleBefore = at.getTime() - STALE_SWEEPS * parts.intervalMs;
    const isStale = (one: DueSubscription): boolean => one.since.getTime() < staleBefore;
    parts.publish(due.filter((one) => !isStale(one)).map((one) => one.subscriptionId));
    parts.wake(due.filter(isStale).map((one) => one.subscriptionId));
    metrics.lastSweep.set(now().getTime() / 1_000);
  }

  async function housekeep(): Promise<void> {
    await exhaustOldDeadLetters(sql, now());
    await forgetOldEvents(sql, now());
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
      await disableRequested.wait(signal);
      if (signal.aborted) return;
      await attempt(() => parts.disable(signal));
    }
  }

  async function runSweeps(signal: AbortSignal): Promise<void> {
    for (let count = 0; !signal.aborted; count++) {
      await attempt(wakeDue);
      disableRequested.notify();
      if (count % HOUSEKEEPING_EVERY === 0) await attempt(housekeep);
      if (count % BRING_FORWARD_EVERY === 0) await attempt(() => bringForward(sql, now()));
      // Jitter, so that processes that were started together do not sweep together.
      await sleep(parts.intervalMs * (0.75 + parts.random() / 2), signal);
    }
  }

  return {
    run: async (signal) => {
      await Promise.all([runSweeps(signal), runDisabling(signal)]);
    },
    disableNow: () => disableRequested.notify(),
  };
}
