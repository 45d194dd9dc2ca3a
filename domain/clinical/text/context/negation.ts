import type { Passage, Segment } from '../language/passage.ts';
import { isNegatedWord } from '../language/words-cs.ts';
import type { TimeSpan } from '../values/time.ts';
import { isBehindColon, isBlocked, isDouble } from './blocks.ts';
import { isHabit, type Cue } from './cues.ts';
import {
  hasArticle,
  hasPlace,
  isOfState,
  isAccusative,
  isGenitive,
  isNominative,
  isOfNow,
  isStressed,
  isUsualPair,
  joinsAll,
  opensSentence,
} from './lists.ts';
import type { Extent } from './patient.ts';
import { isNotFound, isUnseen } from './witness.ts';

/** What negation has to know about the text around a mention. */
export type NegationScene = {
  passage: Passage;
  cues: ReadonlyMap<number, readonly Cue[]>;
  /** Extents of all mentions, and stretches of time, by clause; in the order of the text. */
  mentions: ReadonlyMap<number, readonly (Extent & { lasting: boolean })[]>;
  times: ReadonlyMap<number, readonly TimeSpan[]>;
  /** Tokens that are words of a phrase whose own wording holds a negation ("cannot breathe"). */
  ownedTokens: ReadonlySet<number>;
};

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
  let result: Negation = 'none';
  const concord = [...own].some((token) => isNegatedWord(scene.passage.tokens[token]?.word ?? ''));
  for (const cue of cuesAround(scene, extent)) {
    if (!DENYING.has(cue.kind)) continue;
    // "no signs of" before "signs of dehydration" shares a word with it and denies it all the same.
    // So does "být nemůžu" behind "těhotná být".
    if (own.has(denierOf(scene.passage, cue))) continue;
    if (concord && isCzechNegation(scene, cue)) continue;
    if (isDouble(scene.passage, cue, extent)) continue;
    if (!reaches(scene, cue, extent) || isUnseen(scene.passage, cue, extent)) continue;
    if (cue.kind === 'doubt') result = 'doubted';
    else return 'negated';
  }
  return result;
}

function isCzechNegation(scene: NegationScene, cue: Cue): boolean {
  return cue.kind === 'verb' || /^(ani|nikdy|zadn\w+)$/.test(scene.passage.tokens[cue.first]?.word ?? '');
}

