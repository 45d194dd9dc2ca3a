import { backoff, sleep } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { claimDeliveries, type Claimed, type ClaimRequest } from './claiming.ts';
import type { ClaimCount, ConcurrencyLimits } from './concurrency-limits.ts';
import type { Deliveries } from './deliveries.ts';
import type { ReachFailpoint } from './failpoints.ts';
import { createSignal } from './signal.ts';

export type WorkerParts = {
  sql: Sql;
  limits: ConcurrencyLimits;
  /** With more attempts in flight than this, the worker pauses between claims, so that each brings more. */
  busyFrom: number;
  deliveries: Deliveries;
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  newId: () => string;
  /** How long a claim holds. */
  leaseMs: number;
  failpoint: ReachFailpoint;
  logger: Logger;
};

export type Worker = {
  /** Claims and sends deliveries until the signal, then gives back what has not started. Never rejects. */
  run: (signal: AbortSignal) => Promise<void>;
  wake: (subscriptionIds: Iterable<string>) => void;
  /** A slot of a subscription is free again. */
  released: (subscriptionId: string) => void;
  /** Settles when there is a slot for another attempt. */
  freeSlot: (signal: AbortSignal) => Promise<void>;
};

const CLAIM_PAUSE_MS = 8;
/** Between two turns of an endpoint that only fails. */
const TICK_MS = 250;
const RETRY = { baseMs: 100, capMs: 2_000 };

/** Claims due deliveries and sends them. One claim at a time; attempts run concurrently. */
export function createWorker(parts: WorkerParts): Worker {
  const { sql, limits, deliveries, now, logger } = parts;
  const queued = createSignal();
  const slotFreed = createSignal();
  const delay = backoff({ ...RETRY, random: parts.random });
  /** Prefetched deliveries by subscription: each waits for a slot. */
  const prefetched = new Map<string, Claimed[]>();

  async function claim(requests: readonly ClaimRequest[]): Promise<Claimed[]> {
    const lease = { leaseId: parts.newId(), now: now(), leaseMs: parts.leaseMs };
    const rows = await claimDeliveries(sql, requests, lease);
    const counts = new Map<string, ClaimCount>();
    for (const { subscription_id: id, test } of rows) {
      const { all, test: ofTest } = counts.get(id) ?? { all: 0, test: 0 };
      counts.set(id, { all: all + 1, test: ofTest + (test ? 1 : 0) });
    }
    limits.claimed(requests, counts);
    if (rows.length > 0) parts.failpoint('claimed');
    return rows;
  }

  function begin(delivery: Claimed): void {
    const id = delivery.subscription_id;
    if (!limits.defer(id)) void deliveries.deliver(delivery);
    else if (!prefetched.get(id)?.push(delivery)) prefetched.set(id, [delivery]);
  }

  function resume(id: string | undefined): void {
    const waiting = id === undefined ? undefined : prefetched.get(id);
    if (id === undefined || waiting === undefined) return;
    while (waiting.length > 0 && limits.resume(id)) {
      const next = waiting.shift();
      if (next) void deliveries.deliver(next);
    }
    if (waiting.length === 0) prefetched.delete(id);
  }

  function giveBackPrefetched(): void {
    for (const delivery of [...prefetched.values()].flat()) {
      limits.resume(delivery.subscription_id);
      void deliveries.giveBack(delivery);
    }
    prefetched.clear();
  }

  return {
    wake: (subscriptionIds) => {
      for (const id of subscriptionIds) limits.wake(id);
      queued.notify();
    },
    released: (id) => {
      resume(id);
      // Where all slots of the process were taken, the subscription that has waited longest may start one too.
      resume(prefetched.keys().next().value);
      if (limits.hasQueued()) queued.notify();
      slotFreed.notify();
    },
    freeSlot: async (signal) => {
      while (!limits.hasFreeSlot() && !signal.aborted) await slotFreed.wait(signal);
    },
    run: async (signal) => {
      let failures = 0;
      const ticks = setInterval(() => {
        limits.tick();
        if (limits.hasQueued()) queued.notify();
      }, TICK_MS);
      while (!signal.aborted) {
        const requests = limits.nextClaims();
        if (requests.length === 0) {
          await queued.wait(signal);
          continue;
        }
        try {
          for (const delivery of await claim(requests)) begin(delivery);
          failures = 0;
          if (limits.inFlight() > parts.busyFrom) await sleep(CLAIM_PAUSE_MS, signal);
        } catch (error) {
          limits.requeue(requests);
          logger.warn({ err: error }, 'deliveries could not be claimed, trying again');
          await sleep(delay(failures++), signal);
        }
      }
      clearInterval(ticks);
      giveBackPrefetched();
    },
  };
}
