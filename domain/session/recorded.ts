import { z } from 'zod';
import {
  differentialSchema,
  outcomeSchema,
  questionSchema,
  redFlagSchema,
  summarySchema,
  type Outcome,
  type Question,
  type Summary,
} from '../clinical/types.ts';

/**
 * Conclusions as the log holds them. Those of engines before 1.16.0 lack codes, Czech names and the form of an answer; the
 * summaries of those before 1.17.0 lack sections and open points. They stay without: the catalogue of today may name and ask
 * otherwise than the one that concluded them.
 */

export const recordedRedFlag = redFlagSchema
  .partial({ description_cs: true })
  .meta({ id: 'RecordedRedFlag', description: 'A warning sign, as it was recorded.' });
const recordedDifferential = differentialSchema
  .partial({ code: true, diagnosis_cs: true })
  .meta({ id: 'RecordedDifferential', description: 'A possible diagnosis, as it was recorded.' });
const recordedQuestion = questionSchema
  .partial({ answer_type: true, choices: true, unit: true, reason: true })
  .meta({ id: 'RecordedQuestion', description: 'A question for the patient, as it was recorded.' });

const { differentials, red_flags, current_question } = outcomeSchema.shape;
export const recordedOutcome = outcomeSchema
  .extend({
    differentials: z.array(recordedDifferential).meta({ description: differentials.description }),
    red_flags: z.array(recordedRedFlag).meta({ description: red_flags.description }),
    current_question: recordedQuestion.nullable().meta({ description: current_question.description }),
  })
  .meta({ id: 'RecordedOutcome', description: 'What the engine concluded, as it was recorded.' });
export type RecordedOutcome = z.output<typeof recordedOutcome>;

const summarized = summarySchema.shape.differentials;
const recordedSummarized = summarized.element.partial({ code: true, diagnosis_cs: true }).meta({
  id: 'RecordedSummarizedDifferential',
  description: 'A possible diagnosis with what speaks for and against it, as it was recorded.',
});
export const recordedSummary = summarySchema
  .partial({
    presenting_complaint_cs: true,
    recommended_next_step_cs: true,
    lines: true,
    open_points: true,
    sections: true,
  })
  .extend({
    differentials: z.array(recordedSummarized).meta({ description: summarized.description }),
    red_flags: z.array(recordedRedFlag).meta({ description: red_flags.description }),
  })
  .meta({ id: 'RecordedSummary', description: 'The summary of a session, as it was recorded.' });
export type RecordedSummary = z.output<typeof recordedSummary>;

/** Every question can be answered in words. */
export function completeQuestion(recorded: z.output<typeof recordedQuestion>): Question {
  const { answer_type = 'text', choices = [], unit = null, reason = null } = recorded;
  return { ...recorded, answer_type, choices, unit, reason };
}

function completeDifferential<T extends z.output<typeof recordedDifferential>>(
  recorded: T,
): T & { code: string | null; diagnosis_cs: string | null } {
  const { code = null, diagnosis_cs = null } = recorded;
  return { ...recorded, code, diagnosis_cs };
}

const completeFlags = (recorded: readonly z.output<typeof recordedRedFlag>[]): Outcome['red_flags'] =>
  recorded.map(({ description_cs = null, ...flag }) => ({ ...flag, description_cs }));

/** A recorded outcome as everything but the log sees it: null stands for what it lacks. */
export const completeOutcome = (recorded: RecordedOutcome): Outcome => ({
  triage_level: recorded.triage_level,
  triage_reason: recorded.triage_reason,
  differentials: recorded.differentials.map(completeDifferential),
  red_flags: completeFlags(recorded.red_flags),
  active_branches: recorded.active_branches,
  current_question: recorded.current_question && completeQuestion(recorded.current_question),
  is_complete: recorded.is_complete,
  stop_reason: recorded.stop_reason,
});

/** The same for a recorded summary. */
export function completeSummary(recorded: RecordedSummary): Summary {
  const { presenting_complaint_cs = null, recommended_next_step_cs = null } = recorded;
  const { lines = [], open_points = [], sections = [] } = recorded;
  return {
    ...recorded,
    presenting_complaint_cs,
    recommended_next_step_cs,
    lines,
    open_points,
    sections,
    red_flags: completeFlags(recorded.red_flags),
    differentials: recorded.differentials.map(completeDifferential),
  };
}
