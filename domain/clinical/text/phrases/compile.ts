import { tokenizePhrase } from '../language/tokenize.ts';
import { DROPPED, type Language } from '../language/vocabulary.ts';
import { createVocabulary, type Breadth, type VocabularyBuilder } from '../language/vocabulary-builder.ts';
import { EMPTY_CS, LIGHT_CS, MODIFIERS_CS } from '../language/words-cs.ts';
import { EMPTY_EN, LIGHT_EN, MODIFIERS_EN } from '../language/words-en.ts';
import { isNegation } from '../language/negations.ts';
import { isConjunction } from '../language/separators.ts';
import { unmarked, type CompiledEntry, type Lexicon, type LexiconEntry } from '../lexicon.ts';
import { packPhrases, type LoosePhrase, type PackedLexicon, type Wording } from './packed.ts';
import { openSenses, type Senses } from './senses.ts';

const LIGHT = { en: new Set(LIGHT_EN), cs: new Set(LIGHT_CS) };
const MODIFIERS = { en: new Set(MODIFIERS_EN), cs: new Set(MODIFIERS_CS) };
const EMPTY = { en: new Set(EMPTY_EN), cs: new Set(EMPTY_CS) };
const MAX_PHRASE_WORDS = 12;
const SHORTEST_COMPOUND_PART = 3;
/** Several words at a place, several that stand in one place together, or any number above or below some. */
const IS_PATTERN = /[|_#]/;

/** Compiles the lexicon: words to numbers, phrases under their rarest word. Phrases without words are left out. */
export function compileLexicon(lexicon: Lexicon): PackedLexicon {
  const builder = createVocabulary();
  const shared = { vocabulary: builder, factsOf: createWordFacts(openSenses(lexicon.senses)) };
  const plain: Compiling = { ...shared, known: { en: new Map(), cs: new Map() }, isFigure: false };
  const figures: Compiling = { ...shared, known: { en: new Map(), cs: new Map() }, isFigure: true };
  const phrases = lexicon.entries.flatMap((entry, index) =>
    phrasesOf(entry, index, entry.figure === true ? figures : plain),
  );
  const uses: number[] = [];
  for (const { wording } of phrases) for (const id of wording.ids) uses[id] = (uses[id] ?? 0) + 1;
  const anchored = phrases.map((phrase) => ({ ...phrase, anchor: rarest(phrase.wording.ids, uses) }));
  return {
    entries: lexicon.entries.map(withoutPhrases),
    senses: lexicon.senses,
    unread: lexicon.unread,
    vocabulary: builder.words,
    ...packPhrases(anchored, builder.words.languages.length),
  };
}

function withoutPhrases({ en, cs, value, ...entry }: LexiconEntry): CompiledEntry {
  const isNamed = en.length > 0 || cs.length > 0;
  return { ...entry, value: value?.type === 'choice' ? { type: 'choice' } : value, isNamed };
}

function rarest(ids: readonly number[], uses: readonly number[]): number {
  let best = 0;
  ids.forEach((id, index) => {
    if ((uses[id] ?? 0) < (uses[ids[best] ?? -1] ?? 0)) best = index;
  });
  return best;
}

type Compiling = {
  vocabulary: VocabularyBuilder;
  factsOf: ReturnType<typeof createWordFacts>;
  /** By language and text: a complaint has the phrases of its findings. */
  known: Record<Language, Map<string, readonly Wording[]>>;
  /** The phrases are figures of speech, which are read in these very forms of their words. */
  isFigure: boolean;
};

type UnanchoredPhrase = Omit<LoosePhrase, 'anchor'>;

function phrasesOf(entry: LexiconEntry, index: number, compiling: Compiling): UnanchoredPhrase[] {
  const of = (texts: readonly string[], language: Language, choice: string | null): UnanchoredPhrase[] =>
    texts.flatMap((text) =>
      compileText(text, language, compiling).map((wording) => ({ entry: index, choice, wording })),
    );
  const choices = entry.value?.type === 'choice' ? entry.value.choices : [];
  return [
    ...of(entry.en, 'en', null),
    ...of(entry.cs, 'cs', null),
    ...choices.flatMap(({ value, en, cs }) => [...of(en, 'en', value), ...of(cs, 'cs', value)]),
  ];
}

function compileText(text: string, language: Language, compiling: Compiling): readonly Wording[] {
  let compiled = compiling.known[language].get(text);
  if (compiled === undefined) {
    const { isAsked } = unmarked(text);
    compiled = wordingsOf(text, language, compiling).flatMap(
      (written) => compileWording({ language, isAsked, ...written }, compiling) ?? [],
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
  /** It stands for just these words. */
  isFixed: boolean;
};
const NO_OTHERS: Written['others'] = new Map();

/** The ways in which a phrase is written. A pattern ("breathless|winded sitting|resting") has several words at a place. */
function wordingsOf(phrase: string, language: Language, { factsOf }: Compiling): Written[] {
  const { text, isFixed } = unmarked(phrase);
  if (isFixed) return [{ wording: tokenizePhrase(text), others: NO_OTHERS, isJoined: false, isFixed }];
  if (!IS_PATTERN.test(text)) return variants(text, language);
  const isHeavy = (word: string): boolean => factsOf(word, language).isHeavy;
  const places = text.split(' ').map((place) => {
    const all = place.split('|').flatMap((word) => (IS_PATTERN.test(word) ? [word] : tokenizePhrase(word)));
    // The first one stands for its place: a little word would be left out, and the place with it.
    return [...all.filter(isHeavy), ...all.filter((word) => !isHeavy(word))];
  });
  const others = places.map(([, ...more], at) => [at, more] as const).filter(([, more]) => more.length > 0);
  const wording = places.flatMap(([first]) => first ?? []);
  return [{ wording, others: new Map(others), isJoined: false, isFixed }];
}

/**
 * The phrase as written and the other ways of writing its compounds: "headache" as "head ache", so that "my head
 * hurts" is one too; "light headed" as one word.
 */
function variants(text: string, language: Language): Written[] {
  const wording = tokenizePhrase(text);
  const all: Written[] = [{ wording, others: NO_OTHERS, isJoined: false, isFixed: false }];
  if (language === 'en') {
    const ache = wording.findIndex((word) => /^[a-z]{3,}aches?$/.test(word));
    if (ache !== -1) {
      const part = wording[ache]?.replace(/aches?$/, '') ?? '';
      const apart = [...wording.slice(0, ache), part, 'ache', ...wording.slice(ache + 1)];
      all.push({ wording: apart, others: NO_OTHERS, isJoined: false, isFixed: false });
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
    all.push({ wording: [left + right], others: NO_OTHERS, isJoined: true, isFixed: false });
  return all;
}

type Draft = Pick<Wording, 'language'> & Written & { isAsked: boolean };

/** What there is to know of a word, whatever phrase it stands in. */
type WordFacts = {
  /** Carries a meaning of its own: neither a little word nor a light verb. */
  isHeavy: boolean;
  isLight: boolean;
  isEmpty: boolean;
  isModifier: boolean;
  isNegation: boolean;
  /** Statements are cut at it, or it is often another word. */
  isAmbiguous: boolean;
  /** Its number in the vocabulary, once a phrase needs it. */
  ids: Partial<Record<Breadth, number>>;
};

/** Looks each word up once: tens of thousands of phrases share a few thousand words. */
function createWordFacts(senses: Senses): (word: string, language: Language) => WordFacts {
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
        isAmbiguous: isConjunction(word, language) || senses.isAmbiguous(word),
        ids: {},
      };
      known[language].set(word, facts);
    }
    return facts;
  };
}

/** Which words are kept of a phrase with these heavy ones. */
function keptBeside(heavy: readonly WordFacts[]): (word: WordFacts) => boolean {
  // "Cannot get up" is no "cannot do up".
  const negated = heavy.some(({ isNegation }) => isNegation);
  return ({ isHeavy, isEmpty, isLight }) => (heavy.length > 1 ? isHeavy || (negated && isLight) : !isEmpty);
}

/**
 * Keeps the words that carry the meaning. Where only one would remain, what shapes it stays as well: prepositions
 * ("to my back" is not "back") and light verbs ("feeling sick", "je mi zima"); such a phrase must stand together.
 * A phrase of nothing but everyday words ("for years") must stand word for word. Of a pattern every place is kept.
 */
function compileWording(draft: Draft, { vocabulary, factsOf, isFigure }: Compiling): Wording | null {
  const { language, wording, others, isJoined, isFixed, isAsked } = draft;
  if (wording.length === 0 || wording.length > MAX_PHRASE_WORDS) return null;
  const facts = wording.map((word) => factsOf(word, language));
  const heavy = facts.filter(({ isHeavy }) => isHeavy);
  const everyday = heavy.every(({ isModifier }) => isModifier);
  const isPattern = others.size > 0;
  const isKept = everyday || isPattern ? () => true : keptBeside(heavy);
  const breadth = heavy.length > 1 && !isFixed && !isFigure ? 'meaning' : 'form';
  const kept = facts.flatMap((word, at) => (isKept(word) ? [{ word, at }] : []));
  const ids = kept.map(({ word, at }) => {
    const text = wording[at] ?? '';
    const id = isJoined
      ? vocabulary.addJoined(text, language, breadth)
      : (word.ids[breadth] ??= vocabulary.add(text, language, breadth));
    const more = (others.get(at) ?? []).map(
      (other) => (factsOf(other, language).ids[breadth] ??= vocabulary.add(other, language, breadth)),
    );
    return more.length === 0 ? id : vocabulary.addAny([id, ...more], language);
  });
  if (ids.length === 0) return null;
  const fixed = wording.length > 1 && !isPattern && facts.some(({ isAmbiguous }) => isAmbiguous);
  return {
    language,
    ids,
    wording,
    literal: everyday || isFixed,
    asked: isAsked,
    shaped: heavy.length === 1 && kept.some(({ word }) => word.isLight),
    tight: (!isPattern && ids.length > heavy.length) || heavy.some((word) => word.isNegation),
    wordingAt: fixed ? kept.map(({ at }) => at) : null,
  };
}
