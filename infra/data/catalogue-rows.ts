import { answerFormOf } from '../../domain/clinical/answer-form.ts';
import { TRIAGE_LEVELS, type CompiledKnowledge } from '../../domain/clinical/index.ts';
import type { DimensionRow } from './dimension-rows.ts';

type Named = { en: { name: string }; cs: { name: string } };
const namesOf = (code: string, { en, cs }: Named): DimensionRow => ({
  code,
  name: en.name,
  name_cs: cs.name,
});

/** The rows of the dimensions that the catalogue of the engine gives, by name. */
export const CATALOGUE_ROWS = {
  conditions: (knowledge) =>
    knowledge.conditions.map(({ code, entry }) => ({ ...namesOf(code, entry), icd: entry.icd })),
  findings_catalogue: (knowledge) =>
    knowledge.findings.map(({ code, entry }) => ({
      ...namesOf(code, entry),
      kind: entry.kind,
      unit: answerFormOf(entry).unit,
    })),
  questions: (knowledge) =>
    knowledge.findings
      .filter(({ askable }) => askable)
      .map(({ code, entry }) => ({
        code,
        text: entry.en.ask ?? '',
        text_cs: entry.cs.ask ?? '',
        answer_type: answerFormOf(entry).answer_type,
      })),
  complaints: (knowledge) =>
    knowledge.complaints
      .filter(({ entry }) => !entry.fallback)
      .map(({ code, entry }) => namesOf(code, entry)),
  rules: (knowledge) =>
    knowledge.rules.map(({ code, level, entry }) => ({
      code,
      name: entry.en,
      name_cs: entry.cs,
      triage_level: TRIAGE_LEVELS[level] ?? '',
      source: knowledge.sources.get(entry.source)?.citation ?? entry.source,
    })),
} satisfies Record<string, (knowledge: CompiledKnowledge) => DimensionRow[]>;
