import { z } from 'zod';
import { share, text, truth } from '../kernel/fields.ts';
import type { Background } from '../patient/types.ts';
import type { Concept } from './concept.ts';
import { findingCode, type Evidence, type UnreadSentence } from './evidence.ts';
import { BEFORE_PROSE, openPointSchema, summarySectionSchema, type Informant } from './summary-parts.ts';
import { BEFORE_CODES, questionSchema, type Question, type QuestionReason } from './question.ts';
import type { CandidatesFor, FindingsAtHand, Interview } from './retrieval/types.ts';

/**
 * The vocabulary between the clinical engine and the rest of the system. All values are plain JSON, so that a
 * case and an outcome can be recorded in an event exactly as they were. What is recorded is declared once, as a schema:
 * its type, the stored groups of the session's events and the answers of the API follow from it.
 */

/** Most to least urgent: ambulance now; emergency department now; clinician within 24 h; appointment; at home. */
export const TRIAGE_LEVELS = ['emergency_ambulance', 'emergency', 'urgent', 'routine', 'self_care'] as const;
export const triageLevelSchema = z.enum(TRIAGE_LEVELS).meta({
  id: 'TriageLevel',
  description:
    'How urgently the patient needs care, from most to least urgent: call an ambulance now; go to an emergency ' +
    'department now; be seen by a clinician within 24 hours; make an ordinary appointment; manage at home.',
  examples: ['emergency'],
});
export type TriageLevel = z.output<typeof triageLevelSchema>;

export const SEXES = ['female', 'male', 'other', 'unknown'] as const;
export const sexSchema = z.enum(SEXES).meta({
  id: 'Sex',
  description: "The patient's sex; some findings and diagnoses depend on it.",
  examples: ['male'],
});
export type Sex = z.output<typeof sexSchema>;

export const ageSchema = z
  .int()
  .min(0)
  .max(130)
  .meta({ description: "The patient's age in whole years.", examples: [54] });

/** What a caller may write into `initial_fields` and `extracted_fields` under a catalogue code. */
export const fieldValueSchema = z
  .union([z.boolean(), z.number(), z.string(), z.null(), z.array(z.string())])
  .meta({
    description:
      'Present or absent, a measured value in the unit of the catalogue, a choice or several; null: unknown.',
    examples: [true],
  });
export type FieldValue = z.output<typeof fieldValueSchema>;

const probability = share('Probability from 0 to 1.', 0.3783);
const icd = text('Its ICD-10 code.', 'I20.8');
const label = text('What is found, in English: "Not present: …" where it is absent.', 'Dyspnoea');
const label_cs = text('The same in Czech.', 'Dušnost');

/** A question that was put to the patient, and whether its answer told nothing usable (then re-asked once). */
export type AskedQuestion = { question_id: string; unclear: boolean };

/**
 * A report of the patient as the reader took it: the question that it answers (null for what was told unasked), how many of its
 * sentences told nothing, what these may speak of, and the findings that it told.
 */
export type ReadReport = { question_id: string | null; unread: number; suggested: string[]; told: string[] };

/** All that the engine may know. The same case always gives the same outcome. */
export type ClinicalCase = {
  /** Complaint codes of the active branches, the chief complaint's first; empty when it was not recognised. */
  complaints: string[];
  age_months: number | null;
  sex: Sex | null;
  /** Who tells it, as far as a text shows. */
  informant?: Informant | undefined;
  /** In the order in which it was told. The last entry for a finding wins; an `unknown` never replaces a known one. */
  evidence: Evidence[];
  asked: AskedQuestion[];
  /** How the reader got on with each report, in the order in which they were told. Left out where no text was read. */
  reports?: ReadReport[];
  /** The patient's profile, for the summary's context. What the engine read in it stands among the evidence. */
  background?: Background | undefined;
};

export const differentialSchema = z
  .object({
    code: text(
      `Code of the diagnosis in the catalogue (GET /v1/concepts); null ${BEFORE_CODES}.`,
      'stable_angina',
    ).nullable(),
    diagnosis: text('Name of the diagnosis in English.', 'Stable angina'),
    diagnosis_cs: text(`The same in Czech; null ${BEFORE_CODES}.`, 'Stabilní angina pectoris').nullable(),
    icd,
    probability,
    rank: z
      .int32()
      .min(1)
      .meta({ description: 'Place in the list, 1 for the likeliest.', examples: [1] }),
  })
  .meta({ id: 'Differential', description: 'A possible diagnosis. It supports a decision and makes none.' });
export type Differential = z.output<typeof differentialSchema>;

