import type { Passage, Segment } from '../language/passage.ts';
import { isNegatedWord } from '../language/words-cs.ts';
import type { TimeSpan } from '../values/time.ts';
import { isHabit, type Cue } from './cues.ts';
import type { Extent } from './patient.ts';

/** What negation has to know about the text around a mention. */
export type NegationScene = {
  passage: Passage;
  cues: ReadonlyMap<number, readonly Cue[]>;
  /** Extents of all mentions, and stretches of time, by clause; in the order of the text. */
  mentions: ReadonlyMap<number, readonly Extent[]>;
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
    if (!reaches(scene, cue, extent)) continue;
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

/** Cues of the mention's clause and, for a verb behind its object, of the next clause in the sentence. */
function cuesAround(scene: NegationScene, extent: Extent): readonly Cue[] {
  const clause = scene.passage.segmentOf(extent.first).clause;
  const here = scene.cues.get(clause) ?? [];
  const next = scene.passage.clauses[clause + 1];
  const linked = next !== undefined && (next.opener === 'and' || next.opener === 'or');
  return linked
    ? [...here, ...(scene.cues.get(clause + 1) ?? []).filter((cue) => FROM_BEHIND.has(cue.kind))]
    : here;
}

function reaches(scene: NegationScene, cue: Cue, extent: Extent): boolean {
  if (cue.first > extent.first && cue.last < extent.last) return cue.kind !== 'absent';
  if (cue.first < extent.first) return cue.kind !== 'absent' && reachesForward(scene, cue, extent);
  return reachesBackward(scene, cue, extent);
}

const BLOCKS = /^(for|about|na)$/;
const ANYTHING = /^(anything|something|nothing|nic|neco|doctor|gp|anyone|anybody|lekare|doktora)$/;

function reachesForward(scene: NegationScene, cue: Cue, extent: Extent): boolean {
  const { passage } = scene;
  const owned = scene.ownedTokens.has(cue.first);
  const from = passage.segmentOf(cue.first);
  const to = passage.segmentOf(extent.first);
  if (from === to) return !owned && !isBlocked(passage, cue, extent);
  if (from.clause !== to.clause) return false;
  const segments = passage.clauseOf(cue.first).segments;
  const path = segments.slice(segments.indexOf(from) + 1, segments.indexOf(to) + 1);
  return path.every((segment) => (owned ? segment.opener === 'or' : continuesList(scene, cue, segment)));
}

/** "did not take anything for the pain", "have not seen a doctor about the pain", "nevzal jsem si nic na bolest". */
function isBlocked(passage: Passage, cue: Cue, extent: Extent): boolean {
  for (let at = cue.first; at < extent.first; at += 1) {
    if (ANYTHING.test(passage.tokens[at]?.word ?? '') && BLOCKS.test(passage.tokens[at + 1]?.word ?? ''))
      return true;
  }
  return false;
}

const AFFIRMS = /^(with|s|se|yes|ano|positive|present|pozitivni|pritomn\w*)$/;

function affirms(passage: Passage, { first, end }: Segment): boolean {
  return passage.tokens.slice(first, end).some(({ word }) => AFFIRMS.test(word));
}

/** What "and" joins to these is denied with them, also in a list of both signs: "headache, no nausea and vomiting". */
const DENIES_BOTH = /^(no|without|w\/o|bez|beze|zadn\w+)$/;

/** Whether the negation goes on into this segment of the list. */
function continuesList(scene: NegationScene, cue: Cue, segment: Segment): boolean {
  const { passage } = scene;
  if (segment.opener === 'or') return true;
  if (cue.kind === 'excluded') return segment.opener === 'and';
  // "never smoked, diabetic": a habit is no list of complaints.
  if (isHabit(passage.tokens[cue.last + 1]?.word ?? '')) return false;
  const negations = (scene.cues.get(segment.clause) ?? []).filter((other) => isNegating(other));
  if (negations.some((other) => inside(other, segment))) return false;
  if (affirms(passage, segment)) return false;
  if (cue.kind === 'denies' || cue.kind === 'doubt') return true;
  // "no rash and fever 39": what was measured is there.
  if (passage.tokens.slice(segment.first, segment.end).some(({ kind }) => kind === 'number')) return false;
  if (
    scene.times.get(segment.clause)?.some((time) => time.relation !== 'every' && inside(time, segment)) ===
    true
  )
    return false;
  // Where every item carries its own sign, the one without is there: "no fever, no cough, rash".
  if (negations.some((other) => other.first < cue.first && other.kind === cue.kind)) return false;
  if (segment.opener === 'and' && DENIES_BOTH.test(passage.tokens[cue.first]?.word ?? '')) return true;
  return listEndsWithOr(passage, segment) || !isPrecededByPositive(scene, cue, negations);
}

function isNegating(cue: Cue): boolean {
  return cue.kind === 'no' || cue.kind === 'verb' || cue.kind === 'denies';
}

function inside(extent: Extent, segment: Segment): boolean {
  return extent.first >= segment.first && extent.first < segment.end;
}

function listEndsWithOr(passage: Passage, segment: Segment): boolean {
  const { segments } = passage.clauseOf(segment.first);
  return segments.slice(segments.indexOf(segment)).some((later) => later.opener === 'or');
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
        (mine === at || (isLast(passage, cue, at) && isLinkedBack(passage, mine, at)))
      );
    case 'no':
      return mine === at && (cue.segmentEnd || isFronted(passage, cue, extent));
    case 'denies':
      return cue.segmentEnd && (mine === at || isLinkedBack(passage, mine, at));
    case 'absent':
      return (
        cue.segmentEnd && (mine === at || (isOfAll(passage, cue, at) && isLinkedBack(passage, mine, at)))
      );
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

/** "Fever, cough and rash are absent": said of several, or joined by "or", which only a denial joins. */
function isOfAll(passage: Passage, cue: Cue, segment: Segment): boolean {
  if (segment.opener === 'or') return true;
  return passage.tokens.slice(segment.first, cue.first).some(({ word }) => OF_SEVERAL.test(word));
}

function hasObjectBehind(scene: NegationScene, cue: Cue, segment: Segment): boolean {
  return (scene.mentions.get(cue.clause) ?? []).some(
    (mention) => mention.first > cue.last && mention.first < segment.end,
  );
}

/** "horečku, kašel ani rýmu nemám": the list before a verb at its end, bound to it by a conjunction. */
function isLinkedBack(passage: Passage, mine: Segment, verbs: Segment): boolean {
  if (mine.sentence !== verbs.sentence || (verbs.opener !== 'and' && verbs.opener !== 'or')) return false;
  const between = passage.clauses
    .slice(mine.clause, verbs.clause + 1)
    .flatMap((clause) => clause.segments)
    .filter((segment) => segment.first >= mine.first && segment.first < verbs.first);
  return between.every((segment) => !segment.finite && segment.opener !== 'hard');
}
