import type { Passage } from '../language/passage.ts';
import type { CompiledEntry } from '../lexicon.ts';
import { DROPPED, type Reading } from '../language/vocabulary.ts';
import { gapAllows, rolesOf, type Role } from './gaps.ts';
import { isFalseMatch, type Quality } from './false-matches.ts';
import type { Anchored, CompiledLexicon, IndexedReadings, Phrase } from './packed.ts';
import { antecedents } from './anaphora.ts';
import type { Senses } from './senses.ts';

/** A phrase found in a passage. `tokens` are the tokens that are its words, ascending. */
export type PhraseMatch = {
  phrase: Phrase;
  tokens: number[];
  quality: Quality;
  /** One of its words carries the Czech ne-: "nebolí". */
  negatedInside: boolean;
};

/** How far from the anchor, in tokens, the next word of a phrase is looked for. */
const WINDOW = 8;
/** Bounds the work on one token, whatever the lexicon and the text. */
const MAX_PHRASES_PER_TOKEN = 600;

const NO_READINGS: readonly Reading[] = [];
const NO_PHRASES: readonly Anchored[] = [];

type Placed = { at: number; reading: Reading };
type Finder = { passage: Passage; senses: Senses; readings: IndexedReadings[]; roles: Role[] };

/**
 * All places where a phrase of the lexicon stands, in the order of the text; of several for one code the best.
 * `isAnswered` says of an entry whether the text answers its question, for phrases that are read only there; null where it
 * answers none.
 */
export function matchPhrases(
  passage: Passage,
  lexicon: CompiledLexicon,
  isAnswered: ((entry: CompiledEntry) => boolean) | null,
): PhraseMatch[] {
  const meant = antecedents(passage, lexicon.senses);
  const readings = passage.readings.map((own, at): IndexedReadings => {
    const spoken = lexicon.senses.hasOther(passage.tokens, at) ? NO_READINGS : own;
    const named = meant.get(at);
    if (named === undefined) return lexicon.indexOf(spoken);
    return lexicon.indexOf([...spoken, ...named.flatMap((part) => wordsAlone(passage.readings[part]))]);
  });
  const finder: Finder = { passage, senses: lexicon.senses, readings, roles: rolesOf(passage) };
  const presentIn = idsOfClause(passage, readings);
  const found: PhraseMatch[] = [];
  readings.forEach(({ byId, anchors }, at) => {
    const present = presentIn.get(passage.segmentOf(at).clause);
    let tried = 0;
    // A guarded word still leads to phrases that hold it word for word.
    const leads = byId.size > 0 ? anchors : lexicon.indexOf(passage.readings[at] ?? NO_READINGS).anchors;
    for (const reading of leads) {
      const { everywhere, asked } = lexicon.phrasesAt(reading.id);
      const answering =
        isAnswered === null ? NO_PHRASES : asked.filter(({ phrase }) => isAnswered(phrase.entry));
      for (const { phrase, anchor } of answering.length === 0 ? everywhere : [...everywhere, ...answering]) {
        tried += 1;
        if (tried > MAX_PHRASES_PER_TOKEN) return;
        const match =
          matchLiterally(finder, phrase, anchor, at) ??
          (byId.size > 0 && mayStand(phrase, present)
            ? matchByReadings(finder, phrase, anchor, { at, reading })
            : null);
        if (match !== null) found.push(match);
      }
    }
  });
  return bestPerPlace(found);
}

/** True where each word of the phrase can be read somewhere in the clause, whose ids these are: most cannot. */
function mayStand({ ids }: Phrase, present: ReadonlySet<number> | undefined): boolean {
  if (ids.length === 1) return true;
  for (const id of ids) if (present?.has(id) !== true) return false;
  return true;
}

const wordsAlone = (readings: readonly Reading[] = []): Reading[] =>
  readings.filter(({ width }) => width === 1);

/** By clause, the ids that can be read anywhere in it. */
function idsOfClause(passage: Passage, readings: readonly IndexedReadings[]): Map<number, Set<number>> {
  const byClause = new Map<number, Set<number>>();
  readings.forEach(({ byId }, at) => {
    if (byId.size === 0) return;
    const { clause } = passage.segmentOf(at);
    const ids = byClause.get(clause) ?? new Set<number>();
    for (const id of byId.keys()) ids.add(id);
    byClause.set(clause, ids);
  });
  return byClause;
}