export const flagCode = text('Code of the red flag in the catalogue (GET /v1/concepts).', 'rf_acs_features');
export const redFlagSchema = z
  .object({
    flag: flagCode,
    description: text('The warning sign in English.', 'Chest pain with breathlessness, age 40 or over'),
    description_cs: text(
      `The same in Czech; null ${BEFORE_CODES}.`,
      'Bolest na hrudi s dušností, věk od 40 let',
    ).nullable(),
  })
  .meta({
    id: 'RedFlag',
    description: 'A warning sign: findings that together ask for urgent care or more.',
  });

export const triageReasonKind = z.enum(['rule', 'risk', 'condition', 'complaint', 'self_care']).meta({
  id: 'TriageReasonKind',
  description:
    'What decided: a rule for a red flag; the probability of a dangerous diagnosis; what the likely diagnoses call ' +
    'for; the complaint as such; or its criteria for care at home.',
  examples: ['rule'],
});

/** What made the level: a red-flag rule, the probability of a dangerous condition, a likely condition, or a default. */
export const triageReasonSchema = z
  .object({
    kind: triageReasonKind.describe('What kind of thing decided.'),
    code: text(
      'Code of that rule, diagnosis or complaint; "" where the complaint was not recognised.',
      'rf_acs_features',
    ),
    source: text('Where this is published.', 'NICE NG185. Acute coronary syndromes (2020)'),
  })
  .meta({ id: 'TriageReason', description: 'What made the triage level.' });
export type TriageReason = z.output<typeof triageReasonSchema>;

/** Words that the recorded outcome and the answers of the interface share. */
export const DIFFERENTIALS =
  'Possible diagnoses, the likeliest first: at most 10, each with 0.5 percent or more.';
export const RED_FLAGS = 'Warning signs that stand now, the most urgent first.';
export const CURRENT_QUESTION = 'What to ask the patient now; null where no question is left.';

/** Everything that the engine concludes from one case. Recorded whole in the event; reads never recompute it. */
export const outcomeSchema = z
  .object({
    triage_level: triageLevelSchema.describe('How urgently the patient needs care.'),
    triage_reason: triageReasonSchema.describe('Why the level is what it is.'),
    differentials: z.array(differentialSchema).meta({ description: DIFFERENTIALS }),
    red_flags: z.array(redFlagSchema).meta({ description: RED_FLAGS }),
    active_branches: z
      .array(text('Code of a complaint in the catalogue (GET /v1/concepts).', 'chest_pain'))
      .meta({
        description:
          "Complaints that the interview follows, the chief complaint's first; empty where none was recognised.",
      }),
    current_question: questionSchema.nullable().meta({ description: CURRENT_QUESTION }),
    is_complete: truth('Whether no question is left to ask.', false),
    stop_reason: z
      .enum(['certain', 'no_useful_question', 'question_limit', 'emergency'])
      .meta({
        id: 'StopReason',
        description:
          'certain: one diagnosis is likely enough. no_useful_question: none would change much. question_limit: 20 ' +
          'were asked. emergency: the level calls for help now.',
        examples: ['emergency'],
      })
      .nullable()
      .describe('Why no further question is asked; null while there is one.'),
  })
  .meta({ id: 'Outcome', description: 'What the engine concluded.' });
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
  /** The complaint that the text is about, in English or Czech. */
  routed: RoutedComplaint;
  age_months: number | null;
  sex: Sex | null;
  /** Who writes it, by how it speaks of the patient; null where that does not show, and of an answer. */
  informant: Informant | null;
  /** Sentences about the patient of which nothing was understood. */
  unread: UnreadSentence[];
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

export const evidenceLineSchema = z
  .object({
    finding: findingCode,
    label,
    label_cs,
    weight: z.number().meta({
      description:
        'How much it says, in nats (0.7 doubles the odds); above 0 for the diagnosis, below 0 against it.',
      examples: [1.107],
    }),
  })
  .meta({ id: 'EvidenceLine', description: 'A finding that speaks for or against a diagnosis.' });
export type EvidenceLine = z.output<typeof evidenceLineSchema>;

export const EXPLAINED_DIFFERENTIALS = `${DIFFERENTIALS} Each with what speaks for and against it.`;
export const EVIDENCE_FOR = 'What makes the diagnosis likelier, the weightiest first.';
export const EVIDENCE_AGAINST = 'What makes it less likely, the weightiest first.';

const lines = (description: string, example: string) =>
  z.array(z.string()).meta({ description: `${description} In English.`, examples: [[example]] });

/** Which list of a summary a line stands in. */
const summaryPartSchema = z
  .enum(['history', 'pertinent_positives', 'pertinent_negatives', 'patient_context'])
  .meta({
    id: 'SummaryPart',
    description: 'The list of the summary that holds the line.',
    examples: ['history'],
  });
export type SummaryPart = z.output<typeof summaryPartSchema>;

