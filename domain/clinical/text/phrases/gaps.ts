import type { Passage } from '../language/passage.ts';
import { openerAt } from '../language/separators.ts';
import type { Language } from '../language/vocabulary.ts';
import { DROPPED_CS, isNegatedVerb, LIGHT_CS, MODIFIERS_CS } from '../language/words-cs.ts';
import { DROPPED_EN, LIGHT_EN, MODIFIERS_EN, PREPOSITIONS_EN } from '../language/words-en.ts';

/** What a token does between two words of a phrase. */
export type Role = 'filler' | 'content' | 'soft' | 'hard';

const FILLERS = new Set(
  [
    DROPPED_EN,
    LIGHT_EN,
    MODIFIERS_EN,
    DROPPED_CS,
    LIGHT_CS,
    MODIFIERS_CS,
    ['not', 'no', 'never', 'any', 'zadna', 'zadne'],
  ].flat(),
);
const PREPOSITIONS = new Set(PREPOSITIONS_EN);
const LONGEST_GAP = 7;
/** Unknown words that may stand in between: Czech has the freer order. */
const CONTENT_ALLOWED = { en: 2, cs: 3 };

export function rolesOf(passage: Passage): Role[] {
  return passage.tokens.map((token, at) => {
    if (isOccasionComma(passage, at)) return 'filler';
    const opener = openerAt(passage.tokens, at, passage.sentenceOf(at).language);
    if (opener !== null) return opener === 'hard' ? 'hard' : 'soft';
    if (token.kind !== 'word') return 'filler';
    return FILLERS.has(token.word) || isNegatedVerb(token.word) ? 'filler' : 'content';
  });
}

/** "Pálí to na hrudi, když jdu do schodů": the comma only belongs to Czech spelling, and English has none there. */
const isOccasionComma = ({ tokens }: Passage, at: number): boolean =>
  tokens[at]?.word === ',' && tokens[at + 1]?.word === 'kdyz';

/** Tokens from `from` to before `to` lie between two words, the first of which begins at `start`, the second ends before `end`. */
type Gap = { start: number; from: number; to: number; end: number };
type GapRule = { language: Language; tight: boolean; ordered: boolean };

/** True where the tokens of the gap may separate two words of one phrase. */
export function gapAllows(passage: Passage, roles: readonly Role[], gap: Gap, rule: GapRule): boolean {
  const between = roles.slice(gap.from, gap.to);
  if (between.length > LONGEST_GAP || between.includes('hard')) return false;
  const content = between.filter((role) => role === 'content').length;
  if (rule.tight) return content === 0 && !between.includes('soft') && !saysMore(passage, gap);
  if (content > CONTENT_ALLOWED[rule.language]) return false;
  const firstSoft = between.indexOf('soft');
  const beforeList = firstSoft === -1 ? gap.to : gap.from + firstSoft;
  if (rule.language === 'en' && !rule.ordered && between.length > 0) {
    // "my throat is sore", "belly slightly swollen": the quality follows the part.
    const follows = content === 0 && firstSoft === -1;
    if (!follows && !hasPreposition(passage, gap.from, beforeList)) return false;
    if (isProvokingFactor(passage, gap)) return false;
  }
  return firstSoft === -1 || isSharedInList(passage, roles, gap, beforeList);
}

/** "Does not pass more urine than usual" is no "does not pass urine". */
function saysMore(passage: Passage, { from, to }: Gap): boolean {
  return passage.tokens
    .slice(from, to)
    .some(({ word }) => /^(more|less|extra|additional|vic|vice|mene|min)$/.test(word));
}

/** "Worse on breathing in": what stands behind is what brings it on, and not itself the worse. */
function isProvokingFactor({ tokens }: Passage, { start, from }: Gap): boolean {
  const behind = tokens[from + 1]?.word === 'deep' ? from + 2 : from + 1;
  return (
    CHANGED.test(tokens[start]?.word ?? '') &&
    BROUGHT_ON.test(tokens[from]?.word ?? '') &&
    OCCASION.test(tokens[behind]?.word ?? '')
  );
}

const CHANGED = /^(worse|worst|worsens?|worsened|aggravated)$/;
const BROUGHT_ON = /^(on|upon|with|when|while|by|during|if)$/;
const OCCASION = /^(breath|inhal|cough|swallow|sneez)/;

function hasPreposition(passage: Passage, from: number, to: number): boolean {
  return passage.tokens.slice(from, to).some((token) => PREPOSITIONS.has(token.word));
}

/**
 * A word may be shared over a list: "pain in the chest and arm", "bolest hlavy a břicha" (the list is on the right,
 * and its last item stands alone), or "chest and back pain" (on the left, and the first item stands alone).
 */
function isSharedInList(passage: Passage, roles: readonly Role[], gap: Gap, firstSoft: number): boolean {
  const lastSoft = roles.lastIndexOf('soft', gap.to - 1);
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  // "kašel, bez teploty, hleny": each for itself; "hard to concentrate, wakes at night": each verb too.
  if (passage.tokens.slice(firstSoft, gap.to).some((token) => /^(bez|beze|without)$/.test(token.word)))
    return false;
  if (word(gap.from) === 'to' && word(lastSoft) === ',') return false;
  const contentIn = (from: number, to: number): number =>
    roles.slice(from, to).filter((role) => role === 'content').length;
  const clause = passage.clauseOf(gap.from);
  const standsAlone = gap.end >= clause.end || roles[gap.end] !== 'content';
  const onTheRight = contentIn(gap.from, firstSoft) <= 1 && contentIn(lastSoft, gap.to) === 0 && standsAlone;
  const leadsList = gap.start <= clause.first || roles[gap.start - 1] !== 'content';
  const onTheLeft = leadsList && contentIn(gap.from, firstSoft) === 0 && contentIn(lastSoft, gap.to) <= 1;
  return onTheRight || onTheLeft;
}
