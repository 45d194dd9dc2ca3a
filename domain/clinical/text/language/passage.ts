import { isPastYear, PAST_YEAR, readToday, type Today } from './calendar.ts';
import { isNegation } from './negations.ts';
import { words } from './word-list.ts';
import { beginsStatement, isUnpunctuated } from './dictation.ts';
import { readLines, type Lines } from './lines.ts';
import { endsSentence, openerAt, type Opener } from './separators.ts';
import type { Token } from './token.ts';
import { tokenize } from './tokenize.ts';
import type { Language, Reading, Vocabulary } from './vocabulary.ts';
import { FINITE_CS, isNegatedVerb, MARKERS_CS, SUBJECTS_CS } from './words-cs.ts';
import { FINITE_EN, MARKERS_EN, SUBJECTS_EN } from './words-en.ts';

/** `end` is exclusive everywhere, as token index. */
type Sentence = {
  first: number;
  end: number;
  language: Language;
  /** False where its own words do not tell the language. */
  decided: boolean;
  question: boolean;
  /** It stands at a box that is not ticked. */
  unticked: boolean;
};

/** A stretch between commas and conjunctions. `finite`: it has a verb or subject of its own. */
export type Segment = {
  first: number;
  end: number;
  opener: Opener;
  finite: boolean;
  sentence: number;
  clause: number;
};

/** One or more segments that make one statement ("no fever, cough or rash"). */
type Clause = { first: number; end: number; opener: Opener; sentence: number; segments: Segment[] };

/** A text cut into tokens, sentences, clauses and segments, with the look-ups from token to each. */
export type Passage = {
  text: string;
  tokens: Token[];
  readings: Reading[][];
  /** Tokens that name a past year. */
  pastYears: ReadonlySet<number>;
  sentences: Sentence[];
  clauses: Clause[];
  segmentOf(token: number): Segment;
  clauseOf(token: number): Clause;
  sentenceOf(token: number): Sentence;
};

/** The segments that begin within these tokens, of whatever clauses. */
export function segmentsIn(
  { clauses, segmentOf }: Pick<Passage, 'clauses' | 'segmentOf'>,
  { first, end }: { first: number; end: number },
): Segment[] {
  if (first >= end) return [];
  return clauses
    .slice(segmentOf(first).clause, segmentOf(end - 1).clause + 1)
    .flatMap(({ segments }) => segments)
    .filter((segment) => segment.first >= first && segment.first < end);
}

/** Bounds on sentence and clause, so that the work per statement is bounded whatever is sent in. */
const MAX_SENTENCE_TOKENS = 120;
const MAX_CLAUSE_TOKENS = 60;

const MARKERS = { en: new Set(MARKERS_EN), cs: new Set(MARKERS_CS) };
const FINITE = { en: new Set(FINITE_EN), cs: new Set(FINITE_CS) };
const SUBJECTS = { en: new Set(SUBJECTS_EN), cs: new Set(SUBJECTS_CS) };
/** English words that are other words in Czech, and the other way round. */
const FALSE_FRIENDS = new Set(['do', 'on', 'i', 'my', 'to', 'a', 'ma', 'had', 'me']);

/** How a passage is cut. */
type Cutting = {
  /**
   * May change the tokens before they are read; it may ask for the language of the words behind the first one, null where
   * they do not tell.
   */
  prepare?: ((tokens: Token[], languageBehindFirst: () => Language | null) => Token[]) | undefined;
  today?: Today;
};

/** Cuts a text up. */
export function readPassage(
  text: string,
  vocabulary: Vocabulary,
  { prepare, today = readToday() }: Cutting = {},
): Passage {
  const written = tokenize(text);
  const tokens = prepare?.(written, () => languageBehindFirst(written, vocabulary)) ?? written;
  const pastYears = new Set([...tokens.keys()].filter((index) => isPastYear(tokens, index, today)));
  const readings = readWords(vocabulary, tokens, pastYears);
  const sentences = cutSentences(tokens, readings, readLines(text, tokens));
  const segments = sentences.flatMap((sentence, index) => cutSegments(tokens, sentence, index));
  const clauses = joinClauses(segments, tokens);
  const segmentByToken = spread(segments, tokens.length);
  return {
    text,
    tokens,
    readings,
    pastYears,
    sentences,
    clauses,
    segmentOf: (token) => at(segments, segmentByToken[token]),
    clauseOf: (token) => at(clauses, at(segments, segmentByToken[token]).clause),
    sentenceOf: (token) => at(sentences, at(segments, segmentByToken[token]).sentence),
  };
}

