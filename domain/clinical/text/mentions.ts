import { CONFIDENCE, roundConfidence, UNCERTAIN_FACTOR } from './confidence.ts';
import { assertionOf, type Assertion } from './context/assertion.ts';
import type { NegationScene } from './context/negation.ts';
import type { Extent, Worded } from './context/patient.ts';
import type { Passage } from './language/passage.ts';
import type { PhraseMatch } from './phrases/match.ts';

/** A phrase of the lexicon as it was said: of whom is decided later, over the whole text. */
export type Mention = Worded & { match: PhraseMatch; assertion: Assertion; confidence: number };

/**
 * Mentions with how they are asserted. A phrase inside a longer denied one is left out: "no chest pain on exertion"
 * denies that, and not chest pain. Over a list ("no vomiting, no diarrhoea") the parts stay.
 */
export function readMentions(scene: NegationScene, matches: readonly PhraseMatch[]): Mention[] {
  const said = withoutReshaped(matches).filter((match) => !isCueItself(scene, match));
  const mentions = said.map((match): Mention => {
    const extent = extentOf(match);
    const own = new Set(match.tokens);
    const assertion = assertionOf(scene, extent, own);
    const polarity = match.negatedInside && assertion.polarity === 'present' ? 'absent' : assertion.polarity;
    const certainty = assertion.uncertain || polarity === 'unknown' ? UNCERTAIN_FACTOR : 1;
    return {
      ...extent,
      own: match.tokens,
      match,
      assertion: { ...assertion, polarity },
      confidence: roundConfidence(CONFIDENCE[match.quality] * certainty),
    };
  });
  const passage = scene.passage;
  const isWhole = (other: Mention): boolean =>
    passage.segmentOf(other.first) === passage.segmentOf(other.last);
  return mentions.filter(
    (mention, index) =>
      !neighboursOf(mentions, index).some(
        (other) =>
          other.assertion.polarity === 'absent' &&
          isWhole(other) &&
          !other.assertion.bound &&
          containsTokens(other.match, mention.match),
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
    return !matches
      .slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)
      .some(({ phrase, tokens }) => {
        return (
          phrase.shaped &&
          phrase.entry.kind === match.phrase.entry.kind &&
          phrase.entry.code !== match.phrase.entry.code &&
          tokens.length > match.tokens.length &&
          match.tokens.every((token) => tokens.includes(token))
        );
      });
  });
}

const DENIERS = new Set(['no', 'not', 'without', 'bez', 'zadny', 'zadna', 'zadne']);

/**
 * Leaves out a phrase like "no period" (it is late) where its words are the beginning of another one that is denied:
 * "no period pain".
 */
export function withoutMisreadDenials(passage: Passage, matches: readonly PhraseMatch[]): PhraseMatch[] {
  return matches.filter((match, index) => {
    const [denier = -1, ...rest] = match.tokens;
    const last = match.tokens.at(-1) ?? -1;
    if (!match.phrase.tight || rest.length === 0 || !DENIERS.has(passage.tokens[denier]?.word ?? ''))
      return true;
    return !matches.slice(index, index + NEIGHBOURS).some(({ tokens }) => {
      return !tokens.includes(denier) && tokens.includes(last) && tokens.includes(last + 1);
    });
  });
}

/** "I am worried that": the words of a hypothetical are no finding of their own. */
function isCueItself({ cues, passage }: NegationScene, match: PhraseMatch): boolean {
  const { first, last } = extentOf(match);
  const around = cues.get(passage.segmentOf(first).clause) ?? [];
  return around.some((cue) => cue.kind === 'hypothetical' && cue.first <= first && last <= cue.last);
}

export function extentOf(match: PhraseMatch): Extent {
  return { first: match.tokens[0] ?? 0, last: match.tokens.at(-1) ?? 0 };
}

/** Mentions that can overlap one: in an ordered list they stand near it. Bounds the comparison. */
const NEIGHBOURS = 12;

export function neighboursOf(mentions: readonly Mention[], index: number): readonly Mention[] {
  return mentions.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1);
}

/** True where `part` is made of some, but not all, of the tokens of `whole`. */
export function containsTokens(whole: PhraseMatch, part: PhraseMatch): boolean {
  return (
    whole.tokens.length > part.tokens.length && part.tokens.every((token) => whole.tokens.includes(token))
  );
}
