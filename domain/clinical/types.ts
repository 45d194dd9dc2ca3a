import { z } from 'zod';
import type { Background } from '../patient/types.ts';

/**
 * The vocabulary between the clinical engine and the rest of the system. All values are plain JSON, so that a
 * case and an outcome can be recorded in an event exactly as they were. What is recorded is declared once, as a schema:
 * its type, the stored groups of the session's events and the answers of the API follow from it.
 */

/** Most to least urgent: ambulance now; emergency department now; clinician within 24 h; appointment; at home. */
export const TRIAGE_LEVELS = ['emergency_ambulance', 'emergency', 'urgent', 'routine', 'self_care'] as const;
export const triageLevelSchema = z.enum(TRIAGE_LEVELS);
export type TriageLevel = z.output<typeof triageLevelSchema>;

export const SEXES = ['female', 'male', 'other', 'unknown'] as const;
export const sexSchema = z.enum(SEXES);
export type Sex = z.output<typeof sexSchema>;

/** In years. */
export const ageSchema = z.int().min(0).max(130);

/** What a caller may write into `initial_fields` and `extracted_fields` under a catalogue code. */
export const fieldValueSchema = z.union([z.boolean(), z.number(), z.string(), z.null(), z.array(z.string())]);
export type FieldValue = z.output<typeof fieldValueSchema>;

/** Where in the source text something was read: UTF-16 offsets, end exclusive. */
const spanSchema = z.object({ start: z.int32().min(0), end: z.int32().min(0), text: z.string() });

/** One thing known about the patient. `value` is in the catalogue's unit of that finding. */
export const evidenceSchema = z.object({
  finding: z.string(),
  status: z.enum(['present', 'absent', 'unknown']),
  value: z.union([z.number(), z.string()]).optional(),
  /** 0 to 1: how sure the source was. Fields sent by the client default to 1. */
  confidence: z.number(),
  source: z.enum(['client', 'text', 'profile']),
  span: spanSchema.optional(),
});
export type Evidence = z.output<typeof evidenceSchema>;

/** A question that was put to the patient, and whether its answer told nothing usable (then re-asked once). */
export type AskedQuestion = { question_id: string; unclear: boolean };

/** All that the engine may know. The same case always gives the same outcome. */
export type ClinicalCase = {
  /** Complaint codes of the active branches, the chief complaint's first; empty when it was not recognised. */
  complaints: string[];
  age_months: number | null;
  sex: Sex | null;
  /** In the order in which it was told. The last entry for a finding wins; an `unknown` never replaces a known one. */
  evidence: Evidence[];
  asked: AskedQuestion[];
  /** The patient's profile, for the summary's context. What the engine read in it stands among the evidence. */
  background?: Background | undefined;
};

export const questionSchema = z.object({
  question_id: z.string(),
  text: z.string(),
  text_cs: z.string(),
  /** Codes of the findings that the answer would settle. */
  targets: z.array(z.string()),
  is_red_flag: z.boolean(),
  is_reask: z.boolean(),
});
export type Question = z.output<typeof questionSchema>;

export const differentialSchema = z.object({
  diagnosis: z.string(),
  icd: z.string(),
  probability: z.number(),
  rank: z.int32().min(1),
});
export type Differential = z.output<typeof differentialSchema>;

export const redFlagSchema = z.object({ flag: z.string(), description: z.string() });

/** What made the level: a red-flag rule, the probability of a dangerous condition, a likely condition, or a default. */
export const triageReasonSchema = z.object({
  kind: z.enum(['rule', 'risk', 'condition', 'complaint', 'self_care']),
  code: z.string(),
  source: z.string(),
});
export type TriageReason = z.output<typeof triageReasonSchema>;

/** Everything that the engine concludes from one case. Recorded whole in the event; reads never recompute it. */
export const outcomeSchema = z.object({
  triage_level: triageLevelSchema,
  triage_reason: triageReasonSchema,
  differentials: z.array(differentialSchema),
  red_flags: z.array(redFlagSchema),
  active_branches: z.array(z.string()),
  current_question: questionSchema.nullable(),
  is_complete: z.boolean(),
  /** Why no further question is asked. */
  stop_reason: z.enum(['certain', 'no_useful_question', 'question_limit', 'emergency']).nullable(),
});
export type Outcome = z.output<typeof outcomeSchema>;
export type StopReason = NonNullable<Outcome['stop_reason']>;

/** What free text told. */
export type Extraction = {
  evidence: Evidence[];
  fields: Record<string, FieldValue>;
  flags: string[];
  field_confidences: Record<string, number>;
  /** Complaints recognised in the text, most likely first. */
  complaints: { code: string; confidence: number }[];
  age_months: number | null;
  sex: Sex | null;
};

/** What the caller's own fields and flags told. `unrecognised` names codes that the catalogue does not hold. */
export type Interpretation = {
  evidence: Evidence[];
  unrecognised: string[];
  /** Catalogue codes whose value has the wrong type or is out of bounds; never carries the value. */
  issues: { field: string; code: string; message: string }[];
  age_months: number | null;
};

