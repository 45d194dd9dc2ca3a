import {
  openVocabulary,
  type Language,
  type Reading,
  type Vocabulary,
  type VocabularyWords,
} from '../language/vocabulary.ts';
import type { CompiledEntry, UnreadWords } from '../lexicon.ts';
import { openSenses, type PackedSense, type Senses } from './senses.ts';

/** A phrase of the lexicon, ready to be matched. */
export type Phrase = {
  entry: CompiledEntry;
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
  /** It is read only in answer to a question of its entry's `answers`. */
  asked: boolean;
  /**
   * Where in `wording` the words of `ids` stand, for a phrase that is also looked for word for word: it holds a word
   * at which statements are cut ("better sitting than lying"), or one that is often another word ("moč s krví").
   */
  wordingAt: number[] | null;
};

/** A phrase under one of its words: the position of that word in its `ids`. */
export type Anchored = { phrase: Phrase; anchor: number };

type PhrasesOfWord = { everywhere: readonly Anchored[]; asked: readonly Anchored[] };

/** Readings by their id, of several for one id the first, and those of them under which phrases stand. */
export type IndexedReadings = { byId: ReadonlyMap<number, Reading>; anchors: readonly Reading[] };

export type CompiledLexicon = {
  vocabulary: Vocabulary;
  senses: Senses;
  unread: Record<keyof UnreadWords, ReadonlySet<string>>;
  /** Made once for each list, which the vocabulary shares among the tokens of a word. */
  indexOf(readings: readonly Reading[]): IndexedReadings;
  /** The phrases whose rarest word this is: those that are read everywhere, and those that are read only as an answer. */
  phrasesAt(id: number): PhrasesOfWord;
  /** Entries of kind finding by code. */
  findings: ReadonlyMap<string, CompiledEntry>;
};

/**
 * A compiled lexicon as plain data, which can be kept and opened again. Its phrases are rows of numbers: tens of thousands
 * of objects would take longer to read than to compile.
 */
export type PackedLexicon = {
  entries: CompiledEntry[];
  senses: PackedSense[];
  unread: UnreadWords;
  vocabulary: VocabularyWords;
  /** Every word of a wording and every choice, each once. */
  strings: string[];
  /** What stands in a row is told by `writeRow`. Phrases of one wording share it. */
  rows: Int32Array;
  /** Phrases by their anchor's id: row, position of the anchor, entry, and choice or NONE. */
  phrases: Int32Array;
  /** By id, where its phrases begin in `phrases`; one more at the end. */
  starts: Int32Array;
};

const NONE = -1;
const FIELDS_OF_PHRASE = 4;
const FLAG = { czech: 1, tight: 2, shaped: 4, literal: 8, placed: 16, asked: 32 };

/** What there is to know of a phrase, whatever it stands for. */
export type Wording = Omit<Phrase, 'entry' | 'choice'>;

/** A phrase before it is packed: phrases of one wording hold the same object. */
export type LoosePhrase = { entry: number; choice: string | null; wording: Wording; anchor: number };

/** Lays the phrases out in rows, under the ids of their anchors. `idCount`: how many numbers the vocabulary has. */
export function packPhrases(
  phrases: readonly LoosePhrase[],
  idCount: number,
): Pick<PackedLexicon, 'strings' | 'rows' | 'phrases' | 'starts'> {
  const strings = createStrings();
  const rowOf = new Map<Wording, number>();
  const rows: number[] = [];
  for (const { wording } of phrases) {
    if (rowOf.has(wording)) continue;
    rowOf.set(wording, rows.length);
    writeRow(rows, wording, strings.indexOf);
  }
  const anchorOf = ({ wording, anchor }: LoosePhrase): number => wording.ids[anchor] ?? 0;
  const starts = new Int32Array(idCount + 1);
  for (const phrase of phrases) starts[anchorOf(phrase) + 1] = (starts[anchorOf(phrase) + 1] ?? 0) + 1;
  for (let id = 0; id < idCount; id += 1) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0);
  const next = starts.slice();
  const packed = new Int32Array(phrases.length * FIELDS_OF_PHRASE);
  for (const phrase of phrases) {
    const { entry, choice, wording, anchor } = phrase;
    const at = next[anchorOf(phrase)] ?? 0;
    next[anchorOf(phrase)] = at + 1;
    const choiceAt = choice === null ? NONE : strings.indexOf(choice);
    packed.set([rowOf.get(wording) ?? 0, anchor, entry, choiceAt], at * FIELDS_OF_PHRASE);
  }
  return { strings: strings.all, rows: Int32Array.from(rows), phrases: packed, starts };
}

