import { z } from 'zod';
import * as clinical from '../../domain/clinical/types.ts';
import { namedValues } from '../http/body-rules.ts';
import { STORABLE_PATTERN } from '../http/patterns.ts';
import { count, id, instant, text, truth } from '../../domain/kernel/fields.ts';
import { uuid } from '../http/schemas.ts';
import * as stored from '../../domain/session/types.ts';

/**
 * Shapes that more than one session route answers with: those that events record, with their bounds and their names in
 * the interface description. Times are ISO 8601 UTC with milliseconds.
 */

export const {
  ageSchema,
  differentialSchema,
  evidenceSchema,
  questionSchema,
  redFlagSchema,
  sexSchema,
  summarySchema,
  triageLevelSchema,
} = clinical;
export const { feedbackSchema } = stored;

/** The level of the session itself. */
export const triageLevel = triageLevelSchema.meta({
  description: 'How urgently the patient needs care, by what is known now.',
});

export const metaSchema = z
  .object({
    tokens_charged: count('Tokens that this call was charged; 0 with a test key.', 8),
    processing_time_ms: count('How long the service worked on it, in milliseconds.', 24),
  })
  .meta({ id: 'CallMeta', description: 'What the call cost, and how long it took.' });
export const callMeta = metaSchema.meta({ description: 'What this call cost, and how long it took.' });

const { probability } = clinical.differentialSchema.shape;

export const sessionStatusSchema = z.enum(['active', 'finalized']).meta({
  id: 'SessionStatus',
  description:
    'active: it takes answers. finalized: it is finished, and can only be read, given feedback or erased.',
  examples: ['active'],
});

export const sessionParams = z.object({
  session_id: uuid().meta({ description: 'The `session_id` that POST /v1/sessions answered.' }),
});

/** Fields that several answers about a session have. */
export const sessionFields = {
  session_id: id('The session; in the paths of its calls.'),
  status: sessionStatusSchema.describe('Whether the session still takes answers.'),
  questions_asked: count('Questions that were answered or skipped so far.', 5),
  chief_complaint: text('Why the patient comes, as it was sent.', 'chest pain since this morning'),
  patient_id: text(
    "The partner's own id of the patient; null where the session was opened without one.",
    'CARDIO-2041',
  ).nullable(),
  test: truth('Whether it belongs to test mode: nothing is billed, and test keys alone see it.', false),
  created_at: instant('When the session was opened.'),
  primary_diagnosis: text(
    'Name of the likeliest differential in English; null where there is none.',
    'Stable angina',
  ).nullable(),
  primary_diagnosis_icd: text('Its ICD-10 code; null where there is none.', 'I20.8').nullable(),
};
const { session_id, status, questions_asked, created_at, primary_diagnosis, primary_diagnosis_icd } =
  sessionFields;
const current_question = questionSchema.nullable().meta({ description: clinical.CURRENT_QUESTION });

export const stateFields = {
  session_id,
  status,
  questions_asked,
  is_complete: clinical.outcomeSchema.shape.is_complete,
  triage_level: triageLevel,
  active_branches: clinical.outcomeSchema.shape.active_branches,
  red_flags: z
    .array(clinical.flagCode)
    .meta({ description: 'Codes of the warning signs that stand now, the most urgent first.' }),
  current_question,
  created_at,
};
export const stateSchema = z
  .object(stateFields)
  .meta({ id: 'SessionState', description: 'Where the session stands, and what to ask next.' });

const differentials = z.array(differentialSchema).meta({ description: clinical.DIFFERENTIALS });

const red_flags = z.array(redFlagSchema).meta({ description: clinical.RED_FLAGS });

export const resultsFields = {
  session_id,
  triage_level: triageLevel,
  differentials,
  red_flags,
  primary_diagnosis,
  primary_diagnosis_icd,
  primary_probability: probability
    .nullable()
    .meta({ description: 'Its probability from 0 to 1; null where there is none.' }),
  questions_asked,
  meta: callMeta,
};
export const resultsSchema = z
  .object(resultsFields)
  .meta({ id: 'SessionResults', description: 'What the service concludes from what it knows so far.' });

/** No text of the catalogue comes near it. */
const MAX_VALUE_LENGTH = 200;

/**
 * What a code of the catalogue takes; GET /v1/concepts tells which of these. Named by types and not as a union, which
 * generators of clients make classes of. Under a code that the catalogue does not know any JSON is still taken, as
 * clients from before the types may send it; under one that it knows, the engine judges the value.
 */
const fieldValue = z.custom<z.core.util.JSONType>().meta({
  id: 'FieldValue',
  type: ['boolean', 'number', 'string', 'null'],
  pattern: STORABLE_PATTERN,
  maxLength: MAX_VALUE_LENGTH,
  description:
    'True, false or null (unknown) for a finding, which also takes the texts "yes", "no" and "unknown"; a number in ' +
    "the catalogue's unit for a measured value; one of the allowed texts for a choice. GET /v1/concepts has type, " +
    'unit, bounds and texts of each code.',
  examples: [true],
});

/** Values by code. Codes that the catalogue does not know are stored, and named in `unrecognised`. */
export const fieldsSchema = namedValues(fieldValue).meta({
  id: 'Fields',
  description:
    'Findings by their code in the catalogue (GET /v1/concepts): true for present, false for absent, null for unknown, ' +
    'a measured value in the unit of the catalogue, or a choice.',
  examples: [{ vomiting: true, temperature_c: 38.5 }],
});

/** What was understood of one report of the patient. */
export const readAnswer = {
  ...stored.readFields,
  extracted_fields: fieldsSchema.meta({ description: stored.readFields.extracted_fields.description }),
  evidence: z.array(evidenceSchema).meta({ description: stored.readFields.evidence.description }),
};

/** What a caller sent, as it is kept: with any JSON under an unknown code. */
export const suppliedFieldsSchema = z.record(z.string(), z.custom<z.core.util.JSONType>()).meta({
  id: 'SuppliedFields',
  description: 'Values by code, as they were sent.',
  examples: [{ vomiting: true, temperature_c: 38.5 }],
});
