import { CONFIDENCE, roundConfidence, UNCERTAIN_FACTOR } from './confidence.ts';
import { assertionOf, type Assertion } from './context/assertion.ts';
import { isDenialDenied } from './context/double-negation.ts';
import { isAboutNoPerson } from './context/non-person.ts';
import type { NegationContext } from './context/negation-context.ts';
import type { Extent, Worded } from './context/extent.ts';
import type { Passage } from './language/passage.ts';
import { words } from './language/word-list.ts';
import { isNegatedWord } from './language/words-cs.ts';
import { isDeterminer } from './language/words-en.ts';
import type { PhraseMatch } from './phrases/match.ts';
import type { AgeMention } from './values/ages.ts';

/** A phrase of the lexicon as it was said: of whom is decided later, over the whole text. */
export type Mention = Worded & { match: PhraseMatch; assertion: Assertion; confidence: number };

/**
 * Mentions with how they are asserted. A phrase inside a longer denied one is left out ("no chest pain on exertion"
 * denies that, and not chest pain), and so is one inside a reassurance, and what is said of an animal or in a leaflet. Over
 * a list ("no vomiting, no diarrhoea") the parts stay.
 */
export function readMentions(context: NegationContext, matches: readonly PhraseMatch[]): Mention[] {
  const said = withoutReshaped(matches).filter(
    (match) =>
      !isWordsOfTrigger(context, match) &&
      !match.tokens.every((token) => context.sections.headings.has(token)) &&
      !isAboutNoPerson(context.passage, extentOf(match)),
  );
  const mentions = said.map((match): Mention => {
    const extent = extentOf(match);
    const own = wordsOf(context.passage, match);
    const assertion = assertionOf(context, extent, own);
    const isDenied = match.negatedInside && !isDenialDenied(context.passage, extent);
    const polarity = isDenied && assertion.polarity === 'present' ? 'absent' : assertion.polarity;
    const certainty = assertion.uncertain || polarity === 'unknown' ? UNCERTAIN_FACTOR : 1;
    return {
      ...extent,
      own: match.tokens,
      match,
      assertion: { ...assertion, polarity },
      confidence: roundConfidence(CONFIDENCE[match.quality] * certainty),
    };
  });
  return mentions.filter(
    (mention, index) =>
      !isTimeOfDenial(context.passage, mention) &&
      !neighboursOf(mentions, index).some(
        (other) =>
          (isDeniedWhole(context.passage, other) || reassures(context.passage, other, mention)) &&
          containsTokens(other.match, withoutPreposition(context.passage, mention.match)),
      ),
  );
}

/** "He has not passed urine since breakfast": since when is told of what is denied, and is not denied itself. */
const isTimeOfDenial = ({ tokens }: Passage, { first, assertion }: Mention): boolean =>
  assertion.polarity === 'absent' && SINCE.test(tokens[first]?.word ?? '');

const SINCE = /^(since|od)$/;

const PREPOSITION = /^(v|ve|na|in|on|at)$/;

/** "V nadbřišku" stands inside "nadbřišku mě nebolí". */
function withoutPreposition({ tokens }: Passage, match: PhraseMatch): PhraseMatch {
  const [first = 0, ...rest] = match.tokens;
  return rest.length > 0 && PREPOSITION.test(tokens[first]?.word ?? '') ? { ...match, tokens: rest } : match;
}

/** "Bolí mě oko. Není červené": the verb stands there for the eye as well, and denies all the same. */
const IS_NOT = /^(neni|nejsou|nebyl[aoiy]?)$/;

/** The tokens of a mention, of one that stands word for word its little words as well ("sees people who are not there"). */
function wordsOf(passage: Passage, { tokens, quality, phrase }: PhraseMatch): Set<number> {
  const own = new Set(tokens);
  const [first = 0] = tokens;
  if (quality !== 'exact') {
    if (!phrase.tight && IS_NOT.test(passage.tokens[first]?.word ?? '')) own.delete(first);
    return own;
  }
  const lead = Math.max(0, phrase.wording.indexOf(passage.tokens[first]?.word ?? ''));
  phrase.wording.forEach((_, index) => own.add(first - lead + index));
  return own;
}

function isDeniedWhole(passage: Passage, { first, last, assertion }: Mention): boolean {
  const isWhole = passage.segmentOf(first) === passage.segmentOf(last);
  return assertion.polarity === 'absent' && isWhole && !assertion.bound;
}

/** "Teplotu mám normální" speaks of no raised temperature; a figure of speech takes back nothing but what it seems to say. */
function reassures(passage: Passage, mention: Mention, part: Mention): boolean {
  const { denies, figure } = mention.match.phrase.entry;
  const { kind, code } = part.match.phrase.entry;
  return (
    denies !== undefined &&
    (!figure || kind === 'complaint' || denies.includes(code)) &&
    mention.assertion.polarity === 'present' &&
    !isUnderDenial(passage, mention)
  );
}

const INABILITY = new Set(
  words(
    'no not never cannot unable hardly barely scarcely without stopped stops far fails refuses trouble struggles ne nikdy bez tezko stezi sotva',
  ),
);

