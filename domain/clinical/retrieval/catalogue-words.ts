import type { CompiledKnowledge } from '../compiled.ts';
import { tokenizePhrase } from '../text/language/tokenize.ts';
import { LANGUAGES, type Language } from '../text/language/vocabulary.ts';

/** What the words of findings are taken from. */
export type Catalogue = Pick<CompiledKnowledge, 'findings' | 'findingByCode' | 'complaints' | 'reassurances'>;

/** Of one finding and language: in how many of its phrases each folded word stands. */
export type WordCounts = Map<string, number>;

/** Names say what a finding is; a phrase is one of many ways to say it. */
const NAME = 3;
const PHRASE = 1;

/**
 * The words by which the catalogue speaks of each finding, in the order of the findings: names, questions, phrases and
 * choices, what denies it, and the phrases of the complaint that it is.
 */
export function wordsOfFindings(catalogue: Catalogue): Record<Language, WordCounts>[] {
  const counts = catalogue.findings.map((): Record<Language, WordCounts> => {
    return { en: new Map<string, number>(), cs: new Map<string, number>() };
  });
  const add = (finding: number, language: Language, phrases: readonly string[], weight = PHRASE): void => {
    const words = counts[finding]?.[language];
    if (words === undefined) return;
    for (const phrase of phrases)
      for (const word of new Set(tokenizePhrase(phrase.replaceAll('|', ' '))))
        words.set(word, (words.get(word) ?? 0) + weight);
  };
  for (const language of LANGUAGES) {
    for (const { index, code, entry } of catalogue.findings) {
      const { name, plain, ask = '', words, patterns, fixed, asked, denied } = entry[language];
      add(index, language, [name, plain], NAME);
      add(index, language, [ask, ...words, ...patterns, ...fixed, ...asked, ...denied, ...unitsOf(entry)]);
      if (language === 'en') add(index, language, [code.replaceAll('_', ' ')]);
      const choices = entry.value?.type === 'choice' ? entry.value.choices : [];
      for (const { [language]: said } of choices)
        add(index, language, [said.name, ...said.words, ...said.asked]);
    }
    for (const { denies, [language]: phrases } of catalogue.reassurances)
      for (const code of denies) add(catalogue.findingByCode.get(code)?.index ?? -1, language, phrases);
    for (const { finding, entry } of catalogue.complaints) {
      const { name, words, fixed } = entry[language];
      add(finding, language, [name, ...words, ...fixed]);
    }
  }
  return counts;
}

type Entry = Catalogue['findings'][number]['entry'];

const unitsOf = ({ value }: Entry): string[] =>
  value?.type === 'number' ? [value.unit, ...value.other_units.map(({ unit }) => unit)] : [];