export type RoutedComplaint = {
  /** Complaint code, or null when the text is outside the scope of the knowledge base. */
  chief_complaint: string | null;
  confidence: number;
  secondary: string | null;
};

export const evidenceLineSchema = z.object({
  finding: z.string(),
  label: z.string(),
  label_cs: z.string(),
  weight: z.number(),
});
export type EvidenceLine = z.output<typeof evidenceLineSchema>;

/** The clinical summary of a finalized session. `narrative` holds no more than the structured parts do. */
export const summarySchema = z.object({
  presenting_complaint: z.string(),
  history: z.array(z.string()),
  pertinent_positives: z.array(z.string()),
  pertinent_negatives: z.array(z.string()),
  red_flags: z.array(redFlagSchema),
  differentials: z.array(
    differentialSchema.extend({
      evidence_for: z.array(evidenceLineSchema),
      evidence_against: z.array(evidenceLineSchema),
    }),
  ),
  recommended_next_step: z.string(),
  patient_context: z.array(z.string()),
  narrative: z.string(),
  narrative_cs: z.string(),
});
export type Summary = z.output<typeof summarySchema>;

/** A line of an explanation, with where its number comes from. `weight` is in nats, after damping; above 0 speaks for. */
export type SourcedLine = EvidenceLine & { source: string };

/** What is not known yet, and what it would say for one diagnosis either way (nats). */
export type OpenLine = {
  finding: string;
  label: string;
  label_cs: string;
  if_present: number;
  if_absent: number;
  source: string;
};

export type ExplainedDifferential = Differential & {
  evidence_for: SourcedLine[];
  evidence_against: SourcedLine[];
  unasked: OpenLine[];
};

/** Why a question is asked now. */
export type QuestionReason =
  | 'unclear_answer'
  | 'confirmation'
  | 'safety_net'
  | 'own_words'
  | 'basics'
  | 'red_flag'
  | 'information';

/** A rule, or another thing of the catalogue, in words. */
export type Named = { code: string; text: string; text_cs: string; source: string };

/** The whole reasoning behind an outcome. */
export type Explanation = {
  differentials: ExplainedDifferential[];
  /** Probability of what stands outside the list and outside the catalogue. */
  other_probability: number;
  question: null | {
    question_id: string;
    reason: QuestionReason;
    text: string;
    text_cs: string;
    /** Expected information in nats, with weight on danger. */
    information: number;
    /** Red-flag rules that a yes alone would complete. */
    rules: Named[];
  };
  triage: {
    level: TriageLevel;
    kind: TriageReason['kind'];
    decided_by: Named;
    /** The findings on which a rule rests; empty for the other kinds. */
    findings: { finding: string; label: string; label_cs: string }[];
    red_flags: Named[];
    /** Findings that a text tells, on which the level stands, and that fit nothing else: asked for before it is believed. */
    unconfirmed: { finding: string; label: string; label_cs: string }[];
  };
  advice: { who: string; who_cs: string; how_soon: string; how_soon_cs: string };
};

export type ConceptType = 'complaint' | 'finding' | 'risk_factor' | 'condition' | 'flag';

/** One row of the catalogue that GET /v1/concepts searches. */
export type Concept = {
  code: string;
  type: ConceptType;
  name: string;
  name_cs: string;
  synonyms: string[];
  synonyms_cs: string[];
  value_type: 'boolean' | 'number' | 'choice' | null;
  allowed_values: string[] | null;
  unit: string | null;
  minimum: number | null;
  maximum: number | null;
  icd: string | null;
};

/** The engine: pure, deterministic, without clock, network or randomness. */
export type Engine = {
  /** Version of the engine's code and of its knowledge base, e.g. "1.0.0+3f2a9c01". */
  version: string;
  /** SHA-256 (hex) over the knowledge base's files in name order. */
  knowledge_hash: string;
  /** Maps a complaint text in English or Czech to complaint codes. Never throws. */
  route(text: string): RoutedComplaint;
  /** Reads text (at most 10,000 characters). `pending` is the question that a bare yes or no answers. */
  extract(text: string, pending: Question | null): Extraction;
  /** Reads the caller's fields (any JSON under codes the catalogue does not know) and flags; `confidences` maps codes to 0..1. */
  interpret(
    fields: Record<string, unknown>,
    flags: string[],
    confidences: Record<string, number> | null,
  ): Interpretation;
  /** The findings that a patient's profile establishes, with source `profile`. */
  readBackground(background: Background): Evidence[];
  /** The field values as the API shows them back for some evidence. */
  toFields(evidence: Evidence[]): Record<string, FieldValue>;
  assess(clinicalCase: ClinicalCase): Outcome;
  /** `complaintText` is what the caller wrote. */
  summarize(complaintText: string, clinicalCase: ClinicalCase, outcome: Outcome): Summary;
  /** The reasoning behind an outcome of this engine for this case. */
  explain(clinicalCase: ClinicalCase, outcome: Outcome): Explanation;
  /** True where what was told answers the question. An explicit "don't know" does as well: it is not asked again. */
  settles(question: Question, evidence: readonly Evidence[]): boolean;
  /** True where the code names a question that the engine could ask. */
  isQuestion(questionId: string): boolean;
  concepts: readonly Concept[];
};
