import { z } from 'zod';
import {
  ageSchema,
  evidenceSchema,
  fieldValueSchema,
  informantSchema,
  sexSchema,
  unreadSentence,
} from '../clinical/types.ts';
import { id, text, texts } from '../kernel/fields.ts';
import { backgroundSchema } from '../patient/events.ts';

/** What the events of a session are made of. */

/** What the caller sent, parsed from JSON: codes that the catalogue does not know may hold anything. */
export const suppliedFields = z
  .record(
    z.string(),
    z.custom<z.core.util.JSONType>((value) => value !== undefined),
  )
  .meta({
    description: 'Fields as the caller sent them, by code.',
    examples: [{ vomiting: true, temperature_c: 38.5 }],
  });
export const suppliedFlags = texts('Codes that the caller sent as present.', 'vomiting');
export const sex = sexSchema
  .nullable()
  .meta({ description: "The patient's sex; null where it is not known." });
export const age = ageSchema
  .nullable()
  .meta({ description: "The patient's age in whole years; null where it is not known." });

/** What an upstream extractor said of a text, as far as the catalogue of then allowed it. */
const upstreamFinding = evidenceSchema
  .omit({ source: true, span: true, derived_from: true })
  .meta({ id: 'UpstreamFinding', description: 'What an upstream extractor said of a finding.' });

export const branches = z
  .array(text('Code of a complaint in the catalogue.', 'chest_pain'))
  .meta({ description: 'Complaints that were recognised in it, the likeliest first.' });

/** How a report shows in the events and in the answers of the interface. */
export const readFields = {
  evidence: z
    .array(evidenceSchema)
    .meta({ description: 'Each finding that was told, as present, absent or unknown.' }),
  extracted_fields: z.record(z.string(), fieldValueSchema).meta({
    description:
      'The same as fields by code: those that the caller sent, and those that were read in the text.',
    examples: [{ radiates_left_arm: true }],
  }),
  extracted_flags: texts(
    'Codes of red flags that the text alone shows, and the flags that the caller sent.',
    'rf_acs_features',
  ),
  field_confidences: z.record(z.string(), z.number()).meta({
    description: 'How sure the source of each field is, from 0 to 1, by code.',
    examples: [{ radiates_left_arm: 0.97 }],
  }),
  unrecognised: texts(
    'Codes of fields and flags that the catalogue does not hold: stored, and not used.',
    'vas_score',
  ),
};

/** What one report of the patient (the opening, a route text, an answer) made known. */
export const reading = z
  .object({
    ...readFields,
    age_months: z
      .int32()
      .min(0)
      .nullable()
      .meta({ description: 'Age in whole months that was told here; null where none was.', examples: [654] }),
    sex: sexSchema.nullable().meta({ description: 'The sex that was told here; null where none was.' }),
    informant: informantSchema.optional().describe('Who tells it; left out where no text shows it.'),
    unread: z.array(unreadSentence).optional().meta({
      description:
        'Sentences about the patient of which the built-in reader understood nothing; left out where there are none.',
    }),
    upstream: z
      .array(upstreamFinding)
      .optional()
      .meta({
        description:
          'What an upstream extractor said of the text; left out where none was asked, or where it failed and the ' +
          'built-in reader read alone.',
      }),
  })
  .meta({ id: 'Reading', description: 'What was read in texts and fields.' });

/** Who the patient is, as far as it was told. */
export const demographicsSchema = z
  .object({ age, sex })
  .meta({ id: 'KnownDemographics', description: 'Age and sex, as far as they are known.' });

export const feedbackSchema = z
  .object({
    accuracy: z
      .enum(['correct', 'partially_correct', 'incorrect', 'unknown'])
      .meta({
        id: 'Accuracy',
        description: 'How right the first diagnosis turned out to be.',
        examples: ['partially_correct'],
      })
      .describe('How right the first diagnosis was.'),
    actual_diagnosis: text(
      'The diagnosis that was made in the end; null where none was told.',
      'Acute myocardial infarction',
    ).nullable(),
    actual_icd10: text('Its ICD-10 code; null where none was told.', 'I21.9').nullable(),
    notes: text('Anything else in free text; null for nothing.', 'Troponin raised.').nullable(),
  })
  .meta({ id: 'Feedback', description: 'What the diagnosis turned out to be.' });

export const knownBackground = backgroundSchema
  .extend({
    evidence: z.array(evidenceSchema).meta({ description: 'Findings that were read in the profile.' }),
    profile_id: id('The profile.')
      .optional()
      .meta({ description: 'The profile. Left out where an older version recorded it.' }),
  })
  .meta({
    id: 'KnownBackground',
    description: "What the patient's profile said when the session was opened.",
  });

export type Reading = z.output<typeof reading>;
export type UpstreamFinding = z.output<typeof upstreamFinding>;
export type SuppliedFields = z.output<typeof suppliedFields>;
export type KnownBackground = z.output<typeof knownBackground>;
export type Feedback = z.output<typeof feedbackSchema>;
