import { boxOf, withoutOptions } from './boxes.ts';
import { APOSTROPHES, fold } from './fold.ts';
import type { Token } from './token.ts';

/** What lies behind this is not read: bounds the work whatever is sent in. */
const MAX_TEXT_LENGTH = 20_000;

/** A letter that is no apostrophe; soft hyphens and joiners stand unseen inside a word. */
const LETTER = '[\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lo}]';
const IN_WORD = '[\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lo}\\p{M}\\u00ad\\u200c\\u200d\\u2060\\ufeff]';
const DASHES = '–—‐‑‒―−﹣－';

/** Abbreviations with a slash (c/o, y/o), words with apostrophes, numbers with one decimal separator, marks. */
const TOKEN = new RegExp(
  [
    '(?<![\\p{L}\\p{M}])\\p{L}/\\p{L}(?![\\p{L}\\p{M}])',
    `${LETTER}${IN_WORD}*(?:[${APOSTROPHES}]${LETTER}${IN_WORD}*)*`,
    '[0-9\\uff10-\\uff19]+(?:[.,][0-9]+)?',
    '[½¼¾℃℉]',
    '\\[[\\sxX*✓✔]?\\]|[☐☑☒✓✔■□✗✘☓]',
    `[.!?;…,:()[\\]/%°˚+=<>${DASHES}-]`,
  ].join('|'),
  'gu',
);

/** Digits of East Asian width. */
const FULLWIDTH = /^[\uff10-\uff19]/;
/** "15,000" counts thousands; nobody measures with three decimals. */
const THOUSANDS = /^[1-9][0-9]{0,2},[0-9]{3}$/;
const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };
const UNIT_SIGNS: Readonly<Record<string, string>> = { '℃': 'c', '℉': 'f' };
const MARKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DASHES.split('').map((dash) => [dash, '-'])),
  '˚': '°',
  '[': '(',
  ']': ')',
  '…': '.',
};

const LONG_DASH = /^[—―]$/;
const MARK = /^[^\p{L}]$/u;

/** "n't" written without its apostrophe, as people also spell it. */
const BARE_NEGATIONS = new Set(
  (
    'dont doesnt didnt cant couldnt isnt arent wasnt werent havent hasnt hadnt wont wouldnt shouldnt ' +
    'dosnt dosent doesent dident hasent havnt wasent carnt coudnt'
  ).split(' '),
);
/** Two words that are spoken and written as one. */
const SPOKEN: Readonly<Record<string, readonly [string, string]>> = {
  wanna: ['want', 'to'],
  gotta: ['got', 'to'],
};
const SUFFIX_WORDS: Readonly<Record<string, string>> = {
  m: 'am',
  re: 'are',
  ve: 'have',
  ll: 'will',
  d: 'would',
};
const NEGATED_STEMS: Readonly<Record<string, string>> = {
  ca: 'can',
  car: 'can',
  coud: 'could',
  dide: 'did',
  dos: 'does',
  dose: 'does',
  doese: 'does',
  hase: 'has',
  hav: 'have',
  sha: 'shall',
  wase: 'was',
  wo: 'will',
};

/** Cuts a text into tokens in one pass; linear in its length, and total: any string is accepted. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const source = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text;
  for (const match of source.matchAll(TOKEN)) {
    const gap = readGap(source, end, match.index);
    end = match.index + match[0].length;
    const raw = match[0] === '?' && opensQuery(source, match.index) ? QUERY : match[0];
    pushTokens(tokens, raw, { start: match.index, end, ...gap });
  }
  return withoutOptions(joinCannot(dropHyphens(tokens)));
}

/** The word that a clinician's question mark before a word stands for: "?PE" is read as "query PE". */
const QUERY = 'query';

