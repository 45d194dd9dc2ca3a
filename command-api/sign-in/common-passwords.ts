import { COMMON_WORDS } from './common-words.ts';

/**
 * A password is common where it is made of at most this many of the pieces that guessing starts with: a word of the
 * list, a run on the keyboard or in the alphabet, one sign repeated, up to four digits or signs.
 */
const MAX_PIECES = 3;
/** A short unit repeated is as weak as the unit. */
const REPEATED = /^(.{1,6}?)\1+$/su;
const SAME = /(.)\1{2,}/sy;
const DECORATION = /[\d\p{P}\p{S}\p{Z}]{1,4}/uy;
const MIN_RUN = 3;

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  '`1234567890-=',
  '!@#$%^&*()_+',
  'qwertyuiop[]asdfghjkl',
  'qwertzuiopasdfghjkl',
  'asdfghjkl;zxcvbnm,./',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
];
const RUNS = ROWS.flatMap((row) => [row, Array.from(row).reverse().join('')]);

/** Digits and signs that stand for letters, each as one letter of the group that it may mean. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '!': 'i',
  '|': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '6': 'g',
  '9': 'g',
  '7': 't',
  '+': 't',
  '8': 'b',
};
const readLookalikes = (text: string): string =>
  text.replace(/[^a-km-z]/g, (sign) => LOOKALIKES[sign] ?? sign);

const WORDS = new Set(COMMON_WORDS.map(readLookalikes));
const LENGTHS = [...new Set(COMMON_WORDS.map((word) => word.length))].sort((a, b) => b - a);

/** One case, no accents, one form of each character. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a password is one of those that are guessed first, however it is spelt. */
export function isCommonPassword(text: string): boolean {
  const folded = fold(text);
  return REPEATED.test(folded) || fewestPieces(folded) <= MAX_PIECES;
}

/** How many pieces the whole text is made of at least; Infinity where something else is left over. */
function fewestPieces(text: string): number {
  const spelt = readLookalikes(text);
  const fewest = new Array<number>(text.length + 1).fill(Infinity);
  fewest[0] = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sofar = fewest[at] ?? Infinity;
    if (sofar >= MAX_PIECES) continue;
    for (const end of pieceEnds(text, spelt, at)) fewest[end] = Math.min(fewest[end] ?? Infinity, sofar + 1);
  }
  return fewest[text.length] ?? Infinity;
}

/** Where a piece that begins at `at` may end. */
function pieceEnds(text: string, spelt: string, at: number): number[] {
  const words = LENGTHS.map((length) => at + length).filter((end) => WORDS.has(spelt.slice(at, end)));
  const decoration = matchLength(DECORATION, text, at);
  return [
    ...words,
    ...upTo(at, MIN_RUN, runLength(text, at)),
    ...upTo(at, MIN_RUN, matchLength(SAME, text, at)),
    ...upTo(at, 1, decoration),
  ];
}

const upTo = (at: number, from: number, length: number): number[] =>
  Array.from({ length: Math.max(0, length - from + 1) }, (_, index) => at + from + index);

function matchLength(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** Length of the longest run along a row, forwards or backwards, that begins at `at`. */
function runLength(text: string, at: number): number {
  return Math.max(
    ...RUNS.map((row) => {
      let longest = 0;
      for (let from = row.indexOf(text[at] ?? ''); from >= 0; from = row.indexOf(text[at] ?? '', from + 1)) {
        let length = 0;
        while (from + length < row.length && row[from + length] === text[at + length]) length += 1;
        longest = Math.max(longest, length);
      }
      return longest;
    }),
  );
}
