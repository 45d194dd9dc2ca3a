import { backoff, sleep } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import type { Attempts } from './attempt.ts';
import { createBell } from './bell.ts';
import { claimDeliveries, type Claimed, type Wanted } from './claiming.ts';
import type { Deliveries } from './deliveries.ts';
import type { Lanes } from './lanes.ts';
import type { AtStep } from './steps.ts';

export type WorkerParts = {
  sql: Sql;
  lanes: Lanes;
  /** Attempts in flight from which claims wait for company. */
  busyFrom: number;
  deliveries: Deliveries;
  attempts: Attempts;
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  newId: () => string;
  /** How long a claim holds. */
  leaseMs: number;
  atStep: AtStep;
  logger: Logger;
};

export type Worker = {
  /** Takes up deliveries until the signal, and gives back what it has not begun. Never rejects. */
  run: (signal: AbortSignal) => Promise<void>;
  wake: (subscriptionIds: Iterable<string>) => void;
  /** A place of a subscription is free again. */
  released: (subscriptionId: string) => void;
  /** Settles when there is a place for another attempt. */
  room: (signal: AbortSignal) => Promise<void>;
};

/** Between two claims, so that what becomes due meanwhile, and places that get free, go together. */
const CLAIM_PAUSE_MS = 8;
/** Between two turns of an endpoint that only fails. */
const REST_MS = 250;
const RETRY = { baseMs: 100, capMs: 2_000 };

/** Claims what is due, sends it and has it recorded. One claim at a time; attempts run side by side. */
export function createWorker(parts: WorkerParts): Worker {
  const { sql, lanes, deliveries, attempts, now, logger, atStep } = parts;
  const work = createBell();
  const place = createBell();
  const delay = backoff({ ...RETRY, random: parts.random });
  /** Claimed ahead, by subscription: each waits for a place. */
  const ahead = new Map<string, Claimed[]>();

  async function claim(wanted: readonly Wanted[]): Promise<Claimed[]> {
    const lease = { leaseId: parts.newId(), now: now(), leaseMs: parts.leaseMs };
    const rows = await claimDeliveries(sql, wanted, lease);
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row.subscription_id, (counts.get(row.subscription_id) ?? 0) + 1);
    lanes.claimed(wanted, counts);
    if (rows.length > 0) atStep('claimed');
    return rows;
  }

  async function deliver(delivery: Claimed): Promise<void> {
    const outcome = await deliveries.follow(delivery, attempts.claimed(delivery));
    if (outcome === null) return;
    atStep('sent');
    await deliveries.write(outcome);
  }

  function begin(delivery: Claimed): void {
    const id = delivery.subscription_id;
    if (!lanes.defer(id)) void deliver(delivery);
    else if (!ahead.get(id)?.push(delivery)) ahead.set(id, [delivery]);
  }

  function resume(id: string | undefined): void {
    const waiting = id === undefined ? undefined : ahead.get(id);
    if (id === undefined || waiting === undefined) return;
    while (waiting.length > 0 && lanes.resume(id)) {
      const next = waiting.shift();
      if (next) void deliver(next);
    }
    if (waiting.length === 0) ahead.delete(id);
  }

  /** What was claimed and not begun is as it was. */
  function giveBack(): void {
    for (const delivery of [...ahead.values()].flat()) {
      lanes.resume(delivery.subscription_id);
      lanes.release(delivery.subscription_id, 'untold');
      void deliveries.write({ delivery, decision: { kind: 'released' }, at: now(), entry: null });
    }
    ahead.clear();
  }

  return {
    wake: (subscriptionIds) => {
      for (const id of subscriptionIds) lanes.wake(id);
      work.ring();
    },
    released: (id) => {
      resume(id);
      // All places may have been taken: whoever has waited longest comes next.
      resume(ahead.keys().next().value);
      // The fan-out's own places come and go thousands of times a second while nobody waits for one.
      if (lanes.hasWaiting()) work.ring();
      place.ring();
    },
    room: async (signal) => {
      while (!lanes.hasRoom() && !signal.aborted) await place.wait(signal);
    },
    run: async (signal) => {
      let failures = 0;
      const ticks = setInterval(() => {
        lanes.rested();
        if (lanes.hasWaiting()) work.ring();
      }, REST_MS);
      while (!signal.aborted) {
        const wanted = lanes.take();
        if (wanted.length === 0) {
          await work.wait(signal);
          continue;
        }
        try {
          for (const delivery of await claim(wanted)) begin(delivery);
          failures = 0;
          if (lanes.inFlight() > parts.busyFrom) await sleep(CLAIM_PAUSE_MS, signal);
        } catch (error) {
          lanes.putBack(wanted);
          logger.warn({ err: error }, 'deliveries could not be claimed, trying again');
          await sleep(delay(failures++), signal);
        }
      }
      clearInterval(ticks);
      giveBack();
    },
  };
}