/** True for a question mark that stands right before a word and right behind none. */
function opensQuery(source: string, at: number): boolean {
  const before = source.charAt(at - 1);
  return /\p{L}/u.test(source.charAt(at + 1)) && /^[\s([,;:.+/-]?$/.test(before);
}

const PLAIN_WORDS = /^\p{L}+(?: \p{L}+)*$/u;

/** The words and numbers of a phrase, without marks: most phrases are plain words, which need no cutting up. */
export function tokenizePhrase(text: string): string[] {
  if (PLAIN_WORDS.test(text)) {
    const words = fold(text).split(' ');
    if (!words.some((word) => word === 'not' || BARE_NEGATIONS.has(word))) return words;
  }
  return tokenize(text).flatMap((token) => (token.kind === 'mark' ? [] : [token.word]));
}

const LINE_FEED = 10;
const SPACE = 32;
const LAST_ASCII = 127;

/** What lies between two tokens: white space or not, and how many line breaks. */
function readGap(source: string, from: number, to: number): Pick<Token, 'spaced' | 'lines'> {
  let spaced = false;
  let lines = 0;
  for (let at = from; at < to; at += 1) {
    const code = source.charCodeAt(at);
    if (code === LINE_FEED) lines += 1;
    spaced ||= code <= SPACE || (code > LAST_ASCII && /\s/.test(source[at] ?? ''));
  }
  return { spaced, lines };
}

type Place = Pick<Token, 'start' | 'end' | 'spaced' | 'lines'>;

const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9';

function pushTokens(tokens: Token[], written: string, place: Place): void {
  const raw = FULLWIDTH.test(written) ? written.normalize('NFKC') : written;
  const first = raw[0] ?? '';
  const box = boxOf(raw);
  if (box !== null) {
    tokens.push({ kind: 'mark', word: box, value: NaN, ...place });
    return;
  }
  const fraction = FRACTIONS[first];
  if (fraction !== undefined) {
    tokens.push({ kind: 'number', word: String(fraction), value: fraction, ...place });
  } else if (isDigit(first)) {
    const decimal = THOUSANDS.test(raw) ? raw.replace(',', '') : raw.replace(',', '.');
    tokens.push({ kind: 'number', word: raw, value: Number(decimal), ...place });
  } else if (UNIT_SIGNS[first] !== undefined) {
    tokens.push({ kind: 'word', word: UNIT_SIGNS[first], value: NaN, ...place });
  } else if (raw.length === 1 && MARK.test(raw)) {
    // A long dash divides also where no space stands beside it.
    const spaced = place.spaced || LONG_DASH.test(raw);
    tokens.push({ kind: 'mark', word: MARKS[raw] ?? raw, value: NaN, ...place, spaced });
  } else {
    pushWords(tokens, raw, place);
  }
}

/** A word, cut in two where it holds a contraction. */
function pushWords(tokens: Token[], raw: string, place: Place): void {
  const word = fold(raw);
  const { start, end } = place;
  const spoken = SPOKEN[word];
  if (spoken !== undefined) {
    pushPair(tokens, [...spoken], { ...place, cut: start + spoken[0].length });
  } else if (BARE_NEGATIONS.has(word)) {
    pushNegated(tokens, word.slice(0, -2), { ...place, cut: end - 2 });
  } else if (!word.includes("'")) {
    tokens.push({ kind: 'word', word, value: NaN, ...place });
  } else if (word.length !== raw.length) {
    // Offsets inside a word are only safe where folding kept its length; otherwise it stays one token.
    tokens.push({ kind: 'word', word: word.replaceAll("'", ''), value: NaN, ...place });
  } else if (word.endsWith("n't") && word.length > 3) {
    pushNegated(tokens, word.slice(0, -3), { ...place, cut: end - 3 });
  } else {
    const cut = start + word.indexOf("'");
    const suffix = word.slice(cut - start + 1).replaceAll("'", '');
    pushPair(tokens, [word.slice(0, cut - start), SUFFIX_WORDS[suffix] ?? suffix], { ...place, cut });
  }
}

function pushNegated(tokens: Token[], stem: string, place: Place & { cut: number }): void {
  const base = NEGATED_STEMS[stem] ?? stem;
  if (base !== 'can' && base !== 'could') {
    pushPair(tokens, [base, 'not'], place);
    return;
  }
  const { cut: _, ...whole } = place;
  tokens.push({ kind: 'word', word: 'cannot', value: NaN, ...whole });
}

function pushPair(tokens: Token[], [left, right]: [string, string], place: Place & { cut: number }): void {
  const { start, end, spaced, lines, cut } = place;
  tokens.push({ kind: 'word', word: left, value: NaN, start, end: cut, spaced, lines });
  tokens.push({ kind: 'word', word: right, value: NaN, start: cut, end, spaced: false, lines: 0 });
}

/** A hyphen inside a word or between a number and a word ("54-year-old") only joins; between numbers it is a range. */
function dropHyphens(tokens: Token[]): Token[] {
  return tokens.filter((token, index) => {
    if (token.word !== '-' || token.spaced) return true;
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (before === undefined || after === undefined || after.spaced) return true;
    if (before.kind === 'mark' || after.kind === 'mark') return true;
    return before.kind === 'number' && after.kind === 'number';
  });
}

/** Who "can no longer feel the lump" has none any more, and who "can no longer move his arm" cannot move it. */
const PERCEIVED = /^(see|feel|find|hear|notice|smell)$/;

/** "Can not" is one word, and so is "can no longer". */
function joinCannot(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const last = joined.at(-1);
    const isNoLonger = token.word === 'no' && tokens[index + 1]?.word === 'longer';
    const isDenial = token.word === 'not' || (isNoLonger && !PERCEIVED.test(tokens[index + 2]?.word ?? ''));
    // The "no" before it has become part of "cannot".
    if (token.word === 'longer' && last?.word === 'cannot' && last.end === tokens[index - 1]?.end) {
      joined[joined.length - 1] = { ...last, end: token.end };
    } else if (isDenial && last !== undefined && (last.word === 'can' || last.word === 'could')) {
      joined[joined.length - 1] = { ...last, word: 'cannot', end: token.end };
    } else {
      joined.push(token);
    }
  }
  return joined;
}
