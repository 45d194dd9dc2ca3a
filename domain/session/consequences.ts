import { TRIAGE_LEVELS, type Outcome } from '../clinical/types.ts';
import type { NewSessionEvent } from './events.ts';

/** Flags in `next` that `previous` did not hold. */
export const newRedFlags = (previous: Outcome | null, next: Outcome): string[] => {
  const known = new Set(previous?.red_flags.map((flag) => flag.flag));
  return next.red_flags.map((flag) => flag.flag).filter((flag) => !known.has(flag));
};

/**
 * Red flags that one command tells of with an event each. A text can raise hundreds, and each event is a request to every
 * receiver: a caller must not be able to multiply what it sends.
 */
export const MAX_FLAG_EVENTS = 10;

/**
 * The facts that follow from a changed outcome: each new red flag once, and a level that is more urgent than both that of
 * `previous` and the one that stood last and was told already. At most MAX_FLAG_EVENTS events tell of red flags, the most
 * urgent first (the order of an outcome); the last one names those that are beyond.
 */
export function consequences(
  previous: Outcome | null,
  next: Outcome,
  standing: Outcome | null = previous,
): NewSessionEvent[] {
  const codes = new Set(newRedFlags(previous, next));
  const fresh = next.red_flags.filter((flag) => codes.has(flag.flag));
  const beyond = fresh.slice(MAX_FLAG_EVENTS).map((flag) => flag.flag);
  const events = fresh.slice(0, MAX_FLAG_EVENTS).map((flag, index): NewSessionEvent => {
    const hasMore = index === MAX_FLAG_EVENTS - 1 && beyond.length > 0;
    return { type: 'red-flag-detected', data: { finding: { ...flag, ...(hasMore && { more: beyond }) } } };
  });
  const isRisen = (before: Outcome | null): boolean => before !== null && urgency(next) < urgency(before);
  if (previous && isRisen(previous) && isRisen(standing)) {
    const change = { from: previous.triage_level, to: next.triage_level };
    events.push({ type: 'triage-escalated', data: { change } });
  }
  return events;
}

const urgency = (outcome: Outcome): number => TRIAGE_LEVELS.indexOf(outcome.triage_level);
