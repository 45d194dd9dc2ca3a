import { backoff, sleep } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { claimDeliveries, isStillClaimed, type Claimed, type ClaimRequest } from './claiming.ts';
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
  /** Milliseconds of a clock that nobody sets: the age of claims goes by it. */
  monotonicMs: () => number;
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

type Prefetched = { delivery: Claimed; claimedAtMs: number };

const CLAIM_PAUSE_MS = 8;
/** A claim that is no older is sent without another look: so long may also pass between any claim and its attempt. */
const FRESH_MS = 100;
/**
 * What has waited for a larger part of its lease is not sent. The rest is for its attempt, of 10 s or twice that with an old
 * secret, and for writing the outcome.
 */
const WAITS_OF_LEASE = 0.5;
/** Between two turns of an endpoint that only fails. */
const TICK_MS = 250;
const RETRY = { baseMs: 100, capMs: 2_000 };

/** Claims due deliveries and sends them. One claim at a time; attempts run concurrently. */
export function createWorker(parts: WorkerParts): Worker {
  const { sql, limits, deliveries, now, monotonicMs, logger } = parts;
  const queued = createSignal();
  const slotFreed = createSignal();
  const delay = backoff({ ...RETRY, random: parts.random });
  /** Prefetched deliveries by subscription: each waits for a slot. */
  const prefetched = new Map<string, Prefetched[]>();

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

  function begin(delivery: Claimed, claimedAtMs: number): void {
    const id = delivery.subscription_id;
    if (!limits.defer(id)) {
      void deliveries.deliver(delivery);
      return;
    }
    const waiting = { delivery, claimedAtMs };
    if (!prefetched.get(id)?.push(waiting)) prefetched.set(id, [waiting]);
  }

  function resume(id: string | undefined): void {
    const waiting = id === undefined ? undefined : prefetched.get(id);
    if (id === undefined || waiting === undefined) return;
    while (waiting.length > 0 && limits.resume(id)) {
      const next = waiting.shift();
      if (next) void deliveries.deliverWaiting(next.delivery, () => maySend(next, parts));
    }
    if (waiting.length === 0) prefetched.delete(id);
  }

  function giveBackPrefetched(): void {
    const waiting = [...prefetched.values()].flat();
    prefetched.clear();
    for (const { delivery } of waiting) {
      limits.resume(delivery.subscription_id);
      void deliveries.giveBack(delivery);
    }
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
          const claimedAtMs = monotonicMs();
          for (const delivery of await claim(requests)) begin(delivery, claimedAtMs);
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

/** Whether a delivery that was prefetched may be sent now: meanwhile its lease goes on, and it may have been cancelled. */
async function maySend(
  { delivery, claimedAtMs }: Prefetched,
  { sql, monotonicMs, leaseMs, logger }: WorkerParts,
): Promise<boolean> {
  const ageMs = (): number => monotonicMs() - claimedAtMs;
  const isInTime = (): boolean => ageMs() <= leaseMs * WAITS_OF_LEASE;
  if (!isInTime()) return false;
  if (ageMs() <= FRESH_MS) return true;
  try {
    return (await isStillClaimed(sql, delivery)) && isInTime();
  } catch (error) {
    const { delivery_id } = delivery;
    logger.warn({ err: error, delivery_id }, 'a waiting delivery could not be looked up, giving it back');
    return false;
  }
}
