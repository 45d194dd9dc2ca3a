import { tokenizePhrase } from '../language/tokenize.ts';
import {
  createVocabulary,
  type Breadth,
  type Language,
  type Vocabulary,
  type VocabularyBuilder,
} from '../language/vocabulary.ts';
import { DROPPED_CS, EMPTY_CS, LIGHT_CS, MODIFIERS_CS } from '../language/words-cs.ts';
import { DROPPED_EN, EMPTY_EN, LIGHT_EN, MODIFIERS_EN } from '../language/words-en.ts';
import { isNegation } from '../language/negations.ts';
import { isConjunction } from '../language/separators.ts';
import type { Lexicon, LexiconEntry } from '../lexicon.ts';
import { isGuardedWord, isSetPhrase } from './senses.ts';

/** A phrase of the lexicon, ready to be matched. */
export type Phrase = {
  entry: LexiconEntry;
  /** The choice that the phrase gives, for choice entries. */
  choice: string | null;
  language: Language;
  /** Vocabulary numbers of the words that carry the meaning, in order. */
  ids: number[];
  /** All words as written, folded, of a place with several the first: what an exact match must equal. */
  wording: string[];
  /** Its words must stand together: it holds a negation ("cannot breathe") or little words that make its sense. */
  tight: boolean;
  /** A light verb shapes its one word: "feeling sick". */
  shaped: boolean;
  /** It must stand word for word. */
  literal: boolean;
  /**
   * Where in `wording` the words of `ids` stand, for a phrase that is also looked for word for word: it holds a word
   * at which statements are cut ("better sitting than lying"), or one that is often another word ("moč s krví").
   */
  wordingAt: number[] | null;
};

export type CompiledLexicon = {
  vocabulary: Vocabulary;
  /** Phrases by the rarest of their words, with the position of that word in `ids`. */
  byAnchor: ReadonlyMap<number, readonly { phrase: Phrase; anchor: number }[]>;
  /** Entries of kind finding by code. */
  findings: ReadonlyMap<string, LexiconEntry>;
};

const DROPPED = { en: new Set(DROPPED_EN), cs: new Set(DROPPED_CS) };
const LIGHT = { en: new Set(LIGHT_EN), cs: new Set(LIGHT_CS) };
const MODIFIERS = { en: new Set(MODIFIERS_EN), cs: new Set(MODIFIERS_CS) };
const EMPTY = { en: new Set(EMPTY_EN), cs: new Set(EMPTY_CS) };
const MAX_PHRASE_WORDS = 12;
const SHORTEST_COMPOUND_PART = 3;

/** Compiles the lexicon once: words to numbers, phrases under their rarest word. Phrases without words are left out. */
export function compileLexicon(lexicon: Lexicon): CompiledLexicon {
  const builder = createVocabulary();
  const known = { en: new Map<string, readonly Wording[]>(), cs: new Map<string, readonly Wording[]>() };
  const compiling = { vocabulary: builder, factsOf: createWordFacts(), known };
  const phrases = lexicon.entries.flatMap((entry) => phrasesOf(entry, compiling));
  const uses: number[] = [];
  for (const phrase of phrases) for (const id of phrase.ids) uses[id] = (uses[id] ?? 0) + 1;
  const byAnchor = new Map<number, { phrase: Phrase; anchor: number }[]>();
  for (const phrase of phrases) {
    const anchor = rarest(phrase.ids, uses);
    const id = phrase.ids[anchor] ?? -1;
    const list = byAnchor.get(id);
    if (list === undefined) byAnchor.set(id, [{ phrase, anchor }]);
    else list.push({ phrase, anchor });
  }
  const findings = new Map(
    lexicon.entries.filter((entry) => entry.kind === 'finding').map((entry) => [entry.code, entry]),
  );
  return { vocabulary: builder.build(), byAnchor, findings };
}

function rarest(ids: readonly number[], uses: readonly number[]): number {
  let best = 0;
  ids.forEach((id, index) => {
    if ((uses[id] ?? 0) < (uses[ids[best] ?? -1] ?? 0)) best = index;
  });
  return best;
}

/** What there is to know of a phrase, whatever it stands for. */
type Wording = Omit<Phrase, 'entry' | 'choice'>;
type Compiling = {
  vocabulary: VocabularyBuilder;
  factsOf: ReturnType<typeof createWordFacts>;
  /** By language and text: a complaint has the phrases of its findings. */
  known: Record<Language, Map<string, readonly Wording[]>>;
};

function phrasesOf(entry: LexiconEntry, compiling: Compiling): Phrase[] {
  const phrases: Phrase[] = [];
  const add = (texts: readonly string[], language: Language, choice: string | null): void => {
    for (const text of texts) {
      for (const { ids, wording, literal, shaped, tight, wordingAt } of compileText(
        text,
        language,
        compiling,
      )) {
        // Spelt out: there are tens of thousands of them, and a copy that grows takes several times as long.
        phrases.push({ entry, choice, language, ids, wording, literal, shaped, tight, wordingAt });
      }
    }
  };
  add(entry.en, 'en', null);
  add(entry.cs, 'cs', null);
  if (entry.value?.type === 'choice') {
    for (const choice of entry.value.choices) {
      add(choice.en, 'en', choice.value);
      add(choice.cs, 'cs', choice.value);
    }
  }
  return phrases;
}

function compileText(text: string, language: Language, compiling: Compiling): readonly Wording[] {
  let compiled = compiling.known[language].get(text);
  if (compiled === undefined) {
    compiled = wordingsOf(text, language, compiling).flatMap(
      (written) => compileWording({ language, ...written }, compiling) ?? [],
    );
    compiling.known[language].set(text, compiled);
  }
  return compiled;
}

