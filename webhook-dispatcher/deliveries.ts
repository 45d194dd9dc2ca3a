import type { RandomBytes } from '../shared/crypto/seal.ts';
import type { Logger } from '../shared/logging/logger.ts';
import { sealExcerpt, sealSignatures } from '../shared/webhooks/sealed-parts.ts';
import type { Attempt, Attempted } from './attempt.ts';
import type { Claimed } from './claiming.ts';
import type { ConcurrencyLimits } from './concurrency-limits.ts';
import type { ReachFailpoint } from './failpoints.ts';
import type { DispatcherMetrics } from './metrics.ts';
import { decideOutcome, type Decision } from './outcome.ts';
import type { AttemptEntry, Outcome } from './outcome-rows.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { createSignal } from './signal.ts';
import { verdictOf, type Verdict } from './verdict.ts';

export type DeliveriesParts = {
  limits: ConcurrencyLimits;
  attempt: Attempt;
  outcomes: OutcomeWriter;
  now: () => Date;
  /** From 0 to below 1. */
  random: () => number;
  randomBytes: RandomBytes;
  metrics: DispatcherMetrics;
  failpoint: ReachFailpoint;
  logger: Logger;
  /** Called when a slot of a subscription is free again. */
  onRelease: (subscriptionId: string) => void;
};

export type Deliveries = {
  /**
   * Sends a claimed delivery that holds a slot, frees the slot and writes the outcome. Settles when the outcome is written,
   * or given up at a stop. Where something is out of reach, it is not sent and its lease expires. Never rejects.
   */
  deliver: (delivery: Claimed) => Promise<void>;
  /** The same for one that has waited since its claim: where it may no longer be sent, it is given back. `maySend` never rejects. */
  deliverWaiting: (delivery: Claimed, maySend: () => Promise<boolean>) => Promise<void>;
  /** Gives a claimed delivery back that was not sent, and frees its slot. Never rejects. */
  giveBack: (delivery: Claimed) => Promise<void>;
  /** Settles when nothing is being sent or written. */
  idle: () => Promise<void>;
};

const NEVER = new AbortController().signal;

/** The deliveries that this process is sending, from the claim to the written outcome. */
export function createDeliveries(parts: DeliveriesParts): Deliveries {
  const { limits, outcomes, now, logger, metrics } = parts;
  // These lines hold only ids, codes and times of our own, so the search for errors inside is skipped.
  const lines = logger.child({}, { formatters: { log: (fields) => fields } });
  const ended = createSignal();
  let active = 0;

  async function attemptOnce(delivery: Claimed): Promise<Outcome | null> {
    let verdict: Verdict = 'unknown';
    try {
      const attempted = await parts.attempt(delivery);
      verdict = verdictOf(attempted.result);
      const decision = decideOutcome(
        attempted.result,
        { roundAttempt: delivery.round_attempts + 1, wasDeadLettered: delivery.was_dead_lettered },
        { now: now(), random: parts.random },
      );
      report({ metrics, logger: lines }, { delivery, attempted, decision });
      const entry = entryOf(delivery, attempted, parts.randomBytes);
      return { delivery, decision, at: attempted.at, entry };
    } catch (error) {
      logger.warn({ err: error, delivery_id: delivery.delivery_id }, 'delivery left to its lease');
      return null;
    } finally {
      limits.release(delivery.subscription_id, verdict, delivery);
      parts.onRelease(delivery.subscription_id);
    }
  }

  async function write(outcome: Outcome): Promise<void> {
    const { subscription_id: subscriptionId } = outcome.delivery;
    limits.outcomePending(subscriptionId);
    await outcomes.write(outcome);
    limits.outcomeWritten(subscriptionId);
  }

  async function tracked(work: () => Promise<void>): Promise<void> {
    active += 1;
    await work();
    active -= 1;
    if (active === 0) ended.notify();
  }

  async function send(delivery: Claimed): Promise<void> {
    const outcome = await attemptOnce(delivery);
    if (outcome === null) return;
    parts.failpoint('sent');
    await write(outcome);
  }

  async function release(delivery: Claimed): Promise<void> {
    limits.release(delivery.subscription_id, 'unknown', delivery);
    parts.onRelease(delivery.subscription_id);
    await write({ delivery, decision: { kind: 'released' }, at: now(), entry: null });
  }

  return {
    deliver: (delivery) => tracked(() => send(delivery)),
    deliverWaiting: (delivery, maySend) =>
      tracked(async () => ((await maySend()) ? send(delivery) : release(delivery))),
    giveBack: (delivery) => tracked(() => release(delivery)),
    idle: async () => {
      while (active > 0) await ended.wait(NEVER);
    },
  };
}

/** The line of the attempt log; null where no attempt was made. */
function entryOf(
  delivery: Claimed,
  { result, at, key, signatures }: Attempted,
  random: RandomBytes,
): AttemptEntry | null {
  const attempt = delivery.attempts + 1;
  const place = { tenantId: delivery.tenant_id, deliveryId: delivery.delivery_id, attempt };
  const isSigned = signatures !== undefined && key !== null;
  const signaturesSealed = isSigned ? sealSignatures(key, place, signatures, random) : null;
  const entry = { attempt, at, statusCode: null, latencyMs: 0, excerptSealed: null, signaturesSealed };
  switch (result.kind) {
    case 'answered': {
      const { statusCode, latencyMs, excerpt } = result;
      const isKept = excerpt.length > 0 && key !== null;
      const excerptSealed = isKept ? sealExcerpt(key, place, excerpt, random) : null;
      return { ...entry, statusCode, latencyMs, excerptSealed };
    }
    case 'unanswered':
      return result.error === 'interrupted' ? null : { ...entry, latencyMs: result.latencyMs };
    case 'unreadable':
      return entry;
    case 'erased':
    case 'abandoned':
      return null;
  }
}

type Finished = { delivery: Claimed; attempted: Attempted; decision: Decision };

/** Counts an attempt and logs one line with ids, codes and times; a success is logged at level debug only. */
function report(
  { metrics, logger }: Pick<DeliveriesParts, 'metrics' | 'logger'>,
  { delivery, attempted, decision }: Finished,
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
  // An operator has to look at what cannot be read, and may want to look at what was given up.
  if (error === 'unreadable' || error === 'abandoned') logger.error(line, 'webhook attempt');
  else if (decision.kind === 'given_up') logger.warn(line, 'webhook attempt');
  else if (isDelivered) logger.debug(line, 'webhook attempt');
  else logger.info(line, 'webhook attempt');
}
