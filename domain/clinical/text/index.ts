import type { Question } from '../types.ts';
import { extractFrom } from './extract.ts';
import type { TextExtraction } from './lexicon.ts';
import { openLexicon, type PackedLexicon } from './phrases/packed.ts';
import { readText, type Circumstances } from './reader-state.ts';

export { compileLexicon } from './phrases/compile.ts';
export type { Offer } from './answers/offered-value.ts';
export type { PackedLexicon } from './phrases/packed.ts';
export { fold as foldWord } from './language/fold.ts';
export { sourceOfPattern } from './phrases/sense-pattern.ts';
export { SENSE_SCOPES, type PackedSense } from './phrases/senses.ts';
export { whenAsked, wordForWord } from './lexicon.ts';
export type { Lexicon, LexiconEntry, LexiconValue, TextExtraction, UnreadWords } from './lexicon.ts';

/** Reads what patients, relatives and clinicians write in English and Czech. Pure and total: never throws. */
export type TextReader = {
  /**
   * Findings, values, complaints, age and sex of the patient. `pending` is the question that a bare yes, no,
   * "don't know" or number answers, and `asked` is what it offers; one that asks for the patient's own words is told
   * (`isStory`) like any text. `at` is when the text was told: years before are past. Spans are exact slices of `text`; at most 20,000 characters are read.
   */
  extract(text: string, pending: Question | null, circumstances?: Circumstances): TextExtraction;
};

/** A reader over a compiled lexicon, linear in the length of a text. */
export function createTextReader(lexicon: PackedLexicon): TextReader {
  const compiled = openLexicon(lexicon);
  return {
    extract: (text, pending, circumstances) => extractFrom(readText(compiled, text, pending, circumstances)),
  };
}
