import { z } from 'zod';
import { TRIAGE_LEVELS } from './types.ts';

/**
 * The format of a clinical file (`knowledge/<system>/*.yaml`): what a clinician reviews. What the reader looks for in texts
 * stands in the lexicon (lexicon-schema.ts). Every section is optional, so that a file holds what its name says. Codes are unique over all files and over all kinds of things (findings, conditions,
 * complaints, rules), because callers name them without saying which kind they mean.
 */

/** Age bands of the priors, youngest first: from 0, 1, 5, 12, 18, 40, 65 and 80 years. */
export const AGE_BANDS = ['infant', 'toddler', 'child', 'teen', 'young', 'middle', 'older', 'old'] as const;

export const codeSchema = z.string().regex(/^[a-z][a-z0-9_]{1,99}$/);
const sentence = z.string().min(2).max(500);
const probability = z.number().min(0.0005).max(0.9995);
const levelSchema = z.enum(TRIAGE_LEVELS);

/** Half-open window of age: from ≤ age < below. A person of unknown age is in no bounded window. */
const ageWindow = z.strictObject({
  from_months: z.int().min(0).max(1560).optional(),
  below_months: z.int().min(1).max(1560).optional(),
  from_years: z.int().min(0).max(130).optional(),
  below_years: z.int().min(1).max(130).optional(),
});

const sourceSchema = z.strictObject({
  kind: z.enum(['study', 'guideline', 'textbook', 'expert']),
  citation: sentence,
});

/** `name` is the clinician's wording, `plain` the patient's, `ask` the question. */
const findingText = z.strictObject({ name: sentence, plain: sentence, ask: sentence.optional() });
const namedText = z.strictObject({ name: sentence });

const choiceSchema = z.strictObject({
  value: codeSchema,
  sets: z.array(codeSchema).default([]),
  en: namedText,
  cs: namedText,
});

/**
 * Another unit in which the value is told: one of it is `times` of the catalogue's, and `plus` more. With `bare` a number
 * without a unit that is out of bounds is read in it ("Hb 7.2"): only where no normal value is out of bounds.
 */
const otherUnit = z.strictObject({
  unit: z.string().min(1).max(20),
  times: z.number().positive(),
  plus: z.number().default(0),
  bare: z.boolean().default(false),
});
const numberValue = z.strictObject({
  type: z.literal('number'),
  unit: z.string().min(1).max(20),
  minimum: z.number(),
  maximum: z.number(),
  other_units: z.array(otherUnit).max(6).default([]),
});
const choiceValue = z.strictObject({
  type: z.literal('choice'),
  choices: z.array(choiceSchema).min(2).max(12),
});

/** A row of `derive`: the number makes `finding` present where it lies in [at_least, below), else absent. */
const deriveSchema = z.strictObject({
  finding: codeSchema,
  at_least: z.number().optional(),
  below: z.number().optional(),
  age: ageWindow.optional(),
});

const findingSchema = z.strictObject({
  kind: z.enum(['finding', 'risk_factor']).default('finding'),
  topic: codeSchema,
  /** P(finding | none of the conditions that name it), among people who come with a complaint. Tri-state only. */
  background: probability.optional(),
  group: codeSchema.optional(),
  value: z.discriminatedUnion('type', [numberValue, choiceValue]).optional(),
  derive: z.array(deriveSchema).max(20).default([]),
  /** Present here makes those present; any of those absent makes this absent. */
  implies: z.array(codeSchema).default([]),
  /** Present here makes those absent. */
  excludes: z.array(codeSchema).default([]),
  /** Asked only once this finding is present; background and links are then conditional on its presence. */
  after: codeSchema.optional(),
  /** Asked only once one of these is present: what nobody is asked who gave no reason. Its probabilities hold for all. */
  asked_with: z.array(codeSchema).max(20).default([]),
  /** Once it is there these are asked among the first: what must not be left unasked then. */
  asks_next: z.array(codeSchema).max(5).default([]),
  applies: z
    .strictObject({ sex: z.enum(['female', 'male']).optional(), age: ageWindow.optional() })
    .optional(),
  /**
   * Whoever is younger is not asked. What is told of him counts all the same, unlike with `applies`: a toddler can be drunk.
   */
  asked_from_years: z.int().min(1).max(130).optional(),
  /** Asks whether something cannot be done or is missing: "yes, I can" is then a no, and "I can't" a yes. */
  inability: z.boolean().default(false),
  /**
   * Asks for everything that somebody wants to tell, early (`story`) or at the end (`closing`); any answer that tells
   * something settles it, and it says nothing itself.
   */
  open: z.enum(['story', 'closing']).optional(),
  en: findingText,
  cs: findingText,
});

/** A group of findings that depend on one another: the strongest counts whole, the others times `damping`. */
const groupSchema = z.strictObject({ name: sentence, damping: z.number().min(0).max(1) });
const topicSchema = z.strictObject({ name: sentence });

