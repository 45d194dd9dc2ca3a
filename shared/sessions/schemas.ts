import { z } from 'zod';
import * as clinical from '../../domain/clinical/types.ts';
import * as stored from '../../domain/session/events.ts';

/**
 * Shapes that more than one session route answers with: those that events record, with their bounds and their names in
 * the interface description. Times are ISO 8601 UTC with milliseconds.
 */

export const { ageSchema, sexSchema } = clinical;
export const triageLevelSchema = clinical.triageLevelSchema.meta({
  id: 'TriageLevel',
  description:
    'Most to least urgent: call an ambulance now; go to an emergency department now; be seen by a clinician ' +
    'within 24 hours; make an ordinary appointment; manage at home.',
});

export const metaSchema = z
  .object({ tokens_charged: z.int32().min(0), processing_time_ms: z.int32().min(0) })
  .meta({ id: 'CallMeta' });

const probability = z.number().min(0).max(1);

export const questionSchema = clinical.questionSchema.meta({ id: 'CurrentQuestion' });

export const stateFields = {
  session_id: z.uuid(),
  status: z.enum(['active', 'finalized']),
  questions_asked: z.int32().min(0),
  is_complete: clinical.outcomeSchema.shape.is_complete,
  triage_level: triageLevelSchema,
  active_branches: clinical.outcomeSchema.shape.active_branches,
  red_flags: z.array(z.string()),
  current_question: questionSchema.nullable(),
  created_at: z.iso.datetime(),
};
export const stateSchema = z.object(stateFields).meta({ id: 'SessionState' });

export const differentialSchema = clinical.differentialSchema
  .extend({ probability })
  .meta({ id: 'Differential' });

export const redFlagSchema = clinical.redFlagSchema.meta({ id: 'RedFlag' });

export const resultsFields = {
  session_id: z.uuid(),
  triage_level: triageLevelSchema,
  differentials: z.array(differentialSchema),
  red_flags: z.array(redFlagSchema),
  primary_diagnosis: z.string().nullable(),
  primary_diagnosis_icd: z.string().nullable(),
  primary_probability: probability.nullable(),
  questions_asked: z.int32().min(0),
  meta: metaSchema,
};
export const resultsSchema = z.object(resultsFields).meta({ id: 'SessionResults' });

const evidenceLines = z.array(clinical.evidenceLineSchema.meta({ id: 'EvidenceLine' }));

export const summarySchema = clinical.summarySchema
  .extend({
    red_flags: z.array(redFlagSchema),
    differentials: z.array(
      z.object({ ...differentialSchema.shape, evidence_for: evidenceLines, evidence_against: evidenceLines }),
    ),
  })
  .meta({ id: 'ClinicalSummary' });

export const evidenceSchema = clinical.evidenceSchema
  .extend({ confidence: probability })
  .meta({ id: 'Evidence' });

/** A value under a catalogue code, or any JSON (what comes was parsed as such) under a code that the catalogue does not know. */
export const fieldsSchema = z.record(z.string(), z.custom<z.core.util.JSONType>()).meta({ id: 'Fields' });

export const feedbackSchema = stored.feedbackSchema.meta({ id: 'Feedback' });
