import { editDistance } from './distance.ts';

/** Finds words of the vocabulary that a mistyped word may have meant. */
export type Speller = {
  /** Ids of the nearest vocabulary words to any of the forms (the word and its stems); empty where none is near. */
  correct(forms: readonly string[]): number[];
};

/** Words shorter than this are never corrected, and at this length only two swapped letters ("pian"). */
export const SHORTEST_CORRECTED = 4;
/** From this length two errors are forgiven, in a word that has at most one letter less. */
const LONG = 9;
const LONGEST = 24;
const MAX_CORRECTIONS = 4;

/** Words of one length with one first letter, each with the set of its letters as bits. */
type Shelf = { words: string[]; letters: number[] };
type Shelves = ReadonlyMap<string, Shelf>;

/**
 * Words are kept by first letter and length: only a few shelves can hold a neighbour, and on these the sets of letters
 * rule out nearly all before any distance is counted. `spellings` maps each spelling to the ids that it stands for.
 */
export function createSpeller(spellings: ReadonlyMap<string, readonly number[]>): Speller {
  const shelves = new Map<string, Shelf>();
  for (const word of spellings.keys()) {
    if (word.length < SHORTEST_CORRECTED || word.length > LONGEST) continue;
    const name = shelfName(word[0], word.length);
    const shelf = shelves.get(name);
    if (shelf === undefined) shelves.set(name, { words: [word], letters: [lettersOf(word)] });
    else {
      shelf.words.push(word);
      shelf.letters.push(lettersOf(word));
    }
  }
  return { correct: (forms) => correct(forms, shelves, spellings) };
}

const shelfName = (first: string | undefined, length: number): string => `${first ?? ''}${length}`;

function correct(
  forms: readonly string[],
  shelves: Shelves,
  spellings: ReadonlyMap<string, readonly number[]>,
): number[] {
  const nearest = new Map<string, number>();
  for (const form of new Set(forms)) {
    if (form.length < SHORTEST_CORRECTED || form.length > LONGEST) continue;
    const most = form.length >= LONG ? 2 : 1;
    for (let length = form.length - most; length <= form.length + most; length += 1) {
      const limit = length >= LONG - 1 ? most : 1;
      if (Math.abs(length - form.length) > limit) continue;
      for (const first of new Set([form[0], form[1]]))
        search(form, shelves.get(shelfName(first, length)), limit, nearest);
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

/** Notes the words of a shelf that are within `limit` errors of the form. */
function search(form: string, shelf: Shelf | undefined, limit: number, nearest: Map<string, number>): void {
  if (shelf === undefined) return;
  const own = lettersOf(form);
  const { words, letters } = shelf;
  for (let at = 0; at < words.length; at += 1) {
    // An error changes at most two of the letters: one that goes and one that comes.
    if (bitCount(own ^ (letters[at] ?? 0)) > 2 * limit) continue;
    const word = words[at] ?? '';
    if (!sameStart(form, word) || (form.length === SHORTEST_CORRECTED && !isSwap(form, word))) continue;
    const distance = editDistance(form, word, limit);
    if (distance <= limit) nearest.set(word, Math.min(distance, nearest.get(word) ?? distance));
  }
}

/** The set of the letters of a word; letters outside of a to z share bits with others. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
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
