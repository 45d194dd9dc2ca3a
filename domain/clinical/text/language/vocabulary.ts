import { COMMON_WORDS } from './common-words.ts';
import { meaningCs, stemCs } from './stem-cs.ts';
import { meaningEn, stemEn } from './stem-en.ts';
import { createSpeller, SHORTEST_CORRECTED, type Speller } from './speller.ts';
import type { Token } from './token.ts';
import { DROPPED_CS, FINITE_CS, isNegatedVerb, LIGHT_CS, MODIFIERS_CS, withoutNegation } from './words-cs.ts';
import { DROPPED_EN, FINITE_EN, LIGHT_EN, MODIFIERS_EN } from './words-en.ts';

export type Language = 'en' | 'cs';
export const LANGUAGES: readonly Language[] = ['en', 'cs'];

/** Words that carry no meaning of their own. */
export const DROPPED: Record<Language, ReadonlySet<string>> = {
  en: new Set(DROPPED_EN),
  cs: new Set(DROPPED_CS),
};

/**
 * One way to read a token: as the word `id` of the vocabulary. `width`: how many tokens it takes, where one word was written as
 * two or several words stand in one place.
 */
export type Reading = { id: number; language: Language; negated: boolean; corrected: boolean; width: number };

export type Vocabulary = {
  /** All readings of each token; the same word always reads the same. */
  read(tokens: readonly Token[]): Reading[][];
};

/** Words whose readings are kept from one text to the next. */
const MOST_REMEMBERED = 2_000;
/** How many first letters of a word are told by `heads`. */
export const HEAD_LENGTH = 5;
const NO_READINGS: Reading[] = [];
const LONGEST_WORD = 32;
const SHORTEST_JOINED = 7;
const SHORTEST_PART = 3;
const LITTLE_WORDS = new Set(
  [DROPPED_EN, LIGHT_EN, MODIFIERS_EN, FINITE_EN, DROPPED_CS, LIGHT_CS, MODIFIERS_CS, FINITE_CS].flat(),
);
const UNCORRECTED = new Set([...COMMON_WORDS, ...LITTLE_WORDS]);

type WordSequence = { rest: number[]; id: number };

/** The words of a vocabulary as plain data, which can be kept and opened again. */
export type VocabularyWords = {
  ids: Ids;
  /** Language of each id. */
  languages: Language[];
  /** What each spelling, written out or stemmed, may stand for. */
  spellings: Map<string, number[]>;
  /** By the numbers of its members, each number that stands for several; and by member, those that it belongs to. */
  groups: { ids: Map<string, number>; of: Map<number, number[]> };
  /** Words that stand in one place, by the number of the first: those behind it, and their number together. */
  sequences: Map<number, WordSequence[]>;
  /** Numbers in digits that are read as a word. */
  ranges: { over: number; below: number; id: number }[];
  /** First letters of all words: most pairs of neighbours are no compound by these alone. */
  heads: Set<string>;
};

/** The vocabulary of these words, with its spelling index built. */
export function openVocabulary(words: VocabularyWords): Vocabulary {
  return { read: createWordReader(words, createSpeller(words.spellings)) };
}

/** Each reading, and the groups that its word belongs to. */
function withGroups({ groups }: VocabularyWords, readings: Reading[]): Reading[] {
  if (groups.of.size === 0 || readings.length === 0) return readings;
  const inGroups = readings.flatMap((reading) =>
    (groups.of.get(reading.id) ?? []).map((id): Reading => ({ ...reading, id })),
  );
  return inGroups.length === 0 ? readings : [...readings, ...inGroups];
}

function createWordReader(store: VocabularyWords, speller: Speller): Vocabulary['read'] {
  const readWord = (word: string): Reading[] => {
    if (word.length > LONGEST_WORD) return NO_READINGS;
    const readings = [...known(store.ids, word), ...colloquialReadings(store.ids, word)];
    if (readings.length > 0 || word.length < SHORTEST_CORRECTED || UNCORRECTED.has(word)) return readings;
    // The stem of a word of four letters says too little.
    const forms = word.length === SHORTEST_CORRECTED ? [word] : [word, stemEn(word), stemCs(word)];
    return speller.correct(forms).map((id): Reading => {
      return { id, language: store.languages[id] ?? 'en', negated: false, corrected: true, width: 1 };
    });
  };

  const memo = new Map<string, ReadWord>();
  const readToken = ({ kind, word }: Token): ReadWord => {
    if (kind === 'mark') return UNREAD;
    let read = memo.get(word);
    if (read === undefined) {
      const readings = withGroups(store, readWord(word));
      const begins = readings.flatMap(({ id }) => store.sequences.get(id) ?? []);
      memo.set(word, (read = { readings, begins }));
    }
    return read;
  };
  return (tokens) => {
    if (memo.size > MOST_REMEMBERED) memo.clear();
    const read = tokens.map(readToken);
    return tokens.map((token, index) => {
      const { readings, begins } = read[index] ?? UNREAD;
      const next = tokens[index + 1];
      const joined = joinedReadings(store, token, next);
      const together =
        begins.length === 0 ? NO_READINGS : sequencesAt(store.languages, begins, { tokens, read, index });
      const counts = token.kind === 'number' ? countsOf(store, token.value, next) : NO_READINGS;
      const more = joined.length + together.length + counts.length;
      return more === 0 ? readings : [...readings, ...withGroups(store, [...joined, ...together, ...counts])];
    });
  };
}