/** The token of a cue that denies: of "být nemůžu" the second. */
function denierOf(passage: Passage, { first, last }: Cue): number {
  return passage.tokens[first]?.word === 'byt' ? last : first;
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
  if (cue.first > extent.first && cue.last < extent.last) return cue.kind !== 'absent';
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
  if (from === to) return !owned;
  // "úraz neguje, bolest hlavy": its object stands before it.
  if (cue.kind === 'denies' && cue.segmentEnd && passage.tokens[from.end]?.word !== '(') return false;
  const behindAside = from.clause === to.clause - 1 && isBehindAside(scene, extent);
  if (from.clause !== to.clause && !behindAside) return false;
  const segments = [
    ...passage.clauseOf(cue.first).segments,
    ...(behindAside ? passage.clauseOf(extent.first).segments.slice(1) : []),
  ];
  const path = segments.slice(segments.indexOf(from) + 1, segments.indexOf(to) + 1);
  return path.every((segment) => (owned ? segment.opener === 'or' : continuesList(scene, cue, segment)));
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
  const negations = (scene.cues.get(segment.clause) ?? []).filter((other) => isNegating(other));
  if (negations.some((other) => inside(other, segment))) return false;
  if (affirms(passage, segment)) return false;
  if (cue.kind === 'denies') return !isOfNow(passage, segment);
  if (cue.kind === 'doubt') return !isStressed(passage, segment);
  // "no rash and fever 39": what was measured is there.
  if (passage.tokens.slice(segment.first, segment.end).some(({ kind }) => kind === 'number')) return false;
  if (isTimed(scene, segment)) return false;
  if (listEndsWithOr(passage, segment, negations)) return true;
  // Where every item carries its own sign, the one without is there: "no fever, no cough, rash".
  if (negations.some((other) => other.first < cue.first && other.kind === cue.kind)) return false;
  if (isBoundTo(scene, cue, segment)) return true;
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

/** A pair that is always told together, or the genitive of "bez", is denied whatever stands before it. */
function isBoundTo({ passage }: NegationScene, cue: Cue, segment: Segment): boolean {
  const denial = passage.tokens[cue.first]?.word ?? '';
  if (segment.opener !== 'and' || !DENIES_BOTH.test(denial) || isStressed(passage, segment)) return false;
  if (hasArticle(passage, segment)) return false;
  return isUsualPair(passage, segment) || (denial.startsWith('bez') && isGenitive(passage, segment));
}

/** A stretch or point of time tells of the item. */
const isTimed = ({ times }: NegationScene, segment: Segment): boolean =>
  (times.get(segment.clause) ?? []).some((time) => time.relation !== 'every' && inside(time, segment));

function isNegating(cue: Cue): boolean {
  return cue.kind === 'no' || cue.kind === 'verb' || cue.kind === 'denies';
}

function inside(extent: Extent, segment: Segment): boolean {
  return extent.first >= segment.first && extent.first < segment.end;
}

/** "No cough, wheeze or vomiting", up to where the next denial begins. */
function listEndsWithOr(passage: Passage, segment: Segment, negations: readonly Cue[]): boolean {
  const { segments } = passage.clauseOf(segment.first);
  const rest = segments.slice(segments.indexOf(segment));
  const next = rest.findIndex((later) => negations.some((other) => inside(other, later)));
  return rest.slice(0, next === -1 ? undefined : next).some((later) => later.opener === 'or');
}

/** "chest pain, no fever, cough": the list mixes signs, so each item stands for itself. */
function isPrecededByPositive(scene: NegationScene, cue: Cue, negations: readonly Cue[]): boolean {
  return (scene.mentions.get(cue.clause) ?? []).some(
    (mention) => mention.last < cue.first && !negations.some((other) => other.first < mention.first),
  );
}

function reachesBackward(scene: NegationScene, cue: Cue, extent: Extent): boolean {
  const { passage } = scene;
  if (extent.last >= cue.last || scene.ownedTokens.has(denierOf(passage, cue))) return false;
  const at = passage.segmentOf(cue.first);
  const mine = passage.segmentOf(extent.first);
  switch (cue.kind) {
    case 'verb':
      return (
        !hasObjectBehind(scene, cue, at) &&
        (mine === at || (isLast(passage, cue, at) && isObjectOf(scene, cue, mine)))
      );
    case 'no':
      return mine === at && (cue.segmentEnd || isFronted(passage, cue, extent));
    case 'denies':
      return cue.segmentEnd && (mine === at || isObjectOf(scene, cue, mine));
    case 'absent':
      if (!cue.segmentEnd || isOfSign(passage, cue, extent)) return false;
      return mine === at || (isOfAll(scene, cue) && isLinkedBack(scene, mine, at));
    default:
      return false;
  }
}

const AUXILIARIES = /^(jsem|jsme|se|si|je|taky|take|tez|nikdy|vubec)$/;

/** Nothing stands behind the verb to be its object: "a neviděl jsem lékaře" denies no doctor and no rash. */
function isLast(passage: Passage, cue: Cue, { end }: Segment): boolean {
  return passage.tokens
    .slice(cue.last + 1, end)
    .every(({ kind, word }) => kind === 'mark' || AUXILIARIES.test(word));
}

const SUBJECT = /^(i|he|she|we|they|you)$/;
const HAVING =
  /^(have|had|has|do|does|did|seen|noticed|felt|got|feel|see|notice|found|at|all|either|though)$/;

/** "Blood in the stool I have not seen", "chest pain he does not have": the object stands before its subject. */
function isFronted(passage: Passage, cue: Cue, extent: Extent): boolean {
  if (passage.tokens[cue.first]?.word !== 'not') return false;
  const lead = passage.tokens.slice(extent.last + 1, cue.first).map(({ word }) => word);
  const rest = passage.tokens.slice(cue.last + 1, passage.segmentOf(cue.first).end);
  const ends = rest.every((token) => token.kind === 'mark' || HAVING.test(token.word));
  return ends && SUBJECT.test(lead[0] ?? '') && lead.slice(1).every((word) => HAVING.test(word));
}

const OF_SEVERAL = /^(are|were|all|both|jsou|byly)$/;

/**
 * "Fever, cough and rash are absent": said of several, or joined by "or", which only a denial joins. What is no finding
 * may be missing by itself.
 */
function isOfAll({ passage, mentions }: NegationScene, cue: Cue): boolean {
  const segment = passage.segmentOf(cue.first);
  const own = (mentions.get(cue.clause) ?? []).some(
    (mention) => mention.first >= segment.first && mention.last < cue.first,
  );
  if (!own || segment.opener === 'or') return own;
  return passage.tokens.slice(segment.first, cue.first).some(({ word }) => OF_SEVERAL.test(word));
}

/** What is a sign where it is absent. */
const MISSED =
  /^(puls\w*|pulz\w*|reflex\w*|sounds?|entry|ozv\w*|zvuk\w*|urin\w*|moc|output|memor\w*|pamet\w*|movements?|pohyb\w*|power|sensation|feeling|cit|tone|gag|flow|vision|sight|hearing|speech|consciousness|vedomi|response|tears|periods?|menses|with|s|se)$/;

/** "Pain and pulses are absent", "pain with pulses absent": it is said of what stands between. */
const isOfSign = (passage: Passage, cue: Cue, extent: Extent): boolean =>
  passage.tokens.slice(extent.last + 1, cue.first).some(({ word }) => MISSED.test(word));

function hasObjectBehind(scene: NegationScene, cue: Cue, segment: Segment): boolean {
  return (scene.mentions.get(cue.clause) ?? []).some(
    (mention) => mention.first > cue.last && mention.first < segment.end,
  );
}

/** "horečku, kašel ani rýmu nemám", "horečku a kašel neguje": an item that can only be the object of the verb behind it. */
function isObjectOf(scene: NegationScene, cue: Cue, mine: Segment): boolean {
  const { passage } = scene;
  const verbs = passage.segmentOf(cue.first);
  if (isNotFound(passage.tokens[cue.first]?.word ?? '') || !isLinkedBack(scene, mine, verbs)) return false;
  const isPair = mine.end === verbs.first && isUsualPair(passage, verbs);
  return isPair || joinsAll(passage, verbs) || isAccusative(passage, mine);
}

/** An item of the list that ends with the verb, bound to it by a conjunction; not one whose own time or force is told. */
function isLinkedBack(scene: NegationScene, mine: Segment, verbs: Segment): boolean {
  const { passage } = scene;
  if (mine.sentence !== verbs.sentence || (verbs.opener !== 'and' && verbs.opener !== 'or')) return false;
  if (isTimed(scene, mine) || isStressed(passage, mine)) return false;
  const between = passage.clauses
    .slice(mine.clause, verbs.clause + 1)
    .flatMap((clause) => clause.segments)
    .filter((segment) => segment.first >= mine.first && segment.first < verbs.first);
  return between.every((segment) => !segment.finite && segment.opener !== 'hard');
}
