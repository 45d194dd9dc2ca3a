import { meaningOf, stemOf, type Language } from '../text/language/vocabulary.ts';

/** Letters of a character n-gram: shorter ones stand in every word, longer ones in no mistyped word. */
const GRAM = 4;
/** Below this length a word's stem alone says enough. */
const SHORTEST_CUT = 3;

/** What a word is found by, with its weight in a query: its meaning, and the pieces that a mistyped form of it shares. */
export type Term = { term: string; weight: number };

/**
 * The terms of a folded word: its stem in that language, in full, and its character 4-grams (`^` and `$` mark its ends).
 * The pieces of a word weigh less the more there are.
 */
function termsOf(word: string, language: Language): Term[] {
  const whole = { term: `${language}=${meaningOf(stemOf(word, language), language)}`, weight: 1 };
  if (word.length < SHORTEST_CUT) return [whole];
  const marked = `^${word}$`;
  const count = marked.length - GRAM + 1;
  const weight = 1 / Math.sqrt(count);
  const pieces = Array.from({ length: count }, (_, at): Term => {
    return { term: `${language}~${marked.slice(at, at + GRAM)}`, weight };
  });
  return [whole, ...pieces];
}

export type TermsOf = typeof termsOf;

/** The same, which reckons each word once. For one text or one compilation: it forgets nothing. */
export function rememberTerms(): TermsOf {
  const known = { en: new Map<string, Term[]>(), cs: new Map<string, Term[]>() };
  return (word, language) => {
    const kept = known[language].get(word) ?? termsOf(word, language);
    known[language].set(word, kept);
    return kept;
  };
}