/** True where a denial or inability stands before or inside the mention, and is no word of it. */
export function isUnderDenial(passage: Passage, { first, last, match }: Mention): boolean {
  const own = new Set(match.tokens);
  for (let at = passage.segmentOf(first).first; at <= last; at += 1) {
    const word = passage.tokens[at]?.word ?? '';
    if (!own.has(at) && (INABILITY.has(word) || isNegatedWord(word))) return true;
  }
  return false;
}

/**
 * Leaves out a phrase that takes words of an age without its number: "a 3-week-old with fever" is no "week of fever",
 * "three and a half year old" no "half a year". So is one that is nothing but the age: "půlroční" is no length.
 */
export function withoutPartsOfAges(
  passage: Passage,
  matches: readonly PhraseMatch[],
  ages: readonly AgeMention[],
): PhraseMatch[] {
  const counted = ages.filter(({ first }) => !/^an?$/.test(passage.tokens[first]?.word ?? ''));
  return matches.filter(
    ({ tokens }) =>
      !ages.some(({ first, last }) => tokens.every((token) => token >= first && token <= last)) &&
      !counted.some(
        ({ first, last }) =>
          !tokens.includes(first) && tokens.some((token) => token > first && token <= last),
      ),
  );
}

/**
 * Leaves out a phrase that is read from one word ("being sick" from "sick") inside one whose little words change the
 * sense of that word: in "feeling sick" and "feeling faint" nobody was sick or fainted.
 */
function withoutReshaped(matches: readonly PhraseMatch[]): PhraseMatch[] {
  return matches.filter((match, index) => {
    if (match.phrase.ids.length > 1 || match.quality === 'exact') return true;
    return !others(matches, index).some(
      (other) => other.phrase.shaped && other.tokens.length > match.tokens.length,
    );
  });
}

/** Matches that tell something else of the same kind with all the words of one, and perhaps with more. */
function others(matches: readonly PhraseMatch[], index: number): PhraseMatch[] {
  const match = matches[index];
  if (match === undefined) return [];
  const { kind, code } = match.phrase.entry;
  return neighboursOf(matches, index).filter(
    ({ phrase: { entry }, tokens }) =>
      entry.kind === kind && entry.code !== code && match.tokens.every((token) => tokens.includes(token)),
  );
}

const DENIERS = new Set(['no', 'not', 'without', 'bez', 'zadny', 'zadna', 'zadne']);

/**
 * Leaves out a phrase like "no period" (it is late) where its words are the beginning of another one that is denied:
 * "no period pain", "did not eat any berries".
 */
export function withoutMisreadDenials(passage: Passage, matches: readonly PhraseMatch[]): PhraseMatch[] {
  return matches.filter((match, index) => {
    const [denier = -1, ...rest] = match.tokens;
    const last = match.tokens.at(-1) ?? -1;
    if (!match.phrase.tight || rest.length === 0 || !DENIERS.has(passage.tokens[denier]?.word ?? ''))
      return true;
    return !matches.slice(index, index + NEIGHBOURS).some(({ tokens }) => {
      if (tokens.includes(denier) || !tokens.includes(last)) return false;
      if (SINCE.test(passage.tokens[last]?.word ?? '')) return false;
      const next = tokens.find((token) => token > last);
      return (
        next !== undefined && passage.tokens.slice(last + 1, next).every(({ word }) => isDeterminer(word))
      );
    });
  });
}

/**
 * Leaves out a phrase like "not wake up" (he cannot be roused) whose denial stands inside a longer phrase of something
 * else: who says "I hope I do not wake up" is awake.
 */
export function withoutWishes(passage: Passage, matches: readonly PhraseMatch[]): PhraseMatch[] {
  return matches.filter((match, index) => {
    const [denier = -1, ...rest] = match.tokens;
    if (rest.length === 0 || !DENIERS.has(passage.tokens[denier]?.word ?? '')) return true;
    return !others(matches, index).some(({ tokens }) => (tokens[0] ?? denier) < denier);
  });
}

/** "I am worried that": the words of a hypothetical are no finding of their own. */
function isWordsOfTrigger({ triggers, passage }: NegationContext, match: PhraseMatch): boolean {
  const { first, last } = extentOf(match);
  const around = triggers.get(passage.segmentOf(first).clause) ?? [];
  return around.some(
    (trigger) => trigger.kind === 'hypothetical' && trigger.first <= first && last <= trigger.last,
  );
}

export function extentOf(match: PhraseMatch): Extent {
  return { first: match.tokens[0] ?? 0, last: match.tokens.at(-1) ?? 0 };
}

const NEIGHBOURS = 12;

/** Matches or mentions that can overlap one: in an ordered list they stand near it. Bounds the comparison. */
export function neighboursOf<T>(ordered: readonly T[], index: number): readonly T[] {
  return ordered.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1);
}

/** True where `part` is made of some, but not all, of the tokens of `whole`. */
export function containsTokens(whole: PhraseMatch, part: PhraseMatch): boolean {
  return (
    whole.tokens.length > part.tokens.length && part.tokens.every((token) => whole.tokens.includes(token))
  );
}
