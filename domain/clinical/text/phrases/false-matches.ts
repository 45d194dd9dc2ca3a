import { editDistance } from '../language/distance.ts';
import type { Passage } from '../language/passage.ts';
import type { Phrase } from './packed.ts';
import type { Senses } from './senses.ts';

/** How the words of a phrase were matched, which sets its confidence. */
export type Quality = 'exact' | 'together' | 'stem' | 'typo' | 'loose';

/** True where the words of the phrase stand there and say another thing. */
export function isFalseMatch(
  { passage, senses }: { passage: Passage; senses: Senses },
  phrase: Phrase,
  match: { tokens: readonly number[]; quality: Quality },
): boolean {
  const { tokens } = match;
  if (isDoubtfulShortWord(passage, phrase, tokens) || isForeign(passage, phrase, match)) return true;
  if (match.quality === 'typo' && isFarFromWording(passage, phrase, tokens)) return true;
  if (isHandThatPresses(passage, phrase, tokens)) return true;
  if (skipsNumber(passage, phrase, tokens) || senses.leavesOut(passage.tokens, tokens)) return true;
  if (phrase.tight && phrase.language === 'cs' && isElsewhere(passage, phrase, tokens)) return true;
  if (phrase.ids.length === 1 && senses.hasOtherAlone(passage.tokens, tokens[0] ?? 0, phrase.wording))
    return true;
  return senses.hasOtherAround(passage.tokens, Math.min(...tokens), Math.max(...tokens));
}

const PRESSES = /^press(es|ed)?$/;
const PRESSING = /^(i|you|he|she|we|they|somebody|someone|doctor|gp|nurse)$/;

/** "Chest pain when I press on it" is no pressure in the chest: the word says what a hand does. */
const isHandThatPresses = (
  { tokens: all }: Passage,
  { wording }: Phrase,
  tokens: readonly number[],
): boolean =>
  !wording.some((word) => PRESSES.test(word)) &&
  tokens.some((at) => PRESSES.test(all[at]?.word ?? '') && PRESSING.test(all[at - 1]?.word ?? ''));

/** "GCS 13/15" is no "GCS 15". */
function skipsNumber(passage: Passage, { wording }: Phrase, tokens: readonly number[]): boolean {
  if (!wording.some((word) => /^[0-9]/.test(word))) return false;
  const first = Math.min(...tokens);
  const between = passage.tokens.slice(first, Math.max(...tokens));
  return between.some(({ kind }, index) => kind === 'number' && !tokens.includes(first + index));
}

// Not "ze": without its hook it is mostly "že".
const PREPOSITIONS_CS = /^(v|ve|z|do|od|pri|pod|po)$/;

/**
 * A noun behind a preposition that the phrase does not have is its place, and not what its verb speaks of: in "krev ve
 * stolici nebyla" it is no "stolice nebyla".
 */
function isElsewhere(passage: Passage, { wording }: Phrase, tokens: readonly number[]): boolean {
  return tokens.some((at) => {
    const before = passage.tokens[at - 1]?.word ?? '';
    return (
      PREPOSITIONS_CS.test(before) &&
      !wording.some((word) => word[0] === before[0] && PREPOSITIONS_CS.test(word))
    );
  });
}

const SYMBOL = /^(K|Na|Ca|Cl|Mg)$/;
const REACH_OF_UNIT = 3;

/** "S-K 7,1 mmol/l": a chemical symbol with a value in moles, and no Czech preposition. */
function isSymbolWithUnit({ text, tokens }: Passage, at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !SYMBOL.test(text.slice(token.start, token.end))) return false;
  const next = tokens[at + 1];
  if (next?.word === '+' && !next.spaced) return true;
  const behind = tokens.slice(at + 1, at + 1 + REACH_OF_UNIT);
  const number = behind.findIndex(({ kind }) => kind === 'number');
  return number !== -1 && /^(mmol|mval|meq)$/.test(tokens[at + 2 + number]?.word ?? '');
}

const LONGEST_SHORT_WORD = 3;

/**
 * A single short word needs care: of the other language it is more likely a word of this one ("pot" is sweat only in
 * Czech), and in another form than the phrase it is more likely another word ("něj" is not "nejím"). So is a longer
 * word that only has the stem of a short phrase of the other language ("hives" and "HIV").
 */
function isDoubtfulShortWord(passage: Passage, phrase: Phrase, tokens: readonly number[]): boolean {
  const [at = 0] = tokens;
  const word = passage.tokens[at]?.word ?? '';
  if (phrase.ids.length > 1 || isSymbolWithUnit(passage, at)) return false;
  const sentence = passage.sentenceOf(at);
  if (word.length > LONGEST_SHORT_WORD) {
    const [only = ''] = phrase.wording;
    const short = phrase.wording.length === 1 && only.length <= LONGEST_SHORT_WORD;
    return short && !(sentence.decided && sentence.language === phrase.language);
  }
  return (sentence.decided && sentence.language !== phrase.language) || !phrase.wording.includes(word);
}

/**
 * A word of the other language that is not written as in the phrase is more likely another word of this one: "spine" is no
 * "špinění", "obesity" no "oběsit".
 */
function isForeign(
  passage: Passage,
  { ids, language, wording }: Phrase,
  { tokens, quality }: { tokens: readonly number[]; quality: Quality },
): boolean {
  const [at = 0] = tokens;
  const sentence = passage.sentenceOf(at);
  if (!sentence.decided || sentence.language === language || quality === 'exact') return false;
  return quality === 'typo' || (ids.length === 1 && !wording.includes(passage.tokens[at]?.word ?? ''));
}

/** Two errors are forgiven in a word of this length that stands alone and begins as it should. */
const LONG = 7;
const BEGINNING = 3;

/**
 * A mistyped word is taken for a phrase by itself only where it is close to how that is written: its stem may be close
 * to that of another word ("prison" and "poisoning"). In company the other words vouch for it.
 */
function isFarFromWording(passage: Passage, { ids, wording }: Phrase, tokens: readonly number[]): boolean {
  if (ids.length > 1) return false;
  const word = passage.tokens[tokens[0] ?? 0]?.word ?? '';
  return !wording.some((own) => {
    const begins = own.slice(0, BEGINNING) === word.slice(0, BEGINNING);
    const limit = begins && word.length >= LONG ? 2 : 1;
    return editDistance(word, own, limit) <= limit;
  });
}