/** What a clinician's sign stands for, besides what it is itself. */
const STANDS_FOR: ReadonlyMap<string, string> = new Map([['s/p', 'previous']]);

/** What each word may be; a past year stands also for all of them. */
function readWords(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  pastYears: ReadonlySet<number>,
): Reading[][] {
  const readings = vocabulary.read(tokens);
  tokens.forEach((token, index) => {
    const word = pastYears.has(index) ? PAST_YEAR : STANDS_FOR.get(token.word);
    if (word === undefined) return;
    const [more = []] = vocabulary.read([{ ...token, word }]);
    readings[index] = [...(readings[index] ?? []), ...more];
  });
  return readings;
}

function at<T>(list: readonly T[], index: number | undefined): T {
  const item = list[index ?? -1];
  if (item === undefined) throw new RangeError('token index out of range');
  return item;
}

function spread(ranges: readonly { first: number; end: number }[], length: number): number[] {
  const owners = new Array<number>(length).fill(0);
  ranges.forEach((range, index) => owners.fill(index, range.first, range.end));
  return owners;
}

function cutSentences(tokens: readonly Token[], readings: readonly Reading[][], lines: Lines): Sentence[] {
  const sentences: Sentence[] = [];
  const votes: Votes[] = [];
  const total: Votes = { en: 0, cs: 0 };
  let first = 0;
  tokens.forEach((token, index) => {
    const full = index + 1 - first >= MAX_SENTENCE_TOKENS;
    const ends = endsSentence(tokens[index - 1], token, tokens[index + 1]) || lines.endsAt(index) || full;
    if (!ends) return;
    const vote = countVotes(tokens, readings, { first, end: index + 1 });
    total.en += vote.en;
    total.cs += vote.cs;
    votes.push(vote);
    sentences.push({
      first,
      end: index + 1,
      language: 'en',
      decided: false,
      question: token.word === '?',
      unticked: tokens[first]?.word === 'box-' || token.word === 'box-',
    });
    first = index + 1;
  });
  const majority: Language = total.cs > total.en ? 'cs' : 'en';
  return sentences.map((sentence, index) => {
    const vote = votes[index] ?? total;
    return {
      ...sentence,
      language: vote.en === vote.cs ? majority : vote.cs > vote.en ? 'cs' : 'en',
      decided: vote.en !== vote.cs,
    };
  });
}

function languageBehindFirst(tokens: Token[], vocabulary: Vocabulary): Language | null {
  const { en, cs } = countVotes(tokens, vocabulary.read(tokens), { first: 1, end: tokens.length });
  return en === cs ? null : en > cs ? 'en' : 'cs';
}

type Votes = Record<Language, number>;

function countVotes(
  tokens: readonly Token[],
  readings: readonly Reading[][],
  range: { first: number; end: number },
): Votes {
  const votes: Votes = { en: 0, cs: 0 };
  for (let at = range.first; at < range.end; at += 1) {
    const language = languageOf(tokens[at], readings[at] ?? []);
    if (language !== null) votes[language] += 1;
  }
  return votes;
}

/** The language that a word belongs to, null where to none or to both. */
function languageOf(token: Token | undefined, readings: readonly Reading[]): Language | null {
  if (token?.kind !== 'word') return null;
  const english = MARKERS.en.has(token.word);
  const czech = MARKERS.cs.has(token.word) || isNegatedVerb(token.word);
  if (english !== czech) return english ? 'en' : 'cs';
  const known = readings.filter((reading) => !reading.corrected && reading.width === 1);
  const [first] = known;
  return first !== undefined && known.every((reading) => reading.language === first.language)
    ? first.language
    : null;
}

const STRENGTH: Record<Opener, number> = { comma: 0, and: 1, or: 2, hard: 3, start: 4 };

