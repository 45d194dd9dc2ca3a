import type { NewSessionEvent } from '../../../domain/session/events.ts';
import type { Feedback } from '../../../domain/session/types.ts';
import type { StepRow } from '../../../projectors/session-steps/step-rows.ts';
import type { Random } from '../../bench/load/random.ts';
import type { Interview } from './interview.ts';
import { DAY_MS, YEAR_MS } from './moments.ts';
import { ERASED, FEEDBACK, IDLE_MINUTES, KEPT_DAYS } from './settings.ts';

const MINUTE_MS = 60_000;

type Later = {
  event: Extract<NewSessionEvent, { type: 'feedback-given' | 'session-timed-out' | 'session-erased' }>;
  atMs: number;
};

const someDays = (most: number, random: Random): number =>
  Math.round((0.02 + random.next() ** 2 * most) * DAY_MS);

/** What happens to a session once nobody answers any more, as far as it lies within the year. */
export function laterSteps(
  last: StepRow,
  { interview, count, random }: { interview: Interview; count: number; random: Random },
): Later[] {
  const lastMs = Date.parse(last.at);
  const openedMs = Date.parse(last.opened_at ?? last.at);
  const isFinalized = count === interview.steps.length;
  const later: Later[] = [];
  if (!isFinalized) {
    const idle = { type: 'session-timed-out', data: { idle_since: last.at } } as const;
    later.push({ event: idle, atMs: lastMs + IDLE_MINUTES * MINUTE_MS });
  } else if (random.next() < FEEDBACK.share) {
    const feedback = feedbackOn(last, interview, random);
    later.push({
      event: { type: 'feedback-given', data: { feedback } },
      atMs: lastMs + someDays(FEEDBACK.daysMost, random),
    });
  }
  const isErased = random.next() < ERASED.share;
  const afterMs = later.at(-1)?.atMs ?? lastMs;
  const erasedMs = isErased ? afterMs + someDays(ERASED.daysMost, random) : Infinity;
  const prunedMs = openedMs + KEPT_DAYS * DAY_MS;
  if (Math.min(erasedMs, prunedMs) < YEAR_MS.before) {
    const cause = erasedMs < prunedMs ? 'requested' : 'retention';
    later.push({ event: { type: 'session-erased', data: { cause } }, atMs: Math.min(erasedMs, prunedMs) });
  }
  return later.filter(({ atMs }) => atMs < YEAR_MS.before);
}

const CATEGORY = 3;
const LISTED = 5;
const categoryOf = (icd: string): string => icd.slice(0, CATEGORY);

const accuracyOf = (rank: number): Feedback['accuracy'] =>
  rank === 0 ? 'correct' : rank > 0 && rank < LISTED ? 'partially_correct' : 'incorrect';

/** What a clinic that knows the diagnosis says of what was concluded. */
function feedbackOn({ icds }: StepRow, { diagnoses }: Interview, random: Random): Feedback {
  const right = new Set(diagnoses.map(categoryOf));
  const rank = icds.findIndex((icd) => right.has(categoryOf(icd)));
  const isUntold = random.next() < FEEDBACK.untold;
  return {
    accuracy: isUntold ? 'unknown' : accuracyOf(rank),
    actual_diagnosis: null,
    actual_icd10: !isUntold && random.next() < FEEDBACK.withCode ? (diagnoses[0] ?? null) : null,
    notes: null,
  };
}
