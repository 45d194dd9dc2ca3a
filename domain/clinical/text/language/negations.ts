import { words } from './word-list.ts';
import { isNegatedVerb } from './words-cs.ts';

const NEGATIONS = new Set(words('not no never cannot without ne bez nothing unable nemuzu nemohu'));

/** A word that denies what stands with it, in either language. */
export const isNegation = (word: string): boolean =>
  NEGATIONS.has(word) || isNegatedVerb(word) || word.startsWith('nemuz');
