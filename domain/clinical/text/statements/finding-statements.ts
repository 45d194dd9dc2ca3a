import type { TextReading } from '../reader-state.ts';
import type { Passage } from '../language/passage.ts';
import { containsTokens, isUnderDenial, type Mention } from '../mentions.ts';
import { lengthOfAdjective } from '../values/count-words.ts';
import type { ValueMention } from '../values/vitals.ts';
import { isAsserted, offsetsOf, type Statement } from './statement.ts';

/** Statements that phrases of the lexicon make. `values` are the measurements of the text, whose names are no findings. */
export function findingStatements(reading: TextReading, values: readonly ValueMention[]): Statement[] {
  const sentencesNaming = namedBySentence(reading);
  const names = nameTokens(reading, values);
  return reading.mentions.flatMap((mention): Statement[] => {
    const { entry, choice } = mention.match.phrase;
    if (entry.kind !== 'finding' || !isAsserted(reading, mention)) return [];
    if (namesMeasurement(reading, mention, names)) return [];
    const { polarity, uncertain } = mention.assertion;
    const statement: Statement = {
      finding: entry.code,
      status: polarity,
      confidence: mention.confidence,
      uncertain,
      ...offsetsOf(reading, mention),
    };
    if (entry.denies !== undefined) {
      // "Not normal" and "cannot keep water down" say that something is wrong, but not what.
      if (entry.figure || polarity !== 'present' || isTakenBack(reading, mention)) return [];
      return entry.denies.map((finding) => ({ ...statement, finding, status: 'absent' as const }));
    }
    if (entry.value === null) return [{ ...statement, tokens: mention.match.tokens }];
    // A valued finding is present by its value alone; without one only its absence says something.
    if (choice === null) return polarity === 'absent' && entry.value.type === 'choice' ? [statement] : [];
    if (polarity !== 'present' || !choiceCounts(reading, mention, sentencesNaming)) return [];
    return [{ ...statement, value: choice }];
  });
}

/**
 * True where a denial or inability stands before or inside a reassurance, or where its words are part of a longer phrase
 * ("passing wind" of "can't pass wind"): a danger that is wrongly believed away costs more than one that is asked for.
 */
function isTakenBack({ passage, mentions }: TextReading, mention: Mention): boolean {
  return (
    isUnderDenial(passage, mention) ||
    isOfOneSide(passage, mention) ||
    isLimited(passage, mention) ||
    mentions.some(
      ({ match }) => match.phrase.entry.denies === undefined && containsTokens(match, mention.match),
    )
  );
}

const LIMITS =
  /^(jen|jenom|pouze|akorat|ale|avsak|krome|vyjma|dokud|az na|but|only|except|until|till|apart from|aside from|other than)$/;

/** "Stolice v pořádku, jen je v ní krev", "speech was unremarkable until noon": something follows that is not right. */
function isLimited(passage: Passage, { last }: Mention): boolean {
  const { tokens } = passage;
  const { end } = passage.segmentOf(last);
  const limits = (at: number): boolean => {
    const word = tokens[at]?.word ?? '';
    return LIMITS.test(word) || LIMITS.test(`${word} ${tokens[at + 1]?.word ?? ''}`);
  };
  let next = end;
  while (tokens[next]?.kind === 'mark') next += 1;
  return limits(next) || tokens.slice(last + 1, end).some((_, index) => limits(last + 1 + index));
}

const ONE_SIDE = /^(left|lev\w{1,3})$/;
const OTHER_SIDE = /^(right|prav\w{1,3})$/;
const OTHER_OF_TWO =
  /\b(other|druh\w{1,3}) (eye|ear|side|leg|arm|hand|foot|knee|oko|ok[aeu]m?|ucho|uch[aeu]m?|noh\w*|ruk\w*)\b/;

