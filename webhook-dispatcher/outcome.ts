import { classOfStatus, isAccepted, type SendFailure } from '../shared/webhooks/failure-class.ts';
import type { SendResult } from '../shared/webhooks/sender.ts';
import { nextAttemptAt } from './schedule.ts';

/** What became of one claimed delivery. Only `answered` and `unanswered` were sent. */
export type AttemptResult =
  | SendResult
  /** The key of its body is destroyed: what it would tell was erased or cleared. */
  | { kind: 'erased' }
  /** Its body, its endpoint or a key of them cannot be read: our fault, and somebody has to look at it. */
  | { kind: 'unreadable' }
  /** Claimed again and again without an outcome: whoever sends it ends before it can record. */
  | { kind: 'abandoned' };

/** Classes of failure: a closed list, for records, logs and metrics. */
export type FailureClass = Exclude<SendFailure, 'interrupted'> | 'unreadable' | 'abandoned';

/** What an outcome says about the endpoint; null: nothing. */
type EndpointHealth = 'well' | 'failing' | null;

export type Decision =
  | { kind: 'delivered'; endpoint: 'well' }
  | { kind: 'retry'; dueAt: Date; error: FailureClass; endpoint: EndpointHealth }
  | {
      kind: 'given_up';
      status: 'dead-lettered' | 'exhausted';
      error: FailureClass;
      endpoint: EndpointHealth;
      /** The receiver wants nothing more of this subscription. */
      isGone: boolean;
    }
  | { kind: 'cancelled'; resolution: 'subject erased' }
  /** Given back as it was claimed: this was no attempt. */
  | { kind: 'released' };

export type Standing = {
  /** Number of this attempt in its round, from 1. */
  roundAttempt: number;
  /** It was dead-lettered before and is here by a replay. */
  wasDeadLettered: boolean;
};

export type Clock = { now: Date; random: () => number };

/** The one place where an attempt's result becomes what happens next. */
export function decideOutcome(result: AttemptResult, standing: Standing, clock: Clock): Decision {
  switch (result.kind) {
    case 'erased':
      return { kind: 'cancelled', resolution: 'subject erased' };
    case 'abandoned':
      return giveUp(standing, { error: 'abandoned', endpoint: null, isGone: false });
    case 'unreadable':
      return retry(standing, { error: 'unreadable', endpoint: null, retryAfter: null }, clock);
    case 'unanswered': {
      const { error } = result;
      if (error === 'interrupted') return { kind: 'released' };
      return retry(standing, { error, endpoint: 'failing', retryAfter: null }, clock);
    }
    case 'answered': {
      const { statusCode } = result;
      if (isAccepted(statusCode)) return { kind: 'delivered', endpoint: 'well' };
      const error = classOfStatus(statusCode);
      if (statusCode === 410) return giveUp(standing, { error, endpoint: 'failing', isGone: true });
      const retryAfter = MAY_ASK_FOR_TIME.has(statusCode) ? result.retryAfter : null;
      return retry(standing, { error, endpoint: 'failing', retryAfter }, clock);
    }
  }
}

/** Statuses whose Retry-After is honoured. */
const MAY_ASK_FOR_TIME = new Set([429, 502, 503, 504]);

type Failure = { error: FailureClass; endpoint: EndpointHealth };

function retry(standing: Standing, failure: Failure & { retryAfter: string | null }, clock: Clock): Decision {
  const { error, endpoint, retryAfter } = failure;
  const dueAt = nextAttemptAt(standing.roundAttempt, retryAfter, clock);
  if (dueAt === null) return giveUp(standing, { error, endpoint, isGone: false });
  return { kind: 'retry', dueAt, error, endpoint };
}

function giveUp(standing: Standing, failure: Failure & { isGone: boolean }): Decision {
  const status = standing.wasDeadLettered ? 'exhausted' : 'dead-lettered';
  return { kind: 'given_up', status, ...failure };
}
