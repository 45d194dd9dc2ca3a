import { WORKPLACES } from '../load/partners.ts';
import type { Fault } from './fault.ts';

export type Bounds = Pick<Fault, 'allowedFailures' | 'longestGapMs' | 'recoveryLimitMs'>;

/** Calls that may be under way at once: each of two partners has so many workplaces. */
export const CALLERS = 2 * WORKPLACES;
/** Retry-After of a 503. Until then its caller asks for nothing. */
const RETRY_AFTER_MS = 30_000;
const START_MS = 10_000;

/** Nobody notices. */
export const UNNOTICED: Bounds = { allowedFailures: {}, longestGapMs: 3_000, recoveryLimitMs: 10_000 };

/**
 * Something that every call needs is away so many times, each for less than the time after which a caller asks again: each of
 * them is told so once.
 */
export const outages = (times: number): Bounds => ({
  allowedFailures: {
    '503 service_unavailable': CALLERS * times,
    // What was under way is decided soon after; a repeat may come before that.
    'still running': CALLERS * times,
  },
  longestGapMs: RETRY_AFTER_MS + START_MS,
  recoveryLimitMs: START_MS,
});
