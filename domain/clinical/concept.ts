import type { AnswerChoice, AnswerType } from './question.ts';

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
  /** The form of an answer about it; null where no field has its code. */
  answer_type: AnswerType | null;
  /** What can be chosen; empty where nothing is. */
  choices: AnswerChoice[];
  unit: string | null;
  minimum: number | null;
  maximum: number | null;
  icd: string | null;
};
