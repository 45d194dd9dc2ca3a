import type { Sex } from '../../types.ts';
import type { Passage } from '../language/passage.ts';
import type { AgeMention } from './ages.ts';
import { SEX_WORDS } from './sex-words.ts';

/** A word that tells the sex of whomever it describes. */
type SexMention = { first: number; last: number; sex: Sex };

const LETTERS: ReadonlyMap<string, Sex> = new Map([
  ['m', 'male'],
  ['f', 'female'],
]);

/** How far from an age a word for the sex may stand: "54 year old white man". */
const BEFORE_AGE = 2;
const AFTER_AGE = 3;

/** Words that tell a sex: beside an age, as "I am a woman", as the patient of a referral. */
export function readSexes(passage: Passage, ages: readonly AgeMention[]): SexMention[] {
  const beside = new Set<number>();
  const letters = new Set<number>();
  const adjectives = new Set<number>();
  for (const { first, last } of ages) {
    for (let at = first - BEFORE_AGE; at <= last + AFTER_AGE; at += 1) beside.add(at);
    letters.add(last).add(last + 1);
    adjectives.add(last);
  }
  return passage.tokens.flatMap((token, at): SexMention[] => {
    if (token.kind !== 'word') return [];
    const sex =
      (letters.has(at) ? LETTERS.get(token.word) : undefined) ??
      (adjectives.has(at) ? sexOfAdjective(token.word) : undefined) ??
      (beside.has(at) || isDescribed(passage, at) ? SEX_WORDS.get(token.word) : undefined);
    return sex === undefined ? [] : [{ first: at, last: at, sex }];
  });
}

/** "54letá", "šedesátiletý", "54 yof". */
function sexOfAdjective(word: string): Sex | undefined {
  if (/let(a|ou)$/.test(word) || word === 'yof') return 'female';
  return word === 'yom' || /let(y|emu|ym)$/.test(word) ? 'male' : undefined;
}

/** "I am a woman", "jsem žena", "pt is male", "sex: F", "pacientka". */
function isDescribed(passage: Passage, at: number): boolean {
  const word = (index: number): string => passage.tokens[index]?.word ?? '';
  if (word(at).startsWith('pacient')) return true;
  const before = /^(a|an|the|:)$/.test(word(at - 1)) ? word(at - 2) : word(at - 1);
  return /^(am|jsem|is|sex|gender|pohlavi)$/.test(before);
}