const summaryLineSchema = z
  .object({
    part: summaryPartSchema.describe('Which list holds it.'),
    code: text(
      'Code of the finding in the catalogue (GET /v1/concepts); null for age, sex and what only the profile says.',
      'duration_hours',
    ).nullable(),
    text: text('The line in English, as that list holds it.', 'Duration of symptoms: 2 hours'),
    text_cs: text('The same in Czech.', 'Trvání obtíží: 2 hodiny'),
  })
  .meta({ id: 'SummaryLine', description: 'A line of the summary, with its code and in both languages.' });
export type SummaryLine = z.output<typeof summaryLineSchema>;

/** The clinical summary of a finalized session. `narrative` holds no more than the structured parts do. */
export const summarySchema = z
  .object({
    presenting_complaint: text(
      "Why the patient comes: the complaints that were recognised, with the caller's own words.",
      'Chest pain ("chest pain since this morning")',
    ),
    presenting_complaint_cs: text(
      `The same with the complaints in Czech; null ${BEFORE_CODES}.`,
      'Bolest na hrudi („chest pain since this morning“)',
    ).nullable(),
    history: lines(
      'When and how it began and goes on, and what was measured.',
      'Duration of symptoms: 2 hours',
    ),
    pertinent_positives: lines('Symptoms and signs that the patient has.', 'Dyspnoea'),
    pertinent_negatives: lines('Symptoms and signs that are known to be absent.', 'Cold sweat'),
    red_flags: z.array(redFlagSchema).meta({ description: RED_FLAGS }),
    differentials: z
      .array(
        differentialSchema
          .extend({
            evidence_for: z.array(evidenceLineSchema).meta({ description: EVIDENCE_FOR }),
            evidence_against: z.array(evidenceLineSchema).meta({ description: EVIDENCE_AGAINST }),
          })
          .meta({
            id: 'SummarizedDifferential',
            description: 'A possible diagnosis, with what speaks for and against it.',
          }),
      )
      .meta({ description: EXPLAINED_DIFFERENTIALS }),
    recommended_next_step: text(
      'What the triage level asks for, in English.',
      'Call an ambulance now (in Europe 112, in Czechia 155).',
    ),
    recommended_next_step_cs: text(
      `The same in Czech; null ${BEFORE_CODES}.`,
      'Ihned volejte zdravotnickou záchrannou službu (155, případně 112).',
    ).nullable(),
    patient_context: lines("Age, sex, risk factors and what the patient's profile says.", 'Current smoker'),
    lines: z.array(summaryLineSchema).meta({
      description: `The lines of history, pertinent_positives, pertinent_negatives and patient_context once more, in this order, with code and in both languages; empty ${BEFORE_CODES}.`,
    }),
    open_points: z.array(openPointSchema).meta({
      description: `What is not known or was corrected; empty ${BEFORE_PROSE}.`,
    }),
    sections: z.array(summarySectionSchema).meta({
      description: `The narrative part by part, in its order; a part without content is left out. Empty ${BEFORE_PROSE}.`,
    }),
    narrative: text(
      'The whole summary as a readable text in English.',
      'This is decision support and not a diagnosis: it does not replace examination by a clinician.',
    ),
    narrative_cs: text(
      'The same in Czech.',
      'Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem.',
    ),
  })
  .meta({
    id: 'ClinicalSummary',
    description: 'The summary of a finalized session, in parts and as a text.',
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

export type { Concept, ConceptType } from './concept.ts';
export { informantSchema } from './summary-parts.ts';
export type {
  Informant,
  OpenPoint,
  OpenPointKind,
  SummarySection,
  SummarySectionKind,
} from './summary-parts.ts';
export { evidenceSchema, unreadSentence, type Evidence, type UnreadSentence } from './evidence.ts';
export {
  answerForm,
  answerTypeSchema,
  questionReasonSchema,
  questionSchema,
  reasonWords,
} from './question.ts';
export type { AnswerChoice, AnswerType, Question, QuestionReason } from './question.ts';

/** The engine: pure, deterministic, without clock, network or randomness. */
export type Engine = {
  /** Version of the engine's code and of its knowledge base, e.g. "1.0.0+3f2a9c01". */
  version: string;
  /** SHA-256 (hex) over the knowledge base's files in name order. */
  knowledge_hash: string;
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
  /** Findings that a text may speak of, the likeliest first, also in words that no phrase of the reader has. */
  candidatesFor: CandidatesFor;
  /** Findings that are likely to be told where an interview stands so, whatever the text. */
  findingsAtHand(interview: Interview): FindingsAtHand;
  /** True where what was told answers the question. An explicit "don't know" does as well: it is not asked again. */
  settles(question: Question, evidence: readonly Evidence[]): boolean;
  /** True where the code names a question that the engine could ask. */
  isQuestion(questionId: string): boolean;
  concepts: readonly Concept[];
  /** This engine for what was told at a time (ISO 8601): years before it are past. */
  asOf(at: string): Engine;
};