/** The phrase with its anchor at `start` and each other word on a token near it that reads as that word. */
function matchByReadings(finder: Finder, phrase: Phrase, anchor: number, start: Placed): PhraseMatch | null {
  const placed =
    place(finder, phrase, { anchor, start, ordered: true }) ??
    (phrase.ids.length === 1 || isOrdered(phrase)
      ? null
      : place(finder, phrase, { anchor, start, ordered: false }));
  if (placed === null) return null;
  const quality = qualityOf(finder, phrase, placed);
  if (phrase.literal && quality !== 'exact') return null;
  const tokens = placed.flatMap(({ at, reading }) => tokensOf(at, reading.width));
  if (isFalseMatch(finder, phrase, { tokens, quality })) return null;
  const negatedInside = placed.some(({ reading }) => reading.negated);
  if (negatedInside && phrase.entry.figure === true) return null;
  return { phrase, tokens: tokens.sort((a, b) => a - b), quality, negatedInside };
}

const tokensOf = (first: number, width: number): number[] =>
  width === 1 ? [first] : Array.from({ length: width }, (_, index) => first + index);

/** "28 paracetamol" is no "paracetamol at 28", a number counts what stands behind it, and a figure of speech stands as it is said. */
const isOrdered = ({ tight, language, wording, entry }: Phrase): boolean =>
  (tight && language === 'en') ||
  /^[0-9]/.test(wording[0] ?? '') ||
  wording.some((word) => word.startsWith('#')) ||
  entry.figure === true;

/** One that may be read so word for word around its anchor, also over what else would part two statements. */
function matchLiterally(
  { passage, senses }: Finder,
  phrase: Phrase,
  anchor: number,
  at: number,
): PhraseMatch | null {
  if (phrase.wordingAt === null) return null;
  const first = at - (phrase.wordingAt[anchor] ?? 0);
  const stands = phrase.wording.every((word, index) => passage.tokens[first + index]?.word === word);
  if (!stands || senses.hasOtherAround(passage.tokens, first, first + phrase.wording.length - 1)) return null;
  return {
    phrase,
    tokens: phrase.wording.map((_, index) => first + index),
    quality: 'exact',
    negatedInside: false,
  };
}

type Plan = { anchor: number; start: Placed; ordered: boolean };

/** Puts each word of the phrase on the nearest token that reads as it; null where one is missing or too far. */
function place(finder: Finder, phrase: Phrase, plan: Plan): Placed[] | null {
  const placed = new Array<Placed | undefined>(phrase.ids.length);
  placed[plan.anchor] = plan.start;
  const used = new Set([plan.start.at]);
  for (let step = 1; step < phrase.ids.length; step += 1) {
    // Left of the anchor outwards, then right of it.
    const index = step <= plan.anchor ? plan.anchor - step : step;
    const id = phrase.ids[index] ?? -1;
    const neighbour = placed[index < plan.anchor ? index + 1 : index - 1] ?? plan.start;
    const next = plan.ordered
      ? nearest(finder, id, { from: neighbour.at, direction: index < plan.anchor ? -1 : 1, used })
      : nearest(finder, id, { from: plan.start.at, direction: 0, used });
    if (next === null) return null;
    placed[index] = next;
    used.add(next.at);
  }
  const complete = placed.filter((item) => item !== undefined);
  return gapsAllow(finder, phrase, complete, plan.ordered) ? complete : null;
}

type Search = { from: number; direction: -1 | 0 | 1; used: ReadonlySet<number> };

function nearest(finder: Finder, id: number, search: Search): Placed | null {
  const clause = finder.passage.clauseOf(search.from);
  for (let distance = 1; distance <= WINDOW; distance += 1) {
    for (const direction of search.direction === 0 ? [-1, 1] : [search.direction]) {
      const at = search.from + direction * distance;
      if (at < clause.first || at >= clause.end || search.used.has(at)) continue;
      const reading = finder.readings[at]?.byId.get(id);
      if (reading !== undefined) return { at, reading };
    }
  }
  return null;
}

const TURNS = /^(not|no|never|cannot|without|more|less|ne|neni|nejsou|nikdy|bez|ani|vic|min|mene)$/;

