import type { RandomBytes } from '../shared/crypto/seal.ts';
import { backoff, sleep } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { sealExcerpt } from '../shared/webhooks/sealed-parts.ts';
import type { Attempted } from './attempt.ts';
import { createBell } from './bell.ts';
import { claimDeliveries, type Claimed, type Wanted } from './claiming.ts';
import type { Lanes, LaneVerdict } from './lanes.ts';
import type { DispatcherMetrics } from './metrics.ts';
import { decideOutcome, type AttemptResult, type Decision } from './outcome.ts';
import type { Recorder } from './recorder.ts';
import type { AttemptEntry } from './recording.ts';

export type WorkerParts = {
  sql: Sql;
  lanes: Lanes;
  /** Attempts in flight from which claims wait for company. */
  busyFrom: number;
  recorder: Recorder;
  attempt: (delivery: Claimed) => Promise<Attempted>;
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  randomBytes: RandomBytes;
  newId: () => string;
  metrics: DispatcherMetrics;
  logger: Logger;
};

export type Worker = {
  /** Takes up deliveries until the signal; settles when all that was taken up is recorded. */
  run: (signal: AbortSignal) => Promise<void>;
  wake: (subscriptionIds: Iterable<string>) => void;
  /** Settles when there is a place for another attempt. */
  room: (signal: AbortSignal) => Promise<void>;
};

/** Between two claims, so that what becomes due meanwhile, and places that get free, go together. */
const CLAIM_PAUSE_MS = 8;
const RETRY = { baseMs: 100, capMs: 2_000 };
/** An answer within this time shows that an endpoint can take more at once. */
const PROMPT_MS = 1_000;

const NEVER = new AbortController().signal;

/** Claims, sends and records. One claim at a time; attempts run side by side. */
export function createWorker(parts: WorkerParts): Worker {
  const { sql, lanes, recorder, now, logger } = parts;
  const work = createBell();
  const place = createBell();
  const idle = createBell();
  let running = 0;
  const delay = backoff({ ...RETRY, random: parts.random });

  async function claim(wanted: readonly Wanted[]): Promise<Claimed[]> {
    const rows = await claimDeliveries(sql, wanted, { leaseId: parts.newId(), now: now() });
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row.subscription_id, (counts.get(row.subscription_id) ?? 0) + 1);
    lanes.claimed(wanted, counts);
    return rows;
  }

  async function deliver(delivery: Claimed): Promise<void> {
    let verdict: LaneVerdict = 'neither';
    try {
      const attempted = await parts.attempt(delivery);
      verdict = verdictOf(attempted.result);
      const decision = decideOutcome(
        attempted.result,
        { roundAttempt: delivery.round_attempts + 1, wasDeadLettered: delivery.was_dead_lettered },
        { now: now(), random: parts.random },
      );
      tell(parts, { delivery, attempted, decision });
      await recorder.record({
        delivery,
        decision,
        at: attempted.at,
        entry: entryOf(delivery, attempted, parts.randomBytes),
      });
    } catch (error) {
      // Something that it takes is out of reach: the lease runs out and somebody tries again.
      logger.warn({ err: error, delivery_id: delivery.delivery_id }, 'delivery left to its lease');
    } finally {
      lanes.release(delivery.subscription_id, verdict);
      running -= 1;
      work.ring();
      place.ring();
      idle.ring();
    }
  }

  function startAll(deliveries: readonly Claimed[]): void {
    running += deliveries.length;
    for (const delivery of deliveries) void deliver(delivery);
  }

  return {
    wake: (subscriptionIds) => {
      for (const id of subscriptionIds) lanes.wake(id);
      work.ring();
    },
    room: async (signal) => {
      while (!lanes.hasRoom() && !signal.aborted) await place.wait(signal);
    },
    run: async (signal) => {
      let failures = 0;
      while (!signal.aborted) {
        const wanted = lanes.take();
        if (wanted.length === 0) {
          await work.wait(signal);
          continue;
        }
        try {
          startAll(await claim(wanted));
          failures = 0;
          if (lanes.inFlight() > parts.busyFrom) await sleep(CLAIM_PAUSE_MS, signal);
        } catch (error) {
          lanes.putBack(wanted);
          logger.warn({ err: error }, 'deliveries could not be claimed, trying again');
          await sleep(delay(failures++), signal);
        }
      }
      while (running > 0) await idle.wait(NEVER);
    },
  };
}

function verdictOf(result: AttemptResult): LaneVerdict {
  if (result.kind === 'answered') return result.latencyMs < PROMPT_MS ? 'prompt' : 'neither';
  return result.kind === 'unanswered' && result.error !== 'interrupted' ? 'hanging' : 'neither';
}

/** A line of the attempt log, for what was sent or should have been. */
function entryOf(
  delivery: Claimed,
  { result, at, key }: Attempted,
  random: RandomBytes,
): AttemptEntry | null {
  const attempt = delivery.attempts + 1;
  switch (result.kind) {
    case 'answered': {
      const { statusCode, latencyMs, excerpt } = result;
      const place = { tenantId: delivery.tenant_id, deliveryId: delivery.delivery_id, attempt };
      const isKept = excerpt.length > 0 && key !== null;
      const excerptSealed = isKept ? sealExcerpt(key, place, excerpt, random) : null;
      return { attempt, at, statusCode, latencyMs, excerptSealed };
    }
    case 'unanswered':
      if (result.error === 'interrupted') return null;
      return { attempt, at, statusCode: null, latencyMs: result.latencyMs, excerptSealed: null };
    case 'unreadable':
      return { attempt, at, statusCode: null, latencyMs: 0, excerptSealed: null };
    case 'erased':
    case 'abandoned':
      return null;
  }
}

type Told = { delivery: Claimed; attempted: Attempted; decision: Decision };

/** One wide line and the counters: ids, codes and times only. */
function tell({ metrics, logger }: WorkerParts, { delivery, attempted, decision }: Told): void {
  const { result } = attempted;
  const error = 'error' in decision ? decision.error : '';
  metrics.attempts.inc({ outcome: decision.kind, error });
  if ('latencyMs' in result) metrics.latency.observe(result.latencyMs / 1_000);
  const line: Record<string, unknown> = {
    delivery_id: delivery.delivery_id,
    subscription_id: delivery.subscription_id,
    tenant_id: delivery.tenant_id,
    event_id: delivery.event_id,
    event_type: delivery.event_type,
    attempt: delivery.attempts + 1,
    outcome: decision.kind,
  };
  if (result.kind === 'answered') line.status_code = result.statusCode;
  if ('latencyMs' in result) line.latency_ms = result.latencyMs;
  if (error !== '') line.error_class = error;
  if (decision.kind === 'retry') line.next_attempt_at = decision.dueAt;
  // Our own fault or the end of a delivery: somebody may want to look.
  if (error === 'unreadable' || error === 'abandoned') logger.error(line, 'webhook attempt');
  else if (decision.kind === 'given_up') logger.warn(line, 'webhook attempt');
  else logger.info(line, 'webhook attempt');
}
