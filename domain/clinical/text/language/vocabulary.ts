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

/** One way to read a token: as the word `id` of the vocabulary. `width` is 2 where one word was written as two. */
export type Reading = { id: number; language: Language; negated: boolean; corrected: boolean; width: 1 | 2 };

/** Whether a word stands for its own forms only, or for all words of the same meaning ("hurts" for "pain"). */
export type Breadth = 'form' | 'meaning';

/** Collects the words of all phrases as numbers, one number per stem or meaning and language. */
export type VocabularyBuilder = {
  add(word: string, language: Language, breadth: Breadth): number;
  /** The same for two words that may be written as one, which no mistyped word is taken for. */
  addJoined(word: string, language: Language, breadth: Breadth): number;
  /** One number for whichever of these: what reads as one of them reads as it too. */
  addAny(ids: readonly number[], language: Language): number;
  /** What was added so far. */
  words: VocabularyWords;
};

export type Vocabulary = {
  /** All readings of each token; the same word always reads the same. */
  read(tokens: readonly Token[]): Reading[][];
};

/** Words whose readings are kept from one text to the next. */
const MOST_REMEMBERED = 2_000;
const NO_READINGS: Reading[] = [];
const LONGEST_WORD = 32;
const SHORTEST_JOINED = 7;
const SHORTEST_PART = 3;
const HEAD_LENGTH = 5;
const LITTLE_WORDS = new Set(
  [DROPPED_EN, LIGHT_EN, MODIFIERS_EN, FINITE_EN, DROPPED_CS, LIGHT_CS, MODIFIERS_CS, FINITE_CS].flat(),
);
const UNCORRECTED = new Set([...COMMON_WORDS, ...LITTLE_WORDS]);

/** The words of a vocabulary as plain data, which can be kept and opened again. */
export type VocabularyWords = {
  ids: Ids;
  /** Language of each id. */
  languages: Language[];
  /** What each spelling, written out or stemmed, may stand for. */
  spellings: Map<string, number[]>;
  /** By the numbers of its members, each number that stands for several; and by member, those that it belongs to. */
  groups: { ids: Map<string, number>; of: Map<number, number[]> };
  /** First letters of all words: most pairs of neighbours are no compound by these alone. */
  heads: Set<string>;
};

export function createVocabulary(): VocabularyBuilder {
  const ids: Ids = { en: new Map<string, number>(), cs: new Map<string, number>() };
  const groups = { ids: new Map<string, number>(), of: new Map<number, number[]>() };
  const words: VocabularyWords = { ids, languages: [], spellings: new Map(), groups, heads: new Set() };
  return {
    add: (word, language, breadth) => addWord(words, word, { language, breadth, isJoined: false }),
    addJoined: (word, language, breadth) => addWord(words, word, { language, breadth, isJoined: true }),
    addAny: (members, language) => addGroup(words, members, language),
    words,
  };
}

/** The vocabulary of these words, with its spelling index built. */
export function openVocabulary(words: VocabularyWords): Vocabulary {
  return { read: createWordReader(words, createSpeller(words.spellings)) };
}

function addWord(
  store: VocabularyWords,
  word: string,
  { language, breadth, isJoined }: { language: Language; breadth: Breadth; isJoined: boolean },
): number {
  const stem = stemOf(word, language);
  const key = breadth === 'form' ? stem : meaningKey(stem, language);
  let id = store.ids[language].get(key);
  if (id === undefined) {
    id = store.languages.push(language) - 1;
    store.ids[language].set(key, id);
  }
  if (!isJoined) {
    addSpelling(store.spellings, word, id);
    addSpelling(store.spellings, stem, id);
  }
  store.heads.add(word.slice(0, HEAD_LENGTH));
  return id;
}

function addGroup(
  { groups, languages }: VocabularyWords,
  members: readonly number[],
  language: Language,
): number {
  const distinct = [...new Set(members)].sort((a, b) => a - b);
  const key = distinct.join(' ');
  let id = groups.ids.get(key);
  if (id === undefined) {
    id = languages.push(language) - 1;
    groups.ids.set(key, id);
    for (const member of distinct) {
      const known = groups.of.get(member);
      if (known === undefined) groups.of.set(member, [id]);
      else known.push(id);
    }
  }
  return id;
}

/** Each reading, and the groups that its word belongs to. */
function withGroups({ groups }: VocabularyWords, readings: Reading[]): Reading[] {
  if (groups.of.size === 0 || readings.length === 0) return readings;
  const inGroups = readings.flatMap((reading) =>
    (groups.of.get(reading.id) ?? []).map((id): Reading => ({ ...reading, id })),
  );
  return inGroups.length === 0 ? readings : [...readings, ...inGroups];
}

function addSpelling(spellings: Map<string, number[]>, spelling: string, id: number): void {
  const known = spellings.get(spelling);
  if (known === undefined) spellings.set(spelling, [id]);
  else if (!known.includes(id)) known.push(id);
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

  const memo = new Map<string, Reading[]>();
  return (tokens) => {
    if (memo.size > MOST_REMEMBERED) memo.clear();
    return tokens.map((token, index) => {
      if (token.kind === 'mark') return NO_READINGS;
      let own = memo.get(token.word);
      if (own === undefined) memo.set(token.word, (own = withGroups(store, readWord(token.word))));
      const joined = joinedReadings(store, token, tokens[index + 1]);
      return joined.length === 0 ? own : [...own, ...withGroups(store, joined)];
    });
  };
}

export function stemOf(word: string, language: Language): string {
  return language === 'en' ? stemEn(word) : stemCs(word);
}

/** What stems of the same meaning share. */
export function meaningOf(stem: string, language: Language): string {
  return language === 'en' ? meaningEn(stem) : meaningCs(stem);
}

/** Meanings and forms share one map; the mark keeps "pain" the meaning apart from "pain" the form. */
function meaningKey(stem: string, language: Language): string {
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
