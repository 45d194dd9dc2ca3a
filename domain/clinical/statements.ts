import type { CompiledFinding, CompiledKnowledge } from './compiled.ts';
import { ABSENT, latestEvidence, PRESENT } from './facts.ts';
import { inSentence } from './prose/names.ts';
import { ageText, sexText } from './prose/patient.ts';
import { measured } from './prose/quantities.ts';
import { lengthOrSince } from './prose/since.ts';
import type { QuestionState } from './question-worth.ts';
import type { ClinicalCase, Evidence, FieldValue } from './types.ts';
import { TO_CONFIRM, type Language } from './wording.ts';

/** One known finding, ready to be said in either language. */
export type Statement = {
  finding: CompiledFinding;
  present: boolean;
  value: FieldValue;
  fromProfile: boolean;
  /** A text seems to say it and nobody was asked yet. */
  unconfirmed: boolean;
  evidence: Evidence;
};

/**
 * All that was told and is known, in the order of the first mention. Left out are unknown answers, that a story was told,
 * and what the engine does not believe: a misreading ("waters broken" of a man), or what a value contradicts.
 */
export function statementsOf(
  knowledge: CompiledKnowledge,
  clinicalCase: ClinicalCase,
  { facts, unconfirmed }: QuestionState,
): Statement[] {
  return [...latestEvidence(clinicalCase.evidence)].flatMap(([code, evidence]): Statement[] => {
    const finding = knowledge.findingByCode.get(code);
    if (finding === undefined || finding.entry.open !== undefined || evidence.status === 'unknown') return [];
    const present = evidence.status === 'present';
    const isValue = finding.entry.value !== undefined;
    if (isValue && (!present || evidence.value === undefined)) return [];
    if (!isValue && facts.status[finding.index] !== (present ? PRESENT : ABSENT)) return [];
    return [
      {
        finding,
        present,
        value: evidence.value ?? null,
        fromProfile: evidence.source === 'profile',
        unconfirmed: unconfirmed.includes(finding.index),
        evidence,
      },
    ];
  });
}

export const DURATION = 'duration_hours';
export const PREGNANCY_WEEK = 'pregnancy_weeks';
const WEEK_OF_PREGNANCY: Record<Language, (week: string) => string> = {
  en: (week) => `pregnancy, week ${week}`,
  cs: (week) => `těhotenství, ${week}. týden`,
};

/** "Duration of symptoms: 3 hours", "Onset: sudden", or the finding's name; and whether it is to be confirmed. */
export function sayStatement(statement: Statement, language: Language): string {
  const words = sayFinding(statement, language);
  return statement.unconfirmed ? `${words} (${TO_CONFIRM[language]})` : words;
}

function sayFinding({ finding, value, evidence }: Statement, language: Language): string {
  const { entry } = finding;
  if (entry.value === undefined || value === null) return entry[language].name;
  return `${labelOf(finding, language)}: ${sayValue(finding, evidence, language)}`;
}

/** The name without the unit that stands behind the number: "Alanine aminotransferase (ALT) in U/l". */
function labelOf({ entry }: CompiledFinding, language: Language): string {
  const { name } = entry[language];
  if (entry.value?.type !== 'number') return name;
  const suffix = ` ${language === 'en' ? 'in' : 'v'} ${entry.value.unit}`;
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

/** A value with its unit, or the name of a choice. */
export function sayValue(finding: CompiledFinding, evidence: Evidence, language: Language): string {
  const { value: type } = finding.entry;
  const { value } = evidence;
  if (finding.code === DURATION) return lengthOrSince(evidence, language);
  if (type?.type === 'number' && typeof value === 'number') return measured(value, type.unit, language);
  const choices = type?.type === 'choice' ? type.choices : [];
  return choices.find((choice) => choice.value === value)?.[language].name ?? String(value);
}

/** The same inside a sentence: "body temperature 36.9 °C". */
export function sayWithin(statement: Statement, language: Language): string {
  const { finding, value, evidence, unconfirmed } = statement;
  const number =
    finding.entry.value?.type === 'number' && value !== null ? sayValue(finding, evidence, language) : null;
  const words =
    number === null
      ? inSentence(sayFinding(statement, language))
      : finding.code === PREGNANCY_WEEK
        ? WEEK_OF_PREGNANCY[language](number)
        : `${inSentence(labelOf(finding, language))} ${number}`;
  return unconfirmed ? `${words} (${TO_CONFIRM[language]})` : words;
}

/** Age and sex as context lines, as far as they are known. */
export function demographicLines(clinicalCase: ClinicalCase, language: Language): string[] {
  const lines: string[] = [];
  if (clinicalCase.age_months !== null) lines.push(ageText(clinicalCase.age_months, language));
  const sex = sexText(clinicalCase.sex, language);
  if (sex !== null) lines.push(sex);
  return lines;
}
