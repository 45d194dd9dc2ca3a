import { setImmediate } from 'node:timers/promises';
import type { RandomBytes } from '../shared/crypto/seal.ts';
import type { Logger } from '../shared/logging/logger.ts';
import { failureOf } from '../shared/webhooks/failure-class.ts';
import { sealExcerpt } from '../shared/webhooks/sealed-parts.ts';
import type { Attempted } from './attempt.ts';
import { createBell } from './bell.ts';
import type { Leased } from './claiming.ts';
import type { Lanes, LaneVerdict } from './lanes.ts';
import type { DispatcherMetrics } from './metrics.ts';
import { decideOutcome, type AttemptResult, type Decision } from './outcome.ts';
import type { Recorder } from './recorder.ts';
import type { AttemptEntry, Outcome } from './recording.ts';

export type DeliveriesParts = {
  lanes: Lanes;
  recorder: Recorder;
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  randomBytes: RandomBytes;
  metrics: DispatcherMetrics;
  logger: Logger;
  /** Called when a place of a subscription is free again. */
  onRelease: (subscriptionId: string) => void;
};

export type Deliveries = {
  /**
   * Follows an attempt that holds a place to its outcome, and frees the place. Null where something that it takes was
   * out of reach: then it was not sent. Never rejects.
   */
  follow: (delivery: Leased, attempt: Promise<Attempted>) => Promise<Outcome | null>;
  /** Writes an outcome into its row. Settles when it is written, or given up at a stop. Never rejects. */
  write: (outcome: Outcome) => Promise<void>;
  /** Settles when nothing is being sent or written. */
  idle: () => Promise<void>;
};

/** An answer within this time lets the fan-out send to the endpoint at once, where it had given up to wait for it. */
const SWIFT_MS = 100;
/** An answer within this time shows that an endpoint can take more at once. */
const PROMPT_MS = 1_000;

const NEVER = new AbortController().signal;

/** Deliveries under way in this process, whoever took them up. */
export function createDeliveries(parts: DeliveriesParts): Deliveries {
  const { lanes, recorder, now, logger, metrics, onRelease } = parts;
  // The lines of attempts hold ids, codes and times of our own alone: looking for errors inside is spared.
  const lines = logger.child({}, { formatters: { log: (fields) => fields } });
  const ended = createBell();
  let underWay = 0;

  const end = (): void => {
    underWay -= 1;
    if (underWay === 0) ended.ring();
  };

  return {
    follow: async (delivery, attempt) => {
      underWay += 1;
      let verdict: LaneVerdict = 'untold';
      try {
        const attempted = await attempt;
        verdict = verdictOf(attempted.result);
        const decision = decideOutcome(
          attempted.result,
          { roundAttempt: delivery.round_attempts + 1, wasDeadLettered: delivery.was_dead_lettered },
          { now: now(), random: parts.random },
        );
        tell({ metrics, logger: lines }, { delivery, attempted, decision });
        const entry = entryOf(delivery, attempted, parts.randomBytes);
        return { delivery, decision, at: attempted.at, entry };
      } catch (error) {
        logger.warn({ err: error, delivery_id: delivery.delivery_id }, 'delivery left to its lease');
        return null;
      } finally {
        lanes.release(delivery.subscription_id, verdict);
        onRelease(delivery.subscription_id);
        end();
      }
    },
    write: async (outcome) => {
      const { subscription_id: subscriptionId } = outcome.delivery;
      underWay += 1;
      lanes.writing(subscriptionId);
      await recorder.record(outcome);
      lanes.written(subscriptionId);
      end();
    },
    idle: async () => {
      while (underWay > 0) {
        await ended.wait(NEVER);
        // Whoever followed an attempt to its outcome has it written in the same turn.
        await setImmediate();
      }
    },
  };
}

/** What an attempt tells about its endpoint's place. */
export function verdictOf(result: AttemptResult): LaneVerdict {
  if (result.kind !== 'answered' && result.kind !== 'unanswered') return 'untold';
  const { latencyMs } = result;
  const failure = failureOf(result);
  if (failure === 'interrupted') return 'untold';
  if (failure !== null) return result.kind === 'unanswered' && latencyMs >= PROMPT_MS ? 'hanging' : 'failing';
  if (latencyMs < SWIFT_MS) return 'swift';
  return latencyMs < PROMPT_MS ? 'prompt' : 'slow';
}

/** A line of the attempt log, for what was sent or should have been. */
function entryOf(delivery: Leased, { result, at, key }: Attempted, random: RandomBytes): AttemptEntry | null {
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

type Told = { delivery: Leased; attempted: Attempted; decision: Decision };

/** The counters, and one wide line of ids, codes and times; what arrived stands in its row, and is told at debug alone. */
function tell(
  { metrics, logger }: Pick<DeliveriesParts, 'metrics' | 'logger'>,
  { delivery, attempted, decision }: Told,
): void {
  const { result } = attempted;
  const error = 'error' in decision ? decision.error : '';
  metrics.attempts.inc({ outcome: decision.kind, error });
  if ('latencyMs' in result) metrics.latency.observe(result.latencyMs / 1_000);
  const isDelivered = decision.kind === 'delivered';
  if (isDelivered && !logger.isLevelEnabled('debug')) return;
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
  else if (isDelivered) logger.debug(line, 'webhook attempt');
  else logger.info(line, 'webhook attempt');
}