/** One way of writing a phrase. `others`: at a place, the words that may stand there instead. */
type Written = {
  wording: string[];
  others: ReadonlyMap<number, readonly string[]>;
  /** Two words, written as one. */
  isJoined: boolean;
};
const NO_OTHERS: Written['others'] = new Map();

/** The ways in which a phrase is written. A pattern ("breathless|winded sitting|resting") has several words at a place. */
function wordingsOf(text: string, language: Language, { factsOf }: Compiling): Written[] {
  if (!text.includes('|')) return variants(text, language);
  const isHeavy = (word: string): boolean => factsOf(word, language).isHeavy;
  const places = text.split(' ').map((place) => {
    const all = place.split('|').flatMap((word) => tokenizePhrase(word));
    // The first one stands for its place: a little word would be left out, and the place with it.
    return [...all.filter(isHeavy), ...all.filter((word) => !isHeavy(word))];
  });
  const others = places.map(([, ...more], at) => [at, more] as const).filter(([, more]) => more.length > 0);
  const wording = places.flatMap(([first]) => first ?? []);
  return [{ wording, others: new Map(others), isJoined: false }];
}

/**
 * The phrase as written and the other ways of writing its compounds: "headache" as "head ache", so that "my head
 * hurts" is one too; "light headed" as one word.
 */
function variants(text: string, language: Language): Written[] {
  const wording = tokenizePhrase(text);
  const all: Written[] = [{ wording, others: NO_OTHERS, isJoined: false }];
  if (language === 'en') {
    const ache = wording.findIndex((word) => /^[a-z]{3,}aches?$/.test(word));
    if (ache !== -1) {
      const part = wording[ache]?.replace(/aches?$/, '') ?? '';
      const apart = [...wording.slice(0, ache), part, 'ache', ...wording.slice(ache + 1)];
      all.push({ wording: apart, others: NO_OTHERS, isJoined: false });
    }
  }
  const [left = '', right = ''] = wording;
  const bothLong = left.length >= SHORTEST_COMPOUND_PART && right.length >= SHORTEST_COMPOUND_PART;
  if (
    language === 'en' &&
    wording.length === 2 &&
    bothLong &&
    !DROPPED[language].has(left) &&
    !isNegation(left)
  )
    all.push({ wording: [left + right], others: NO_OTHERS, isJoined: true });
  return all;
}

type Draft = Pick<Phrase, 'language'> & Written;

/** What there is to know of a word, whatever phrase it stands in. */
type WordFacts = {
  /** Carries a meaning of its own: neither a little word nor a light verb. */
  isHeavy: boolean;
  isLight: boolean;
  isEmpty: boolean;
  isModifier: boolean;
  isNegation: boolean;
  /** Statements are cut at it, or it is often another word. */
  isFixed: boolean;
  /** Its number in the vocabulary, once a phrase needs it. */
  ids: Partial<Record<Breadth, number>>;
};

/** Looks each word up once: tens of thousands of phrases share a few thousand words. */
function createWordFacts(): (word: string, language: Language) => WordFacts {
  const known = { en: new Map<string, WordFacts>(), cs: new Map<string, WordFacts>() };
  return (word, language) => {
    let facts = known[language].get(word);
    if (facts === undefined) {
      const isLight = LIGHT[language].has(word);
      facts = {
        isHeavy: !isLight && !DROPPED[language].has(word),
        isLight,
        isEmpty: EMPTY[language].has(word),
        isModifier: MODIFIERS[language].has(word),
        isNegation: isNegation(word),
        isFixed: isConjunction(word, language) || isGuardedWord(word),
        ids: {},
      };
      known[language].set(word, facts);
    }
    return facts;
  };
}

/**
 * Keeps the words that carry the meaning. Where only one would remain, what shapes it stays as well: prepositions
 * ("to my back" is not "back") and light verbs ("feeling sick", "je mi zima"); such a phrase must stand together.
 * A phrase of nothing but everyday words ("for years") must stand word for word.
 */
function compileWording(draft: Draft, { vocabulary, factsOf }: Compiling): Wording | null {
  const { language, wording, others, isJoined } = draft;
  if (wording.length === 0 || wording.length > MAX_PHRASE_WORDS) return null;
  const facts = wording.map((word) => factsOf(word, language));
  const heavy = facts.filter(({ isHeavy }) => isHeavy);
  const everyday = heavy.every(({ isModifier }) => isModifier);
  // "Cannot get up" is no "cannot do up".
  const negated = heavy.some(({ isNegation }) => isNegation);
  const isKept = ({ isHeavy, isEmpty, isLight }: WordFacts): boolean =>
    everyday || (heavy.length > 1 ? isHeavy || (negated && isLight) : !isEmpty);
  const set = isSetPhrase(wording);
  const breadth = heavy.length > 1 && !set ? 'meaning' : 'form';
  const ids: number[] = [];
  const places: number[] = [];
  let shaped = false;
  for (const [at, word] of facts.entries()) {
    if (!isKept(word)) continue;
    const text = wording[at] ?? '';
    const id = isJoined
      ? vocabulary.addJoined(text, language, breadth)
      : (word.ids[breadth] ??= vocabulary.add(text, language, breadth));
    const more = (others.get(at) ?? []).map((other) => vocabulary.add(other, language, breadth));
    ids.push(more.length === 0 ? id : vocabulary.addAny([id, ...more], language));
    places.push(at);
    shaped ||= word.isLight;
  }
  const fixed = wording.length > 1 && others.size === 0 && facts.some(({ isFixed }) => isFixed);
  return {
    language,
    ids,
    wording,
    literal: everyday || set,
    shaped: shaped && heavy.length === 1,
    tight: ids.length > heavy.length || heavy.some((word) => word.isNegation),
    wordingAt: fixed ? places : null,
  };
}
