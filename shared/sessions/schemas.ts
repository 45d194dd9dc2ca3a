import { z } from 'zod';
import { SEXES, TRIAGE_LEVELS } from '../../domain/clinical/types.ts';

/** Shapes that more than one session route answers with. Times are ISO 8601 UTC with milliseconds. */

export const sexSchema = z.enum(SEXES);
export const triageLevelSchema = z.enum(TRIAGE_LEVELS).meta({
  id: 'TriageLevel',
  description:
    'Most to least urgent: call an ambulance now; go to an emergency department now; be seen by a clinician ' +
    'within 24 hours; make an ordinary appointment; manage at home.',
});

export const ageSchema = z.int().min(0).max(130);

export const metaSchema = z
  .object({ tokens_charged: z.int().min(0), processing_time_ms: z.int().min(0) })
  .meta({ id: 'CallMeta' });

export const questionSchema = z
  .object({
    question_id: z.string(),
    text: z.string(),
    text_cs: z.string(),
    targets: z.array(z.string()),
    is_red_flag: z.boolean(),
    is_reask: z.boolean(),
  })
  .meta({ id: 'CurrentQuestion' });

export const stateFields = {
  session_id: z.uuid(),
  status: z.enum(['active', 'finalized']),
  questions_asked: z.int().min(0),
  is_complete: z.boolean(),
  triage_level: triageLevelSchema,
  active_branches: z.array(z.string()),
  red_flags: z.array(z.string()),
  current_question: questionSchema.nullable(),
  created_at: z.iso.datetime(),
};
export const stateSchema = z.object(stateFields).meta({ id: 'SessionState' });

export const differentialSchema = z
  .object({
    diagnosis: z.string(),
    icd: z.string(),
    probability: z.number().min(0).max(1),
    rank: z.int().min(1),
  })
  .meta({ id: 'Differential' });

export const redFlagSchema = z.object({ flag: z.string(), description: z.string() }).meta({ id: 'RedFlag' });

export const resultsFields = {
  session_id: z.uuid(),
  triage_level: triageLevelSchema,
  differentials: z.array(differentialSchema),
  red_flags: z.array(redFlagSchema),
  primary_diagnosis: z.string().nullable(),
  primary_diagnosis_icd: z.string().nullable(),
  primary_probability: z.number().min(0).max(1).nullable(),
  questions_asked: z.int().min(0),
  meta: metaSchema,
};
export const resultsSchema = z.object(resultsFields).meta({ id: 'SessionResults' });

const evidenceLineSchema = z
  .object({ finding: z.string(), label: z.string(), label_cs: z.string(), weight: z.number() })
  .meta({ id: 'EvidenceLine' });

export const summarySchema = z
  .object({
    presenting_complaint: z.string(),
    history: z.array(z.string()),
    pertinent_positives: z.array(z.string()),
    pertinent_negatives: z.array(z.string()),
    red_flags: z.array(redFlagSchema),
    differentials: z.array(
      z.object({
        ...differentialSchema.shape,
        evidence_for: z.array(evidenceLineSchema),
        evidence_against: z.array(evidenceLineSchema),
      }),
    ),
    recommended_next_step: z.string(),
    patient_context: z.array(z.string()),
    narrative: z.string(),
    narrative_cs: z.string(),
  })
  .meta({ id: 'ClinicalSummary' });

export const evidenceSchema = z
  .object({
    finding: z.string(),
    status: z.enum(['present', 'absent', 'unknown']),
    value: z.union([z.number(), z.string()]).optional(),
    confidence: z.number().min(0).max(1),
    source: z.enum(['client', 'text', 'profile']),
    span: z.object({ start: z.int(), end: z.int(), text: z.string() }).optional(),
  })
  .meta({ id: 'Evidence' });

/** A value under a catalogue code, or any JSON (what comes was parsed as such) under a code that the catalogue does not know. */
export const fieldsSchema = z.record(z.string(), z.custom<z.core.util.JSONType>()).meta({ id: 'Fields' });

export const feedbackSchema = z
  .object({
    accuracy: z.enum(['correct', 'partially_correct', 'incorrect', 'unknown']),
    actual_diagnosis: z.string().nullable(),
    actual_icd10: z.string().nullable(),
    notes: z.string().nullable(),
  })
  .meta({ id: 'Feedback' });
