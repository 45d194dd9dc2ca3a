import type { Passage, Segment } from '../language/passage.ts';
import { isNegatedWord } from '../language/words-cs.ts';
import { isDeterminer } from '../language/words-en.ts';
import { isSummedUp, reachesBackward } from './behind.ts';
import { isBehindColon, isBlocked, isDouble, isOfAnother } from './blocks.ts';
import { isHabit, type Cue } from './cues.ts';
import {
  hasArticle,
  hasPlace,
  isOfState,
  isGenitive,
  isNominative,
  isOfNow,
  isVerbalNoun,
  isStressed,
  isUsualPair,
  opensSentence,
} from './lists.ts';
import { denierOf, hasObjectBehind, inside, isNever, isTimed, type NegationScene } from './negation-scene.ts';
import type { Extent } from './patient.ts';
import { isNotFound, isUnseen } from './witness.ts';

const DENYING: ReadonlySet<Cue['kind']> = new Set<Cue['kind']>([
  'no',
  'verb',
  'denies',
  'absent',
  'excluded',
  'doubt',
]);

type Negation = 'none' | 'negated' | 'doubted';

/** Whether a mention is denied, and by which words: `own` are the tokens of the mention itself, which never deny it. */
export function negationOf(scene: NegationScene, extent: Extent, own: ReadonlySet<number>): Negation {
  if (isSummedUp(scene.passage, extent)) return 'negated';
  let result: Negation = 'none';
  const concord = [...own].some((token) => isNegatedPredicate(scene.passage, token));
  for (const cue of cuesAround(scene, extent)) {
    if (beginsWithinNeutral(scene.passage, cue, extent)) return 'negated';
    if (!DENYING.has(cue.kind)) continue;
    // "no signs of" before "signs of dehydration" shares a word with it and denies it all the same.
    // So does "být nemůžu" behind "těhotná být".
    if (own.has(denierOf(scene.passage, cue))) continue;
    if (isOfAnother(scene.passage, cue, { ...extent, own })) continue;
    if (concord && isCzechNegation(scene, cue)) continue;
    if (isDouble(scene.passage, cue, extent)) continue;
    if (!reaches(scene, cue, extent) || isUnseen(scene.passage, cue, extent)) continue;
    if (cue.kind === 'doubt') result = 'doubted';
    else return 'negated';
  }
  return result;
}

/** "Not eased by leaning forward": what is neutral for the pain denies the easing. */
const beginsWithinNeutral = ({ tokens }: Passage, cue: Cue, extent: Extent): boolean =>
  cue.kind === 'neutral' &&
  /^(no|not|ne|neni)$/.test(tokens[cue.first]?.word ?? '') &&
  extent.first > cue.first &&
  extent.first <= cue.last;

/** "Nedýchá", but not "neobvyklý": an adjective has no concord with the verb that denies it. */
function isNegatedPredicate({ text, tokens }: Passage, at: number): boolean {
  const token = tokens[at];
  return (
    token !== undefined && isNegatedWord(token.word) && !/[ýé]$/i.test(text.slice(token.start, token.end))
  );
}

function isCzechNegation(scene: NegationScene, cue: Cue): boolean {
  return cue.kind === 'verb' || /^(ani|nikdy|zadn\w+)$/.test(scene.passage.tokens[cue.first]?.word ?? '');
}

/** True where the cue is part of the wording of the mention itself. */
export function overlaps(cue: Extent, own: ReadonlySet<number>): boolean {
  for (let at = cue.first; at <= cue.last; at += 1) if (own.has(at)) return true;
  return false;
}

const FROM_BEHIND: ReadonlySet<Cue['kind']> = new Set<Cue['kind']>(['verb', 'denies', 'absent']);

/** Cues of the mention's clause and those of a neighbouring clause that may deny it, mostly from behind. */
function cuesAround(scene: NegationScene, extent: Extent): readonly Cue[] {
  const clause = scene.passage.segmentOf(extent.first).clause;
  const here = scene.cues.get(clause) ?? [];
  const next = scene.passage.clauses[clause + 1];
  if (isBehindAside(scene, extent))
    return [...(scene.cues.get(clause - 1) ?? []).filter((cue) => isNegating(cue)), ...here];
  const linked = next !== undefined && (next.opener === 'and' || next.opener === 'or');
  return linked
    ? [...here, ...(scene.cues.get(clause + 1) ?? []).filter((cue) => FROM_BEHIND.has(cue.kind))]
    : here;
}

const EXCEPTION = /^(other than|apart from|aside from|except for|except \w+|krome \w+|vyjma \w+)$/;

/**
 * True behind an exception that only narrows one item of a list: "no swelling other than of the lip, fever or cough".
 * One that names a finding of its own begins a list of what is there: "nothing apart from a fever, cough".
 */