/** A figure of speech stands together, and nothing in between turns it: no "faint, rash", no "is not getting less". */
function staysFigure(
  { passage, roles }: Pick<Finder, 'passage' | 'roles'>,
  { from, to }: { from: number; to: number },
): boolean {
  // "Motá se mi hlava, až padám": the comma only belongs to Czech spelling.
  const [mark, link] = passage.tokens.slice(from, to);
  if (mark?.word === ',' && /^(az|ze|jak)$/.test(link?.word ?? ''))
    return staysFigure({ passage, roles }, { from: from + 2, to });
  const between = roles.slice(from, to);
  if (between.includes('soft') || between.filter((role) => role === 'content').length > 1) return false;
  return !passage.tokens.slice(from, to).some(({ word }) => TURNS.test(word));
}

function gapsAllow(finder: Finder, phrase: Phrase, placed: readonly Placed[], ordered: boolean): boolean {
  const inText = [...placed].sort((a, b) => a.at - b.at);
  return inText.every((left, index) => {
    const right = inText[index + 1];
    if (right === undefined) return true;
    const gap = {
      start: left.at,
      from: left.at + left.reading.width,
      to: right.at,
      end: right.at + right.reading.width,
    };
    if (phrase.entry.figure === true && !staysFigure(finder, gap)) return false;
    return gapAllows(finder.passage, finder.roles, gap, {
      language: phrase.language,
      tight: phrase.tight,
      ordered,
    });
  });
}

function qualityOf({ passage, roles }: Finder, phrase: Phrase, placed: readonly Placed[]): Quality {
  if (placed.some(({ reading }) => reading.corrected)) return 'typo';
  const first = Math.min(...placed.map(({ at }) => at));
  // The phrase's own little words may stand before its first meaningful one.
  const lead = Math.max(0, phrase.wording.indexOf(passage.tokens[first]?.word ?? ''));
  const exact = phrase.wording.every((word, index) => passage.tokens[first - lead + index]?.word === word);
  if (exact) return 'exact';
  if (phrase.ids.length > 1 && standTogether(passage, phrase, placed)) return 'together';
  return placed.length === 2 && areApart(roles, placed) ? 'loose' : 'stem';
}

/** True where these stand in the order of the phrase, with little words between them at most. */
function standTogether({ tokens }: Passage, { language }: Phrase, placed: readonly Placed[]): boolean {
  return placed.every(({ at }, index) => {
    const before = placed[index - 1];
    if (before === undefined) return true;
    const from = before.at + before.reading.width;
    return from <= at && tokens.slice(from, at).every(({ word }) => DROPPED[language].has(word));
  });
}

/** True where words of a meaning of their own, or a comma, stand between these. */
function areApart(roles: readonly Role[], placed: readonly Placed[]): boolean {
  const [left, right] = [...placed].sort((a, b) => a.at - b.at);
  if (left === undefined || right === undefined) return false;
  return roles.slice(left.at + left.reading.width, right.at).some((role) => role !== 'filler');
}

const RANK = { exact: 3, together: 2, stem: 2, typo: 1, loose: 0 };

function better(a: PhraseMatch, b: PhraseMatch): boolean {
  if (a.tokens.length !== b.tokens.length) return a.tokens.length > b.tokens.length;
  if (RANK[a.quality] !== RANK[b.quality]) return RANK[a.quality] > RANK[b.quality];
  if (a.negatedInside !== b.negatedInside) return b.negatedInside;
  return spanOf(a) < spanOf(b);
}

function spanOf(match: PhraseMatch): number {
  return (match.tokens.at(-1) ?? 0) - (match.tokens[0] ?? 0);
}

/** Of overlapping matches for the same code and choice only the best stays. */
function bestPerPlace(found: readonly PhraseMatch[]): PhraseMatch[] {
  const byCode = new Map<string, PhraseMatch[]>();
  for (const match of found) {
    const key = `${match.phrase.entry.kind} ${match.phrase.entry.code} ${match.phrase.choice ?? ''}`;
    const list = byCode.get(key);
    if (list === undefined) byCode.set(key, [match]);
    else list.push(match);
  }
  const kept: PhraseMatch[] = [];
  for (const list of byCode.values()) {
    list.sort((a, b) => (better(a, b) ? -1 : better(b, a) ? 1 : 0));
    const taken = new Set<number>();
    for (const match of list) {
      if (match.tokens.some((token) => taken.has(token))) continue;
      for (const token of match.tokens) taken.add(token);
      kept.push(match);
    }
  }
  return kept.sort(
    (a, b) => (a.tokens[0] ?? 0) - (b.tokens[0] ?? 0) || (b.tokens.at(-1) ?? 0) - (a.tokens.at(-1) ?? 0),
  );
}
