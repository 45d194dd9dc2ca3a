import type { Engine, Evidence, Question } from '../../domain/clinical/types.ts';
import type { SuppliedFields } from '../../domain/session/events.ts';
import type { Vignette } from './vignettes.ts';

/** What is sent as the answer to a question. */
export type Answer = { raw_text: string | null; extracted_fields: SuppliedFields };

const WORDS = {
  en: { yes: 'Yes', no: 'No', unknown: "I don't know" },
  cs: { yes: 'Ano', no: 'Ne', unknown: 'Nevím' },
};

/**
 * A patient who answers from the facts of the vignette: yes or no with the fact in his own words, a value where one is
 * told, no to what the facts do not speak of, and "I don't know" to a value that they do not tell.
 */
export function simulatePatient(engine: Engine, vignette: Vignette): (question: Question) => Answer {
  const words = WORDS[vignette.lang];
  const known = new Map<string, { evidence: Evidence; fact: string }>();
  for (const fact of vignette.facts) {
    for (const evidence of engine.extract(fact, null).evidence)
      known.set(evidence.finding, { evidence, fact });
  }
  return (question) => {
    const about = question.targets.flatMap((target) => known.get(target) ?? []);
    const [told] = about.filter(({ evidence }) => evidence.status !== 'unknown');
    if (told === undefined) {
      const isValue = engine.concepts.some(
        ({ code, value_type }) =>
          code === question.question_id && value_type !== 'boolean' && value_type !== null,
      );
      return { raw_text: isValue ? words.unknown : words.no, extracted_fields: {} };
    }
    const { evidence, fact } = told;
    if (evidence.value !== undefined) {
      return { raw_text: null, extracted_fields: { [evidence.finding]: evidence.value } };
    }
    const said = evidence.status === 'present' ? words.yes : words.no;
    return { raw_text: `${said}. ${fact}`, extracted_fields: {} };
  };
}
