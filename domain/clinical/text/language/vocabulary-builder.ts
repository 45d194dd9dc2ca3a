import {
  DROPPED,
  HEAD_LENGTH,
  meaningKey,
  stemOf,
  type Language,
  type VocabularyWords,
} from './vocabulary.ts';

/** Whether a word stands for its own forms only, or for all words of the same meaning ("hurts" for "pain"). */
export type Breadth = 'form' | 'meaning';

/** Collects the words of all phrases as numbers, one number per stem or meaning and language. */
export type VocabularyBuilder = {
  /** A word, several that stand in one place ("white_spirit"), or any number in digits above or below some ("#10-"). */
  add(word: string, language: Language, breadth: Breadth): number;
  /** The same for two words that may be written as one, which no mistyped word is taken for. */
  addJoined(word: string, language: Language, breadth: Breadth): number;
  /** One number for whichever of these: what reads as one of them reads as it too. */
  addAny(ids: readonly number[], language: Language): number;
  /** What was added so far. */
  words: VocabularyWords;
};

export function createVocabulary(): VocabularyBuilder {
  const ids: VocabularyWords['ids'] = { en: new Map<string, number>(), cs: new Map<string, number>() };
  const groups = { ids: new Map<string, number>(), of: new Map<number, number[]>() };
  const words: VocabularyWords = {
    ids,
    languages: [],
    spellings: new Map(),
    groups,
    sequences: new Map(),
    ranges: [],
    heads: new Set(),
  };
  return {
    add: (word, language, breadth) => {
      if (word.startsWith('#')) return addRange(words, word, language);
      if (word.includes('_')) return addSequence(words, word, language);
      return addWord(words, word, { language, breadth, isJoined: false });
    },
    addJoined: (word, language, breadth) => addWord(words, word, { language, breadth, isJoined: true }),
    addAny: (members, language) => addGroup(words, members, language),
    words,
  };
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

/** "white_spirit": its words in their forms, without little words, which may stand in between. */
function addSequence(store: VocabularyWords, text: string, language: Language): number {
  let id = store.ids[language].get(text);
  if (id === undefined) {
    id = store.languages.push(language) - 1;
    store.ids[language].set(text, id);
    const words = text.split('_').filter((word) => !DROPPED[language].has(word));
    const [first = id, ...rest] = words.map((word) =>
      addWord(store, word, { language, breadth: 'form', isJoined: false }),
    );
    store.sequences.set(first, [...(store.sequences.get(first) ?? []), { rest, id }]);
  }
  return id;
}

/** "#10-": over 10; "#-3": below 3. */
function addRange(store: VocabularyWords, text: string, language: Language): number {
  let id = store.ids[language].get(text);
  if (id === undefined) {
    id = store.languages.push(language) - 1;
    store.ids[language].set(text, id);
    const [over = '', below = ''] = text.slice(1).split('-');
    store.ranges.push({
      over: over === '' ? -Infinity : Number(over),
      below: below === '' ? Infinity : Number(below),
      id,
    });
  }
  return id;
}

function addSpelling(spellings: Map<string, number[]>, spelling: string, id: number): void {
  const known = spellings.get(spelling);
  if (known === undefined) spellings.set(spelling, [id]);
  else if (!known.includes(id)) known.push(id);
}
