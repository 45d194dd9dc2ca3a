const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits between the attempts of one round: about 31 hours in all, enough for an outage over a night and a day. */
export const RETRY_DELAYS_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** The first attempt and one after each wait. */
export const ATTEMPTS_A_ROUND = RETRY_DELAYS_MS.length + 1;

/** Plus or minus a tenth, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/**
 * When the next attempt is due after attempt number `attempt` (from 1) of its round has failed; null after the last one.
 * `retryAfter` is the receiver's header, where its status allows one. It may lengthen the planned wait to at most double
 * and never shortens it. `random` gives numbers from 0 to below 1.
 */
export function nextAttemptAt(
  attempt: number,
  retryAfter: string | null,
  clock: { now: Date; random: () => number },
): Date | null {
  const delayMs = RETRY_DELAYS_MS[attempt - 1];
  if (delayMs === undefined) return null;
  const plannedMs = delayMs * (1 - JITTER + 2 * JITTER * clock.random());
  const askedMs = retryAfterMs(retryAfter, clock.now) ?? 0;
  const waitMs = Math.min(Math.max(askedMs, plannedMs), 2 * plannedMs);
  return new Date(clock.now.getTime() + Math.round(waitMs));
}

/**
 * Milliseconds from a plan to the attempt that it plans, at most, by the attempts that the round has had. What is due later
 * than that was planned by a clock that was ahead.
 */
export const LONGEST_WAITS_MS: readonly number[] = [
  0,
  ...RETRY_DELAYS_MS.map((delayMs) => 2 * (1 + JITTER) * delayMs),
];

/** Retry-After in milliseconds from now: whole seconds or an HTTP date (RFC 9110, 10.2.3). Null where it is malformed. */
function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(at - now.getTime(), 0);
}