function isBehindAside({ passage, mentions }: NegationScene, extent: Extent): boolean {
  const { segments, first, opener } = passage.clauseOf(extent.first);
  const [aside] = segments;
  if (opener !== 'hard' || aside === undefined || extent.first < aside.end) return false;
  const lead = passage.tokens.slice(first, first + 2).map(({ word }) => word);
  const own = mentions.get(aside.clause) ?? [];
  return EXCEPTION.test(lead.join(' ')) && !own.some((mention) => inside(mention, aside));
}

function reaches(scene: NegationScene, cue: Cue, extent: Extent): boolean {
  if (cue.first >= extent.first && cue.last < extent.last) return cue.kind !== 'absent';
  if (cue.first < extent.first) return cue.kind !== 'absent' && reachesForward(scene, cue, extent);
  return reachesBackward(scene, cue, extent);
}

function reachesForward(scene: NegationScene, cue: Cue, extent: Extent): boolean {
  const { passage } = scene;
  const owned = scene.ownedTokens.has(cue.first);
  const from = passage.segmentOf(cue.first);
  const to = passage.segmentOf(extent.first);
  if (isBehindColon(passage, cue, extent)) return false;
  if (isBlocked(passage, cue, extent)) return false;
  if (from === to) return !owned || isItsObject(scene, cue, extent);
  // "úraz neguje, bolest hlavy": its object stands before it.
  if (cue.kind === 'denies' && cue.segmentEnd && passage.tokens[from.end]?.word !== '(') return false;
  const behindAside = from.clause === to.clause - 1 && isBehindAside(scene, extent);
  if (from.clause !== to.clause && !behindAside) return false;
  const segments = [
    ...passage.clauseOf(cue.first).segments,
    ...(behindAside ? passage.clauseOf(extent.first).segments.slice(1) : []),
  ];
  const path = segments.slice(segments.indexOf(from) + 1, segments.indexOf(to) + 1);
  return path.every((segment) =>
    owned ? isOwnedList(scene, cue, segment) : continuesList(scene, cue, segment),
  );
}

/** A denial that is a word of another phrase goes on over "or", and over commas only from "never". */
function isOwnedList(scene: NegationScene, cue: Cue, segment: Segment): boolean {
  if (segment.opener === 'or') return true;
  if (segment.opener !== 'comma' || !isNever(scene.passage, cue)) return false;
  const { passage } = scene;
  const denial = passage.tokens[denierOf(passage, cue)]?.word ?? '';
  const rest = restOfList(passage, segment, negationsOf(scene, segment));
  // "Never had a stroke, slurred speech or numb face today": told of now.
  if (rest.some((item) => isStressed(passage, item) || isNominative(passage, denial, item))) return false;
  return rest.some((item) => item.opener === 'or');
}

const PRONOUN_CS = /^(se|si|mi|mu|ji)$/;
const TOWARDS = /^(to|into|in|on|onto|down|up|round|around|through|do|na|v|ve|pod|mezi)$/;

/**
 * A denial that is a word of another phrase denies what stands right behind it as well: "didn't (eat) any berries" is no
 * eating of them. So does one with its own noun what tells a place: "no radiation to the jaw".
 */
function isItsObject({ passage, ownedTokens }: NegationScene, cue: Cue, extent: Extent): boolean {
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  const begins = (at: number): boolean => {
    let next = at;
    while (next < extent.first && (isDeterminer(word(next)) || PRONOUN_CS.test(word(next)))) next += 1;
    return next === extent.first;
  };
  if (begins(cue.last + 1)) return true;
  let behind = cue.last + 1;
  while (behind < extent.first && ownedTokens.has(behind)) behind += 1;
  return TOWARDS.test(word(behind)) && begins(behind);
}

const AFFIRMS = /^(with|s|se|yes|ano|positive|present|pozitivni|pritomn\w*)$/;

function affirms(passage: Passage, { first, end }: Segment): boolean {
  return passage.tokens.slice(first, end).some(({ word }) => AFFIRMS.test(word));
}

/** What "and" joins to these is denied with them only where it can hardly be there: "headache, no nausea and vomiting". */
const DENIES_BOTH = /^(no|without|w\/o|bez|beze|zadn\w+)$/;

