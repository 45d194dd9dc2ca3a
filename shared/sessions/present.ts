import type { z } from 'zod';
import { questionsAsked, type OpenSession } from '../../domain/session/state.ts';
import type { metaSchema, resultsSchema, stateSchema } from './schemas.ts';

type Meta = z.output<typeof metaSchema>;

/** The session state as every route shows it. */
export const presentState = (state: OpenSession): z.output<typeof stateSchema> => ({
  session_id: state.session_id,
  status: state.status,
  questions_asked: questionsAsked(state),
  is_complete: state.outcome.is_complete,
  triage_level: state.outcome.triage_level,
  active_branches: state.outcome.active_branches,
  red_flags: state.outcome.red_flags.map((flag) => flag.flag),
  current_question: state.outcome.current_question,
  created_at: state.created_at,
});

/** The results as they were recorded; nothing is computed again on reading. */
export const presentResults = (state: OpenSession, meta: Meta): z.output<typeof resultsSchema> => ({
  ...presentConclusion(state),
  meta,
});

/** The same, where no call of its own made it. */
export function presentConclusion(state: OpenSession): Omit<z.output<typeof resultsSchema>, 'meta'> {
  const primary = state.outcome.differentials[0];
  return {
    session_id: state.session_id,
    triage_level: state.outcome.triage_level,
    differentials: state.outcome.differentials,
    red_flags: state.outcome.red_flags,
    primary_diagnosis: primary?.diagnosis ?? null,
    primary_diagnosis_icd: primary?.icd ?? null,
    primary_probability: primary?.probability ?? null,
    questions_asked: questionsAsked(state),
  };
}
