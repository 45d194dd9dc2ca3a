import { z } from 'zod';
import {
  ageSchema,
  evidenceSchema,
  fieldValueSchema,
  outcomeSchema as outcome,
  redFlagSchema,
  sexSchema,
  summarySchema,
  triageLevelSchema,
} from '../clinical/types.ts';
import { backgroundSchema } from '../patient/events.ts';
import { defineEvent, type EventOf, type NewEventOf } from '../kernel/event-definition.ts';

/** What the caller sent, parsed from JSON: codes that the catalogue does not know may hold anything. */
const suppliedFields = z.record(
  z.string(),
  z.custom<z.core.util.JSONType>((value) => value !== undefined),
);
const sex = sexSchema.nullable();

/** What an upstream extractor said of a text, as far as the catalogue of then allowed it. */
const upstreamFinding = evidenceSchema.omit({ source: true, span: true });

/** What one report of the patient (the opening, a route text, an answer) made known. */
const reading = z.object({
  evidence: z.array(evidenceSchema),
  extracted_fields: z.record(z.string(), fieldValueSchema),
  extracted_flags: z.array(z.string()),
  field_confidences: z.record(z.string(), z.number()),
  unrecognised: z.array(z.string()),
  age_months: z.int32().min(0).nullable(),
  sex,
  /** Left out where no upstream was asked, or where it failed and the built-in reader read alone. */
  upstream: z.array(upstreamFinding).optional(),
});

export const feedbackSchema = z.object({
  accuracy: z.enum(['correct', 'partially_correct', 'incorrect', 'unknown']),
  actual_diagnosis: z.string().nullable(),
  actual_icd10: z.string().nullable(),
  notes: z.string().nullable(),
});

export const sessionOpened = defineEvent({
  type: 'session-opened',
  version: 1,
  clear: z.object({ session_id: z.uuid(), test: z.boolean(), complaint: z.string().nullable() }),
  sealed: {
    intake: {
      key: 'subject',
      schema: z.object({
        chief_complaint: z.string(),
        patient_id: z.string().nullable(),
        age: ageSchema.nullable(),
        sex,
        free_text: z.string().nullable(),
        initial_fields: suppliedFields,
        reading,
        branches: z.array(z.string()),
        /** The patient's profile as of now, and what the engine read in it; left out where there was none. */
        background: backgroundSchema.extend({ evidence: z.array(evidenceSchema) }).optional(),
      }),
    },
    outcome: { key: 'outcome', schema: outcome },
  },
});

export const sessionAnswered = defineEvent({
  type: 'session-answered',
  version: 1,
  /** `additional` is a report outside the asked questions; it does not count as a question asked. */
  clear: z.object({ kind: z.enum(['question', 'additional']), skipped: z.boolean() }),
  sealed: {
    answer: {
      key: 'answer',
      schema: z.object({
        question_id: z.string(),
        raw_text: z.string().nullable(),
        supplied_fields: suppliedFields,
        supplied_flags: z.array(z.string()),
        unclear: z.boolean(),
        reading,
      }),
    },
    outcome: { key: 'outcome', schema: outcome.extend({ new_red_flags: z.array(z.string()) }) },
  },
});

export const sessionRouted = defineEvent({
  type: 'session-routed',
  version: 1,
  clear: z.object({}),
  sealed: {
    answer: {
      key: 'answer',
      schema: z.object({
        text: z.string(),
        chief_complaint: z.string().nullable(),
        confidence: z.number(),
        secondary: z.string().nullable(),
        branches: z.array(z.string()),
        reading,
      }),
    },
    outcome: { key: 'outcome', schema: outcome.extend({ new_red_flags: z.array(z.string()) }) },
  },
});

export const redFlagDetected = defineEvent({
  type: 'red-flag-detected',
  version: 1,
  clear: z.object({}),
  sealed: { finding: { key: 'outcome', schema: redFlagSchema } },
});

export const triageEscalated = defineEvent({
  type: 'triage-escalated',
  version: 1,
  clear: z.object({}),
  sealed: {
    change: { key: 'outcome', schema: z.object({ from: triageLevelSchema, to: triageLevelSchema }) },
  },
});

export const demographicsUpdated = defineEvent({
  type: 'demographics-updated',
  version: 1,
  clear: z.object({ changed_fields: z.array(z.enum(['age', 'sex'])) }),
  sealed: {
    demographics: { key: 'subject', schema: z.object({ age: ageSchema.nullable(), sex }) },
    outcome: { key: 'outcome', schema: outcome },
  },
});

export const sessionRectified = defineEvent({
  type: 'session-rectified',
  version: 1,
  clear: z.object({
    /** Names only: `age`, `sex`, `answers.<question_id>`. */
    changed_fields: z.array(z.string()),
    /** Revisions of the answers that were cleared. */
    cleared_revisions: z.array(z.int().min(0)),
    /** Keys of the cleared answers and of every outcome derived with them: whoever applies this destroys them. */
    destroyed_keys: z.array(z.uuid()),
  }),
  sealed: {
    rectification: {
      key: 'subject',
      schema: z.object({ age: ageSchema.nullable(), sex, reason: z.string().nullable() }),
    },
    outcome: { key: 'outcome', schema: outcome },
  },
});

export const sessionFinalized = defineEvent({
  type: 'session-finalized',
  version: 1,
  clear: z.object({}),
  sealed: { conclusion: { key: 'outcome', schema: z.object({ outcome, summary: summarySchema }) } },
});

export const assessmentCompleted = defineEvent({
  type: 'assessment-completed',
  version: 1,
  clear: z.object({}),
  sealed: {
    assessment: {
      key: 'outcome',
      schema: z.object({
        triage_level: triageLevelSchema,
        primary_diagnosis_icd: z.string().nullable(),
        red_flags: z.array(z.string()),
        questions_asked: z.int32().min(0),
      }),
    },
  },
});

export const feedbackGiven = defineEvent({
  type: 'feedback-given',
  version: 1,
  clear: z.object({}),
  sealed: {
    feedback: { key: 'subject', schema: feedbackSchema },
  },
});

export const sessionTimedOut = defineEvent({
  type: 'session-timed-out',
  version: 1,
  clear: z.object({ idle_since: z.iso.datetime() }),
  sealed: {},
});

export const sessionErased = defineEvent({
  type: 'session-erased',
  version: 1,
  clear: z.object({ cause: z.enum(['requested', 'retention']) }),
  sealed: {},
});

export const sessionEvents = [
  sessionOpened,
  sessionAnswered,
  sessionRouted,
  redFlagDetected,
  triageEscalated,
  demographicsUpdated,
  sessionRectified,
  sessionFinalized,
  assessmentCompleted,
  feedbackGiven,
  sessionTimedOut,
  sessionErased,
] as const;

export type SessionEvent = EventOf<(typeof sessionEvents)[number]>;
export type NewSessionEvent = NewEventOf<(typeof sessionEvents)[number]>;
export type Reading = z.output<typeof reading>;
export type UpstreamFinding = z.output<typeof upstreamFinding>;
export type SuppliedFields = z.output<typeof suppliedFields>;
export type KnownBackground = NonNullable<z.output<typeof sessionOpened.sealed.intake.schema>['background']>;
export type Feedback = z.output<typeof feedbackSchema>;