/** Whether the negation goes on into this segment of the list. */
function continuesList(scene: NegationScene, cue: Cue, segment: Segment): boolean {
  const { passage } = scene;
  if (segment.opener === 'or') return true;
  if (cue.kind === 'excluded') return segment.opener === 'and' && !isStressed(passage, segment);
  // "never smoked, diabetic": a habit is no list of complaints.
  if (isHabit(passage.tokens[cue.last + 1]?.word ?? '')) return false;
  const negations = negationsOf(scene, segment);
  if (negations.some((other) => inside(other, segment))) return false;
  if (affirms(passage, segment)) return false;
  if (cue.kind === 'denies') return !isOfNow(passage, segment);
  if (cue.kind === 'doubt') return !isStressed(passage, segment);
  // "no rash and fever 39": what was measured is there.
  if (passage.tokens.slice(segment.first, segment.end).some(({ kind }) => kind === 'number')) return false;
  if (isTimed(scene, segment)) return false;
  if (listEndsWithOr(passage, segment, negations)) return true;
  if (isBoundTo(scene, cue, segment)) return true;
  // Where every item carries its own sign, the one without is there: "no fever, no cough, rash".
  if (negations.some((other) => isSignBefore(passage, other, cue))) return false;
  if (!beginsList(scene, cue) || isOtherKind(scene, cue, segment)) return false;
  return mayContinue(scene, cue, segment) && !isPrecededByPositive(scene, cue, negations);
}

/** A finding stands behind the denial, and is not only a state: "not feeling better, chest pain" is no list. */
const beginsList = (scene: NegationScene, cue: Cue): boolean =>
  hasObjectBehind(scene, cue, scene.passage.segmentOf(cue.first)) && !isOfState(scene.passage, cue);

/** "No diabetes, chest pain": a list of diseases does not go on with a complaint. */
function isOtherKind({ mentions }: NegationScene, cue: Cue, segment: Segment): boolean {
  const all = mentions.get(cue.clause) ?? [];
  const denied = all.find(({ first }) => first > cue.last);
  const items = all.filter((mention) => inside(mention, segment));
  return denied?.lasting === true && items.some(({ lasting }) => !lasting);
}

/** Whether an item that nothing but a comma or "and" joins can be meant by the denial before it. */
function mayContinue({ passage }: NegationScene, cue: Cue, segment: Segment): boolean {
  const denial = passage.tokens[cue.first]?.word ?? '';
  if (isNotFound(denial) || isStressed(passage, segment) || isNominative(passage, denial, segment))
    return false;
  if (segment.opener !== 'and') return true;
  if (hasArticle(passage, segment)) return false;
  return !DENIES_BOTH.test(denial) || (opensSentence(passage, cue.first) && !hasPlace(passage, segment));
}

/**
 * A pair that is always told together is denied whatever stands before it, and so are behind "bez" and a complaint of its own
 * a genitive, what "i" joins, and a noun in -í before a genitive: "bez kašle, bez pocení a dušnosti", "bez otoků i ortopnoe",
 * "bez závratí, hubnutí a poruchy řeči".
 */
function isBoundTo(scene: NegationScene, cue: Cue, segment: Segment): boolean {
  const { passage } = scene;
  const denial = passage.tokens[cue.first]?.word ?? '';
  if (!DENIES_BOTH.test(denial) || isStressed(passage, segment) || hasArticle(passage, segment)) return false;
  if (denial.startsWith('bez') && beginsList(scene, cue) && !isNominative(passage, denial, segment)) {
    if (isGenitive(passage, segment) || passage.tokens[segment.first]?.word === 'i') return true;
    const rest = restOfList(passage, segment, negationsOf(scene, segment));
    if (isVerbalNoun(passage, segment) && rest.some((later) => isGenitive(passage, later))) return true;
  }
  return segment.opener === 'and' && isUsualPair(passage, segment);
}

/** The same denial stands before it, and not as the head of a list: "no bleeding: no melaena, epistaxis". */
function isSignBefore({ tokens }: Passage, other: Cue, cue: Cue): boolean {
  if (other.first >= cue.first || other.kind !== cue.kind) return false;
  return !tokens.slice(other.last, cue.first).some(({ word }) => word === ':');
}

const negationsOf = ({ cues }: NegationScene, { clause }: Segment): readonly Cue[] =>
  (cues.get(clause) ?? []).filter((cue) => isNegating(cue));

function isNegating(cue: Cue): boolean {
  return cue.kind === 'no' || cue.kind === 'verb' || cue.kind === 'denies';
}

/** "No cough, wheeze or vomiting" */
const listEndsWithOr = (passage: Passage, segment: Segment, negations: readonly Cue[]): boolean =>
  restOfList(passage, segment, negations).some((later) => later.opener === 'or');

/** From the item on, up to where the next denial begins. */
function restOfList(passage: Passage, segment: Segment, negations: readonly Cue[]): Segment[] {
  const { segments } = passage.clauseOf(segment.first);
  const rest = segments.slice(segments.indexOf(segment));
  const next = rest.findIndex(
    (later) => later.opener !== 'or' && negations.some((other) => inside(other, later)),
  );
  return rest.slice(0, next === -1 ? undefined : next);
}

/** "chest pain, no fever, cough": the list mixes signs, so each item stands for itself. */
function isPrecededByPositive(scene: NegationScene, cue: Cue, negations: readonly Cue[]): boolean {
  return (scene.mentions.get(cue.clause) ?? []).some(
    (mention) => mention.last < cue.first && !negations.some((other) => other.first < mention.first),
  );
}
