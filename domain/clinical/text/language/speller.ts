import { editDistance } from './distance.ts';

/** Finds words of the vocabulary that a mistyped word may have meant. */
export type Speller = {
  /** Ids of the nearest vocabulary words to any of the forms (the word and its stems); empty where none is near. */
  correct(forms: readonly string[]): number[];
};

/** Words shorter than this are never corrected, and at this length only two swapped letters ("pian"). */
export const SHORTEST_CORRECTED = 4;
/** From this length two errors are forgiven. */
const LONG = 9;
const LONGEST = 24;
/** Only so many first letters are indexed: it keeps the index small and loses nothing. */
const PREFIX_LENGTH = 7;
const MAX_CANDIDATES = 200;
const MAX_CORRECTIONS = 4;

/** Words under the keys of the index, as linked lists: `heads` names a node, each node a word and the next node. */
type Index = { words: string[]; heads: Map<string, number>; wordOf: number[]; next: number[] };

/**
 * An index by deleted letters (symmetric delete): two words within one error share a form with at most one letter
 * deleted each, also when only their first letters are compared. Long words are indexed with two deleted, so that two
 * errors are found. Look-up costs a few dozen map reads, no matter how large the vocabulary is.
 * `spellings` maps each spelling to the ids that it stands for.
 */
export function createSpeller(spellings: ReadonlyMap<string, readonly number[]>): Speller {
  const index: Index = { words: [], heads: new Map(), wordOf: [], next: [] };
  for (const word of spellings.keys()) {
    if (word.length < SHORTEST_CORRECTED || word.length > LONGEST) continue;
    const number = index.words.push(word) - 1;
    for (const key of deletions(word)) {
      const node = index.wordOf.push(number) - 1;
      index.next.push(index.heads.get(key) ?? -1);
      index.heads.set(key, node);
    }
  }
  return { correct: (forms) => correct(forms, index, spellings) };
}

function correct(
  forms: readonly string[],
  index: Index,
  spellings: ReadonlyMap<string, readonly number[]>,
): number[] {
  const nearest = new Map<string, number>();
  for (const form of new Set(forms)) {
    if (form.length < SHORTEST_CORRECTED || form.length > LONGEST) continue;
    for (const candidate of candidates(form, index)) {
      if (!sameStart(form, candidate) || (form.length === SHORTEST_CORRECTED && !isSwap(form, candidate)))
        continue;
      const limit = form.length >= LONG && candidate.length >= LONG - 1 ? 2 : 1;
      const distance = editDistance(form, candidate, limit);
      if (distance <= limit) nearest.set(candidate, Math.min(distance, nearest.get(candidate) ?? distance));
    }
  }
  // A stem that fits exactly says no more than one error: stems of mistyped words are not reliable.
  const best = Math.max(1, Math.min(...nearest.values()));
  const ids = new Set<number>();
  for (const [word, distance] of nearest) {
    if (distance <= best) for (const id of spellings.get(word) ?? []) ids.add(id);
  }
  return [...ids].slice(0, MAX_CORRECTIONS);
}

function candidates(form: string, index: Index): Set<string> {
  const found = new Set<string>();
  for (const key of deletions(form)) {
    for (let node = index.heads.get(key) ?? -1; node !== -1; node = index.next[node] ?? -1) {
      found.add(index.words[index.wordOf[node] ?? -1] ?? '');
      if (found.size >= MAX_CANDIDATES) return found;
    }
  }
  return found;
}

/** The first letter is seldom mistyped, and guards against "never" for "fever"; swapped with the second it may be. */
function sameStart(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0]);
}

/** Two neighbours changed places and nothing else. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function deletions(word: string): Set<string> {
  const prefix = word.slice(0, PREFIX_LENGTH);
  const forms = new Set([prefix]);
  for (let at = 0; at < prefix.length; at += 1) {
    const once = prefix.slice(0, at) + prefix.slice(at + 1);
    forms.add(once);
    if (word.length < LONG - 1) continue;
    for (let second = at; second < once.length; second += 1)
      forms.add(once.slice(0, second) + once.slice(second + 1));
  }
  return forms;
}
