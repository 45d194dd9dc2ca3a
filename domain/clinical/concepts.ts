import { answerFormOf } from './answer-form.ts';
import type { CompiledKnowledge } from './compiled.ts';
import type { FindingEntry } from './merge.ts';
import type { Concept } from './concept.ts';

const NO_VALUE = {
  value_type: null,
  allowed_values: null,
  answer_type: null,
  choices: [] as Concept['choices'],
  unit: null,
  minimum: null,
  maximum: null,
  icd: null,
};

/** The whole catalogue: complaints, findings and risk factors, conditions, and the flags that rules raise. */
export function buildConcepts(knowledge: CompiledKnowledge): Concept[] {
  const complaints = knowledge.complaints
    .filter((complaint) => !complaint.entry.fallback)
    .map((complaint): Concept => ({
      ...named(complaint.code, complaint.entry),
      type: 'complaint',
      ...NO_VALUE,
    }));
  const findings = knowledge.findings.map((finding): Concept => ({
    ...named(finding.code, finding.entry),
    type: finding.entry.kind,
    ...NO_VALUE,
    ...valueOf(finding.entry),
    synonyms: withPlain(finding.entry.en),
    synonyms_cs: withPlain(finding.entry.cs),
  }));
  const conditions = knowledge.conditions.map((condition): Concept => ({
    ...named(condition.code, condition.entry),
    type: 'condition',
    ...NO_VALUE,
    icd: condition.entry.icd,
  }));
  const flags = knowledge.rules.map((rule): Concept => ({
    code: rule.code,
    type: 'flag',
    name: rule.entry.en,
    name_cs: rule.entry.cs,
    synonyms: [],
    synonyms_cs: [],
    ...NO_VALUE,
    value_type: 'boolean',
    answer_type: 'boolean',
  }));
  return [...complaints, ...findings, ...conditions, ...flags];
}

type Named = { name: string; words: string[] };

function named(
  code: string,
  entry: { en: Named; cs: Named },
): Pick<Concept, 'code' | 'name' | 'name_cs' | 'synonyms' | 'synonyms_cs'> {
  return {
    code,
    name: entry.en.name,
    name_cs: entry.cs.name,
    synonyms: entry.en.words,
    synonyms_cs: entry.cs.words,
  };
}

function withPlain(text: { name: string; plain: string; words: string[]; fixed: string[] }): string[] {
  return [...new Set([text.plain, ...text.words, ...text.fixed])].filter((word) => word !== text.name);
}

/** What its values and the answers about it look like. */
function valueOf(entry: FindingEntry) {
  const { value } = entry;
  const form = answerFormOf(entry);
  if (value === undefined) return { ...form, value_type: 'boolean' as const };
  if (value.type === 'choice') {
    const allowed_values = form.choices.map(({ code }) => code);
    return { ...form, value_type: 'choice' as const, allowed_values };
  }
  const { minimum, maximum } = value;
  return { ...form, value_type: 'number' as const, minimum, maximum };
}