/** What a word reads as by itself, and what may begin with it and stand in one place. */
type ReadWord = { readings: Reading[]; begins: readonly WordSequence[] };
const UNREAD: ReadWord = { readings: NO_READINGS, begins: [] };

/** Behind these a number measures, or tells when and how long. */
const MEASURES =
  /^(m?g|mcg|grams?|gramu?|milligrams?|miligramu|m?l|percent|procent|x|krat|times|am|pm|ago|and|or|to|a|az|let|roku|rok|years?|yo|months?|mesic.*|weeks?|tyd.*|days?|dni|dnu|hours?|hrs?|hod.*|min.*|seconds?|sekund.*|more|less)$/;

/** A number in digits, where it counts what stands right behind it. */
function countsOf({ ranges, languages }: VocabularyWords, value: number, next: Token | undefined): Reading[] {
  if (next?.kind !== 'word' || MEASURES.test(next.word)) return NO_READINGS;
  return ranges.flatMap(({ over, below, id }) =>
    value > over && value < below
      ? [{ id, language: languages[id] ?? 'en', negated: false, corrected: false, width: 1 }]
      : [],
  );
}

type Place = { tokens: readonly Token[]; read: readonly ReadWord[]; index: number };

/** Of what may begin at the token, what stands there in one place together, in one line and without a mark. */
function sequencesAt(
  languages: readonly Language[],
  begins: readonly WordSequence[],
  place: Place,
): Reading[] {
  return begins.flatMap(({ rest, id }): Reading[] => {
    const language = languages[id] ?? 'en';
    const last = endOf(rest, language, place);
    if (last === null) return [];
    return [{ id, language, negated: false, corrected: false, width: last - place.index + 1 }];
  });
}

/** The token at which these words end that stand behind it, little words in between left aside; null where one is not there. */
function endOf(rest: readonly number[], language: Language, { tokens, read, index }: Place): number | null {
  let at = index;
  for (const id of rest) {
    at += 1;
    while (DROPPED[language].has(tokens[at]?.word ?? '')) at += 1;
    if (tokens[at]?.lines !== 0 || read[at]?.readings.some((reading) => reading.id === id) !== true)
      return null;
  }
  return at;
}

export function stemOf(word: string, language: Language): string {
  return language === 'en' ? stemEn(word) : stemCs(word);
}

/** What stems of the same meaning share. */
export function meaningOf(stem: string, language: Language): string {
  return language === 'en' ? meaningEn(stem) : meaningCs(stem);
}

/** Meanings and forms share one map; the mark keeps "pain" the meaning apart from "pain" the form. */
export function meaningKey(stem: string, language: Language): string {
  return `~${meaningOf(stem, language)}`;
}

type Ids = Record<Language, Map<string, number>>;

function known(ids: Ids, word: string): Reading[] {
  const readings = [...readingsIn(ids, 'en', word), ...readingsIn(ids, 'cs', word)];
  const positive = withoutNegation(word);
  if (positive !== null) {
    for (const reading of readingsIn(ids, 'cs', positive)) readings.push({ ...reading, negated: true });
  }
  return readings;
}

/** Common Czech: "žlutej" for "žlutý", "dejchat" for "dýchat", "votok" for "otok", "otékaj" for "otékají". */
function colloquialReadings(ids: Ids, word: string): Reading[] {
  const bare = /^vo[^aeiouy]/.test(word) ? word.slice(1) : word;
  const written = bare.replaceAll('ej', 'y').replace(/aj$/, 'aji');
  return written === word || written.length < SHORTEST_CORRECTED
    ? NO_READINGS
    : readingsIn(ids, 'cs', written);
}

/** The word as its form and as its meaning, as far as phrases use them. */
function readingsIn(ids: Ids, language: Language, word: string): Reading[] {
  const stem = stemOf(word, language);
  const readings: Reading[] = [];
  for (const key of [stem, meaningKey(stem, language)]) {
    const id = ids[language].get(key);
    if (id !== undefined) readings.push({ id, language, negated: false, corrected: false, width: 1 });
  }
  return readings;
}

/** "light headed" and "nose bleed" are also read as one word, "popálený není" is not: a little word is none's end. */
function joinedReadings({ ids, heads }: VocabularyWords, token: Token, next: Token | undefined): Reading[] {
  if (next === undefined || token.kind !== 'word' || next.kind !== 'word' || next.lines > 0)
    return NO_READINGS;
  if (token.word.length < SHORTEST_PART || next.word.length < SHORTEST_PART) return NO_READINGS;
  if (LITTLE_WORDS.has(next.word) || isNegatedVerb(next.word)) return NO_READINGS;
  const word = token.word + next.word;
  if (word.length < SHORTEST_JOINED || word.length > LONGEST_WORD) return NO_READINGS;
  if (!heads.has(word.slice(0, HEAD_LENGTH))) return NO_READINGS;
  const readings = [...readingsIn(ids, 'en', word), ...readingsIn(ids, 'cs', word)];
  return readings.map((reading) => ({ ...reading, width: 2 }));
}