/** "The left eye sees normally, the right is blurred": said of one side where the sentence goes on about the other. */
function isOfOneSide(passage: Passage, { first }: Mention): boolean {
  const segment = passage.segmentOf(first);
  const sentence = passage.sentenceOf(first);
  const inSegment = passage.tokens.slice(segment.first, segment.end);
  const elsewhere = [
    ...passage.tokens.slice(sentence.first, segment.first),
    ...passage.tokens.slice(segment.end, sentence.end),
  ];
  const says = (tokens: readonly { word: string }[], side: RegExp): boolean =>
    tokens.some(({ word }) => side.test(word));
  if (says(inSegment, ONE_SIDE)) return !says(inSegment, OTHER_SIDE) && says(elsewhere, OTHER_SIDE);
  if (says(inSegment, OTHER_SIDE)) return says(elsewhere, ONE_SIDE);
  return OTHER_OF_TWO.test(inSegment.map(({ word }) => word).join(' '));
}

const SYMPTOM_AND_NAME = /^(fever|horeck|febril|bolest|pain)/;

/** Tokens of ages and names of measurements: "teplota 36,8" is no raised temperature, its number tells. */
function nameTokens(reading: TextReading, values: readonly ValueMention[]): Set<number> {
  const tokens = new Set<number>();
  for (const age of reading.ages) for (let at = age.first; at <= age.last; at += 1) tokens.add(at);
  for (const value of values) {
    for (let at = value.first; at <= value.last; at += 1) {
      if (!SYMPTOM_AND_NAME.test(reading.passage.tokens[at]?.word ?? '')) tokens.add(at);
    }
  }
  return tokens;
}

/** True for a phrase of such names only, or of one and a word from another part of the list. */
function namesMeasurement(reading: TextReading, mention: Mention, names: ReadonlySet<number>): boolean {
  const { passage } = reading;
  // A phrase with a number of its own ("sugar below 3") says more than the name.
  const isNumber = (token: number): boolean =>
    reading.numbers.some(({ first, last }) => first <= token && token <= last) ||
    lengthOfAdjective(passage.tokens[token]?.word ?? '') !== null;
  if (mention.match.tokens.some(isNumber)) return false;
  const named = mention.match.tokens.filter((token) => names.has(token)).length;
  if (named === mention.match.tokens.length) return true;
  return named > 0 && passage.segmentOf(mention.first) !== passage.segmentOf(mention.last);
}

/** Codes of choice findings whose own phrases stand in a sentence, as "code sentence". */
function namedBySentence(reading: TextReading): Set<string> {
  const { mentions, passage } = reading;
  const own = mentions.filter(
    ({ match }) => match.phrase.entry.value?.type === 'choice' && match.phrase.choice === null,
  );
  return new Set(
    own.map((mention) => `${mention.match.phrase.entry.code} ${passage.segmentOf(mention.first).sentence}`),
  );
}

/** A choice phrase of one word needs its finding beside it, or the question. */
function choiceCounts(reading: TextReading, mention: Mention, named: ReadonlySet<string>): boolean {
  const { entry, ids } = mention.match.phrase;
  if (mention.match.phrase.literal && describesAnother(reading, mention)) return false;
  if (ids.length > 1 || !entry.isNamed) return true;
  if (reading.pending?.targets.includes(entry.code) === true) return true;
  return named.has(`${entry.code} ${reading.passage.segmentOf(mention.first).sentence}`);
}

const HURTING = /^(pain|ache|hurt|sore|cramp|tender|bol|tlac|tlak|pich|krec|kolik|kope)/;

/** Everyday words that tell the place of what follows them at once: "left lower ribs", "vpravo dole chrůpky". */
function describesAnother({ mentions, passage }: TextReading, { last, match }: Mention): boolean {
  const next = last + 1;
  if (HURTING.test(passage.tokens[next]?.word ?? '')) return false;
  return mentions.some(
    (other) =>
      other.match.phrase.entry.kind === 'finding' &&
      other.match.phrase.entry.code !== match.phrase.entry.code &&
      other.match.tokens.includes(next),
  );
}