/** Either P(finding | condition) or a pair [LR+, LR-]. One object and no union: there are thousands of them. */
const linkSchema = z
  .strictObject({
    p: probability.optional(),
    lr: z.tuple([z.number().min(0.01).max(200), z.number().min(0.01).max(50)]).optional(),
    source: codeSchema,
  })
  .refine((link) => (link.p === undefined) !== (link.lr === undefined), 'needs either p or lr');

const conditionSchema = z.strictObject({
  /** WHO ICD-10 (2019), as printed: a letter, two digits, and a digit after the dot where there is one. */
  icd: z.string().regex(/^[A-Z][0-9]{2}(\.[0-9])?$/),
  urgency: levelSchema,
  /** Probability from which the condition decides the triage level; null where its urgency needs no such guard. */
  danger: z.number().min(0.005).max(1).nullable(),
  source: codeSchema,
  /** P(condition | complaint) in a person of 40 to 64 years, before the multipliers. */
  complaints: z.record(codeSchema, z.number().min(0.00001).max(0.9)),
  age: z.partialRecord(z.enum(AGE_BANDS), z.number().min(0).max(1000)).default({}),
  sex: z
    .strictObject({
      female: z.number().min(0).max(20).default(1),
      male: z.number().min(0).max(20).default(1),
    })
    .optional(),
  findings: z.record(codeSchema, linkSchema),
  en: namedText,
  cs: namedText,
});

/** All parts that are given must hold. There is no negation: more findings never undo a rule. */
const whenSchema = z.strictObject({
  all: z.array(codeSchema).max(8).default([]),
  any: z.array(codeSchema).max(20).default([]),
  at_least: z
    .strictObject({ count: z.int().min(2).max(8), of: z.array(codeSchema).min(2).max(20) })
    .optional(),
  age: ageWindow.optional(),
  sex: z.enum(['female', 'male']).optional(),
});

const ruleSchema = z.strictObject({
  level: levelSchema,
  /** Complaints whose branch must be active; without it the rule holds always. */
  complaints: z.array(codeSchema).optional(),
  when: whenSchema,
  source: codeSchema,
  en: sentence,
  cs: sentence,
});

const startSchema = z.strictObject({
  level: levelSchema,
  age: ageWindow.optional(),
  sex: z.enum(['female', 'male']).optional(),
  source: codeSchema,
});

const selfCareSchema = z.strictObject({
  age: ageWindow.default({}),
  /** Findings that must be known and absent. */
  absent: z.array(codeSchema).min(1).max(20),
  /** Findings that must not be present, but may be unknown. */
  not_present: z.array(codeSchema).max(40).default([]),
  /** Upper bounds on valued findings; an unknown value passes. */
  at_most: z.record(codeSchema, z.number()).default({}),
  /** Least share of the probability on conditions that are managed at home. */
  share: probability,
  source: codeSchema,
  en: sentence,
  cs: sentence,
});

const complaintSchema = z.strictObject({
  /** The finding that this complaint is; known present while the branch is active. */
  finding: codeSchema.optional(),
  /** True for the branch that serves texts in which no complaint was recognised; never shown as a branch. */
  fallback: z.boolean().default(false),
  /** Share of causes outside the knowledge base. */
  other: probability,
  /** First row that fits the demographics gives the level before anything else is known. */
  start: z.array(startSchema).min(1),
  /** Findings, or choices, that are asked first and keep the level from falling below the start while they are open. */
  safety_net: z.array(codeSchema).min(1).max(12),
  /** Further dangers for patients of an age, which are asked and kept open in the same way. */
  safety_net_at_age: z
    .array(z.strictObject({ age: ageWindow, findings: z.array(codeSchema).min(1).max(6) }))
    .max(4)
    .default([]),
  /** Findings that every interview of this branch wants to know, after the safety net. */
  basics: z.array(codeSchema).max(6).default([]),
  self_care: selfCareSchema,
  en: namedText,
  cs: namedText,
});

export const knowledgeSchema = z.strictObject({
  sources: z.record(codeSchema, sourceSchema).default({}),
  topics: z.record(codeSchema, topicSchema).default({}),
  groups: z.record(codeSchema, groupSchema).default({}),
  complaints: z.record(codeSchema, complaintSchema).default({}),
  findings: z.record(codeSchema, findingSchema).default({}),
  conditions: z.record(codeSchema, conditionSchema).default({}),
  rules: z.record(codeSchema, ruleSchema).default({}),
});

export type KnowledgeFile = z.infer<typeof knowledgeSchema>;
export type SourceEntry = z.infer<typeof sourceSchema>;
export type LinkEntry = z.infer<typeof linkSchema>;
export type RuleEntry = z.infer<typeof ruleSchema>;
export type AgeWindow = z.infer<typeof ageWindow>;

/** All files of one format in one: every section as a map from code to entry. */
export type Merged<File> = { [Section in keyof File]: Map<string, File[Section][keyof File[Section]]> };
export type ClinicalContent = Merged<KnowledgeFile>;