function cutSegments(tokens: readonly Token[], sentence: Sentence, index: number): Segment[] {
  const segments: Segment[] = [];
  let current: Segment = {
    first: sentence.first,
    end: sentence.end,
    opener: 'start',
    finite: false,
    sentence: index,
    clause: 0,
  };
  let onlySeparators = true;
  const isDictated = isUnpunctuated(tokens, sentence);
  for (let position = sentence.first; position < sentence.end; position += 1) {
    const opener = openerAt(tokens, position, sentence.language);
    if (
      isDictated &&
      current.finite &&
      opener === null &&
      beginsStatement(tokens, position, { language: sentence.language, segment: current })
    ) {
      segments.push({ ...current, end: position });
      current = { ...current, first: position, opener: 'comma', finite: true };
    } else if (opener === null) {
      current.finite ||=
        isFinite(tokens, position, sentence.language) && !isGenitive(tokens, sentence, position);
      onlySeparators = false;
    } else if (onlySeparators) {
      if (STRENGTH[opener] > STRENGTH[current.opener]) current.opener = opener;
    } else {
      segments.push({ ...current, end: position });
      current = { ...current, first: position, opener, finite: false };
      onlySeparators = true;
    }
  }
  segments.push({ ...current, end: sentence.end });
  return segments;
}

function isFinite(tokens: readonly Token[], position: number, language: Language): boolean {
  const token = tokens[position];
  if (token?.kind !== 'word') return false;
  const { word } = token;
  const other = language === 'en' ? 'cs' : 'en';
  if (FINITE[language].has(word) || SUBJECTS[language].has(word) || isNegatedVerb(word)) return true;
  return !FALSE_FRIENDS.has(word) && (FINITE[other].has(word) || SUBJECTS[other].has(word));
}

/** "kašle" is "coughs", but in a list after "bez" the genitive of cough. */
function isGenitive(tokens: readonly Token[], sentence: Sentence, position: number): boolean {
  if (tokens[position]?.word !== 'kasle') return false;
  return tokens
    .slice(sentence.first, position)
    .some((token) => token.word === 'bez' || token.word === 'beze');
}

/** A segment with a verb of its own begins a new clause; one without goes on with the list before it. */
function joinClauses(segments: Segment[], tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  for (const segment of segments) {
    const last = clauses.at(-1);
    const begins =
      last === undefined ||
      beginsClause(segment, last, tokens) ||
      segment.sentence !== last.sentence ||
      segment.end - last.first > MAX_CLAUSE_TOKENS;
    if (begins) {
      const { first, end, opener, sentence } = segment;
      clauses.push({ first, end, opener, sentence, segments: [segment] });
    } else {
      last.segments.push(segment);
      last.end = segment.end;
    }
    segment.clause = clauses.length - 1;
  }
  return clauses;
}

/** Finite words that are infinitives or participles as well, with the auxiliaries whose "not" denies those. */
const INFINITIVES = new Set(words('have feel get take'));
const BEFORE_INFINITIVE = new Set(words('do does did can could would will to'));
const PARTICIPLES = new Set(words('had felt got became fainted vomited collapsed noticed developed become'));
const BEFORE_PARTICIPLE = new Set(words('have has had'));

/** True where a verb further on stands under the clause's denial: "does not sweat or feel sick", "never fainted or felt dizzy". */
function deniesVerb(clause: Clause, tokens: readonly Token[], verb: string): boolean {
  const auxiliaries = INFINITIVES.has(verb)
    ? BEFORE_INFINITIVE
    : PARTICIPLES.has(verb)
      ? BEFORE_PARTICIPLE
      : null;
  if (auxiliaries === null) return false;
  for (let at = clause.first; at < clause.end; at += 1) {
    const word = tokens[at]?.word ?? '';
    if (word === 'never' || (word === 'cannot' && INFINITIVES.has(verb))) return true;
    if (word === 'not' && auxiliaries.has(tokens[at - 1]?.word ?? '')) return true;
  }
  return false;
}

const OCCASIONS = new Set(words('when whenever every each while once kdyz kdykoli kdykoliv jakmile'));

/** "When I climb stairs, my chest hurts": what happens then, and when, are one statement. */
function isMainOf(segment: Segment, before: Clause, tokens: readonly Token[]): boolean {
  if (segment.opener !== 'comma' || before.opener !== 'start' || before.segments.length > 1) return false;
  const isOccasion = OCCASIONS.has(tokens[before.first]?.word ?? '');
  return isOccasion && !tokens.slice(before.first, before.end).some(({ word }) => isNegation(word));
}

function beginsClause(segment: Segment, before: Clause, tokens: readonly Token[]): boolean {
  if (segment.opener === 'start' || segment.opener === 'hard') return true;
  if (!segment.finite || isMainOf(segment, before, tokens)) return false;
  if (segment.opener !== 'or') return true;
  const head = tokens[segment.first + 1]?.word ?? '';
  if (deniesVerb(before, tokens, head)) return false;
  return SUBJECTS.en.has(head) || FINITE.en.has(head) || FINITE.cs.has(head);
}
