import type { CompiledFinding, CompiledKnowledge } from './compiled.ts';
import { latestEvidence } from './facts.ts';
import type { ClinicalCase, FieldValue } from './types.ts';
import { ageText, sexText, TO_CONFIRM, type Language } from './wording.ts';

/** One known finding, ready to be said in either language. */
export type Statement = {
  finding: CompiledFinding;
  present: boolean;
  value: FieldValue;
  fromProfile: boolean;
  /** A text seems to say it and nobody was asked yet. */
  unconfirmed: boolean;
};

/**
 * All that was told and is known, in the order of the first mention; unknown answers are left out, and that a story was
 * told. `unconfirmed` are findings.
 */
export function statementsOf(
  knowledge: CompiledKnowledge,
  clinicalCase: ClinicalCase,
  unconfirmed: readonly number[],
): Statement[] {
  return [...latestEvidence(clinicalCase.evidence)].flatMap(([code, evidence]) => {
    const finding = knowledge.findingByCode.get(code);
    if (finding === undefined || finding.entry.open !== undefined || evidence.status === 'unknown') return [];
    const present = evidence.status === 'present';
    if (finding.entry.value !== undefined && (!present || evidence.value === undefined)) return [];
    return [
      {
        finding,
        present,
        value: evidence.value ?? null,
        fromProfile: evidence.source === 'profile',
        unconfirmed: unconfirmed.includes(finding.index),
      },
    ];
  });
}

/** "Duration of symptoms: 3 h", "Onset: sudden", or the finding's name; and whether it is to be confirmed. */
export function sayStatement(statement: Statement, language: Language): string {
  const words = sayFinding(statement, language);
  return statement.unconfirmed ? `${words} (${TO_CONFIRM[language]})` : words;
}

function sayFinding(statement: Statement, language: Language): string {
  const { entry } = statement.finding;
  const { name } = entry[language];
  if (entry.value === undefined || statement.value === null) return name;
  if (entry.value.type === 'number') {
    const number = language === 'cs' ? String(statement.value).replace('.', ',') : String(statement.value);
    // A score is written 8/10, a measurement 72 /min.
    const space = /^\/\d/.test(entry.value.unit) ? '' : ' ';
    return `${name}: ${number}${space}${entry.value.unit}`;
  }
  const choice = entry.value.choices.find((candidate) => candidate.value === statement.value);
  return `${name}: ${choice?.[language].name ?? String(statement.value)}`;
}

/** Age and sex as context lines, as far as they are known. */
export function demographicLines(clinicalCase: ClinicalCase, language: Language): string[] {
  const lines: string[] = [];
  if (clinicalCase.age_months !== null) lines.push(ageText(clinicalCase.age_months, language));
  const sex = sexText(clinicalCase.sex, language);
  if (sex !== null) lines.push(sex);
  return lines;
}
