import { SEXES, TRIAGE_LEVELS } from '../../domain/clinical/types.ts';
import { AGE_BANDS } from '../../domain/session/state.ts';

/** Closed lists that more than one dataset has. */
export const levels = TRIAGE_LEVELS;
export const sexes = SEXES;
/** The bands, and the wider ones of extracts that were coarsened. */
export const ageBands = [...AGE_BANDS, '0-17', '18-64', '65+'] as const;
export const stopReasons = ['certain', 'no_useful_question', 'question_limit', 'emergency'] as const;
export const ruleKinds = ['rule', 'risk', 'condition', 'complaint', 'self_care'] as const;
export const accuracies = ['correct', 'partially_correct', 'incorrect', 'unknown'] as const;
export const LANGUAGES = ['cs', 'en'] as const;

/** What a step of a session was. */
export const STEP_KINDS = [
  'opened',
  'answered',
  'added',
  'routed',
  'demographics',
  'rectified',
  'finalized',
  'feedback',
  'timed_out',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];
