import { classOfStatus, isAccepted, type SendFailure } from '../shared/webhooks/failure-class.ts';
import type { SendResult } from '../shared/webhooks/sender.ts';
import { nextAttemptAt } from './schedule.ts';

/** The result of one claimed delivery. Only `answered` and `unanswered` were sent. */
export type AttemptResult =
  | SendResult
  /** The key of its body is destroyed: the session or the answer was erased. */
  | { kind: 'erased' }
  /** Its body, its endpoint or a key of them cannot be read: an error of ours that an operator has to look at. */
  | { kind: 'unreadable' }
  /** Claimed again and again without an outcome: each process that sends it ends before it can record one. */
  | { kind: 'abandoned' };

/** Classes of failure, a closed list for rows, logs and metrics. */
export type FailureClass = Exclude<SendFailure, 'interrupted'> | 'unreadable' | 'abandoned';

/** What an outcome says about the endpoint's health; null: nothing. */
type EndpointHealth = 'healthy' | 'failing' | null;

export type Decision =
  | { kind: 'delivered'; endpoint: 'healthy' }
  | { kind: 'retry'; dueAt: Date; error: FailureClass; endpoint: EndpointHealth }
  | {
      kind: 'given_up';
      status: 'dead-lettered' | 'exhausted';
      error: FailureClass;
      endpoint: EndpointHealth;
      /** The receiver answered 410: it wants nothing more of this subscription. */
      isGone: boolean;
    }
  | { kind: 'cancelled'; resolution: 'subject erased' }
  /** Given back as it was before the claim; no attempt is counted. */
  | { kind: 'released' };

/** Where a delivery is in its schedule. */
export type DeliveryProgress = {
  /** Number of this attempt in its round, from 1. */
  roundAttempt: number;
  /** It was dead-lettered before and then replayed. */
  wasDeadLettered: boolean;
};

export type Clock = { now: Date; random: () => number };

/** Decides from the result of an attempt what happens to its delivery. The only place that does. */
export function decideOutcome(result: AttemptResult, progress: DeliveryProgress, clock: Clock): Decision {
  switch (result.kind) {
    case 'erased':
      return { kind: 'cancelled', resolution: 'subject erased' };
    case 'abandoned':
      return giveUp(progress, { error: 'abandoned', endpoint: null, isGone: false });
    case 'unreadable':
      return retry(progress, { error: 'unreadable', endpoint: null, retryAfter: null }, clock);
    case 'unanswered': {
      const { error } = result;
      if (error === 'interrupted') return { kind: 'released' };
      return retry(progress, { error, endpoint: 'failing', retryAfter: null }, clock);
    }
    case 'answered': {
      const { statusCode } = result;
      if (isAccepted(statusCode)) return { kind: 'delivered', endpoint: 'healthy' };
      const error = classOfStatus(statusCode);
      if (statusCode === 410) return giveUp(progress, { error, endpoint: 'failing', isGone: true });
      const retryAfter = MAY_ASK_FOR_TIME.has(statusCode) ? result.retryAfter : null;
      return retry(progress, { error, endpoint: 'failing', retryAfter }, clock);
    }
  }
}

/** Statuses whose Retry-After is honoured. */
const MAY_ASK_FOR_TIME = new Set([429, 502, 503, 504]);

type Failure = { error: FailureClass; endpoint: EndpointHealth };

function retry(
  progress: DeliveryProgress,
  failure: Failure & { retryAfter: string | null },
  clock: Clock,
): Decision {
  const { error, endpoint, retryAfter } = failure;
  const dueAt = nextAttemptAt(progress.roundAttempt, retryAfter, clock);
  if (dueAt === null) return giveUp(progress, { error, endpoint, isGone: false });
  return { kind: 'retry', dueAt, error, endpoint };
}

function giveUp(progress: DeliveryProgress, failure: Failure & { isGone: boolean }): Decision {
  const status = progress.wasDeadLettered ? 'exhausted' : 'dead-lettered';
  return { kind: 'given_up', status, ...failure };
}
