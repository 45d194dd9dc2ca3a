import type { CompiledKnowledge } from '../../domain/clinical/compiled.ts';
import { gatherFacts, PRESENT } from '../../domain/clinical/facts.ts';
import type { ClinicalCase, Engine, Evidence, Question } from '../../domain/clinical/types.ts';
import type { SuppliedFields } from '../../domain/session/types.ts';
import type { Vignette } from './vignettes.ts';

/** The engine with what it was made of. */
export type Examined = { engine: Engine; knowledge: CompiledKnowledge };

/** What is sent as the answer to a question. */
export type Answer = { raw_text: string | null; extracted_fields: SuppliedFields };

/**
 * So many sentences people type when they are asked to tell it in their own words: the first ones of the vignette, and at the
 * end the first ones that were not told yet.
 */
const STORY_FACTS = 3;

const WORDS = {
  en: { yes: 'Yes', no: 'No', unknown: "I don't know" },
  cs: { yes: 'Ano', no: 'Ne', unknown: 'Nevím' },
};

/**
 * A patient who answers from the facts of the vignette: yes or no with the fact in his own words, a value where one is
 * told, no to what the facts do not speak of, and "I don't know" to a value that they do not tell. He remembers what he has
 * told: one patient for one interview.
 */
export function simulatePatient(
  { engine, knowledge }: Examined,
  vignette: Vignette,
): (question: Question) => Answer {
  const words = WORDS[vignette.lang];
  const values = new Set(
    engine.concepts
      .filter(({ value_type }) => value_type !== 'boolean' && value_type !== null)
      .map(({ code }) => code),
  );
  const known = new Map<string, { evidence: Evidence; fact: string }>();
  for (const fact of vignette.facts) {
    for (const evidence of engine.extract(fact, null).evidence)
      known.set(evidence.finding, { evidence, fact });
  }
  const facts = gatherFacts(
    knowledge,
    caseOf(
      vignette,
      [...known.values()].map(({ evidence }) => evidence),
    ),
    [],
  );
  /** What follows from the facts: with 39.3 °C one has a fever. */
  const follows = (code: string): boolean =>
    facts.status[knowledge.findingByCode.get(code)?.index ?? -1] === PRESENT;
  const untold = new Set(vignette.facts);
  const tellFacts = (facts: readonly string[]): string => {
    for (const fact of facts) untold.delete(fact);
    return facts.join(' ');
  };
  return (question) => {
    if (question.question_id === knowledge.story.code)
      return { raw_text: tellFacts(vignette.facts.slice(0, STORY_FACTS)), extracted_fields: {} };
    if (question.question_id === knowledge.closing.code)
      return { raw_text: tellFacts([...untold].slice(0, STORY_FACTS)) || words.no, extracted_fields: {} };
    const about = question.targets.flatMap((target) => known.get(target) ?? []);
    const [told] = about.filter(({ evidence }) => evidence.status !== 'unknown');
    if (told === undefined && question.targets.some(follows)) {
      return { raw_text: words.yes, extracted_fields: {} };
    }
    if (told === undefined) {
      const isValue = values.has(question.question_id);
      return { raw_text: isValue ? words.unknown : words.no, extracted_fields: {} };
    }
    const { evidence, fact } = told;
    untold.delete(fact);
    if (evidence.value !== undefined) {
      return { raw_text: null, extracted_fields: { [evidence.finding]: evidence.value } };
    }
    const said = evidence.status === 'present' ? words.yes : words.no;
    return { raw_text: `${said}. ${fact}`, extracted_fields: {} };
  };
}

/** What is known of such a patient, and nothing that was asked. */
export const caseOf = (
  { age_months, sex }: Pick<ClinicalCase, 'age_months' | 'sex'>,
  evidence: Evidence[],
): ClinicalCase => ({
  complaints: [],
  age_months,
  sex,
  evidence,
  asked: [],
});