function createStrings(): { all: string[]; indexOf: (text: string) => number } {
  const all: string[] = [];
  const known = new Map<string, number>();
  const indexOf = (text: string): number => {
    let index = known.get(text);
    if (index === undefined) known.set(text, (index = all.push(text) - 1));
    return index;
  };
  return { all, indexOf };
}

/** Flags, how many ids, how many words, then these, and where the ids stand in the words, if that is told. */
function writeRow(rows: number[], wording: Wording, indexOf: (text: string) => number): void {
  const { ids, wording: words, wordingAt } = wording;
  rows.push(
    (wording.language === 'cs' ? FLAG.czech : 0) |
      (wording.tight ? FLAG.tight : 0) |
      (wording.shaped ? FLAG.shaped : 0) |
      (wording.literal ? FLAG.literal : 0) |
      (wording.asked ? FLAG.asked : 0) |
      (wordingAt === null ? 0 : FLAG.placed),
    ids.length,
    words.length,
    ...ids,
    ...words.map(indexOf),
    ...(wordingAt ?? []),
  );
}

function readRow({ rows, strings }: PackedLexicon, row: number): Wording {
  const [flags = 0, idCount = 0, wordCount = 0] = rows.subarray(row, row + 3);
  const idsEnd = row + 3 + idCount;
  const wordsEnd = idsEnd + wordCount;
  return {
    language: (flags & FLAG.czech) === 0 ? 'en' : 'cs',
    ids: [...rows.subarray(row + 3, idsEnd)],
    wording: Array.from(rows.subarray(idsEnd, wordsEnd), (index) => strings[index] ?? ''),
    tight: (flags & FLAG.tight) !== 0,
    shaped: (flags & FLAG.shaped) !== 0,
    literal: (flags & FLAG.literal) !== 0,
    asked: (flags & FLAG.asked) !== 0,
    wordingAt: (flags & FLAG.placed) === 0 ? null : [...rows.subarray(wordsEnd, wordsEnd + idCount)],
  };
}

/** Opens a packed lexicon. The phrases of a word are unpacked when it is first read. */
export function openLexicon(packed: PackedLexicon): CompiledLexicon {
  const unpacked: (PhrasesOfWord | undefined)[] = [];
  const phrasesAt = (id: number): PhrasesOfWord => (unpacked[id] ??= unpackPhrases(packed, id));
  const isAnchor = ({ id }: Reading): boolean => (packed.starts[id + 1] ?? 0) > (packed.starts[id] ?? 0);
  const indexes = new WeakMap<readonly Reading[], IndexedReadings>();
  return {
    vocabulary: openVocabulary(packed.vocabulary),
    senses: openSenses(packed.senses),
    unread: openUnread(packed.unread),
    indexOf: (readings) => {
      let index = indexes.get(readings);
      if (index === undefined) {
        const byId = new Map(readings.toReversed().map((reading) => [reading.id, reading]));
        index = { byId, anchors: readings.filter(isAnchor) };
        indexes.set(readings, index);
      }
      return index;
    },
    phrasesAt,
    findings: new Map(
      packed.entries.filter(({ kind }) => kind === 'finding').map((entry) => [entry.code, entry]),
    ),
  };
}

const openUnread = ({ small_talk, denials, well, alarms }: UnreadWords): CompiledLexicon['unread'] => ({
  small_talk: new Set(small_talk),
  denials: new Set(denials),
  well: new Set(well),
  alarms: new Set(alarms),
});

function unpackPhrases(packed: PackedLexicon, id: number): PhrasesOfWord {
  const { entries, strings, phrases, starts } = packed;
  const found: Anchored[] = [];
  for (let at = starts[id] ?? 0; at < (starts[id + 1] ?? 0); at += 1) {
    const [row = 0, anchor = 0, entryAt = 0, choiceAt = NONE] = phrases.subarray(
      at * FIELDS_OF_PHRASE,
      (at + 1) * FIELDS_OF_PHRASE,
    );
    const entry = entries[entryAt];
    if (entry === undefined) continue;
    const choice = choiceAt === NONE ? null : (strings[choiceAt] ?? null);
    found.push({ phrase: { entry, choice, ...readRow(packed, row) }, anchor });
  }
  return {
    everywhere: found.filter(({ phrase }) => !phrase.asked),
    asked: found.filter(({ phrase }) => phrase.asked),
  };
}
