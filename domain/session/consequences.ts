import { TRIAGE_LEVELS, type Outcome } from '../clinical/types.ts';
import type { NewSessionEvent } from './events.ts';

/** Flags in `next` that `previous` did not hold. */
export const newRedFlags = (previous: Outcome | null, next: Outcome): string[] => {
  const known = new Set(previous?.red_flags.map((flag) => flag.flag));
  return next.red_flags.map((flag) => flag.flag).filter((flag) => !known.has(flag));
};

/**
 * The facts that follow from a changed outcome: each new red flag once, and a level that is more urgent than both that of
 * `previous` and the one that stood last and was told already.
 */
export function consequences(
  previous: Outcome | null,
  next: Outcome,
  standing: Outcome | null = previous,
): NewSessionEvent[] {
  const fresh = new Set(newRedFlags(previous, next));
  const events: NewSessionEvent[] = next.red_flags
    .filter((flag) => fresh.has(flag.flag))
    .map((flag) => ({ type: 'red-flag-detected', data: { finding: flag } }));
  const isRisen = (before: Outcome | null): boolean => before !== null && urgency(next) < urgency(before);
  if (previous && isRisen(previous) && isRisen(standing)) {
    const change = { from: previous.triage_level, to: next.triage_level };
    events.push({ type: 'triage-escalated', data: { change } });
  }
  return events;
}

const urgency = (outcome: Outcome): number => TRIAGE_LEVELS.indexOf(outcome.triage_level);
