import type { Token } from '../text/language/token.ts';
import { tokenize } from '../text/language/tokenize.ts';
import { STEPS } from './compile.ts';
import { LANGUAGES, type Language } from '../text/language/vocabulary.ts';
import { rememberTerms, type TermsOf } from './terms.ts';
import type { CandidatesFor, PackedIndex } from './types.ts';

/** So much of its score a finding lends to those that are told of together with it. */
const LENT = 0.2;
/** Words of a passage: what is longer is cut, so that a finding is not buried under all that is told beside it. */
const LONGEST_PASSAGE = 40;
/** Bounds the work on a text that is all commas: what comes after them is one passage. A text of 2,000 characters has about 60. */
const MOST_PASSAGES = 120;
/** Of each passage so many are ranked; the next ones are ranked by chance. */
const RANKED = 200;

/**
 * Opens an index over these codes, in the order of the findings. Its terms are unpacked with the first text: most processes
 * never ask.
 */
export function openIndex(index: PackedIndex, codes: readonly string[]): CandidatesFor {
  let places: Map<string, number> | undefined;
  return (text, language) => {
    places ??= new Map(index.terms.split(' ').map((term, at) => [term, at]));
    const languages = language === null ? LANGUAGES : [language];
    const query = { places, termsOf: rememberTerms(), languages };
    const best = codes.map((code) => ({ code, score: 0, standing: 0 }));
    for (const words of passagesOf(text)) {
      const scores = lend(index, scorePassage(index, words, query));
      for (const [at, finding] of ranking(scores).entries()) {
        const one = best[finding];
        if (one === undefined) continue;
        one.score = Math.max(one.score, scores[finding] ?? 0);
        // Whatever comes first in a passage stands before what comes second in any other.
        one.standing = Math.max(one.standing, 1 / (at + 1));
      }
    }
    return best
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.standing - one.standing || other.score - one.score)
      .map(({ code, score }) => ({ code, score }));
  };
}

type Query = { places: ReadonlyMap<string, number>; termsOf: TermsOf; languages: readonly Language[] };

function scorePassage(
  { starts, findings, weights, related }: PackedIndex,
  words: ReadonlySet<string>,
  { places, termsOf, languages }: Query,
): Float64Array {
  const asked = new Map<number, number>();
  for (const language of languages) {
    for (const word of words) {
      for (const { term, weight } of termsOf(word, language)) {
        const place = places.get(term);
        if (place !== undefined) asked.set(place, Math.max(asked.get(place) ?? 0, weight));
      }
    }
  }
  const scores = new Float64Array(related.length);
  for (const [place, weight] of asked) {
    const end = starts[place + 1] ?? 0;
    for (let at = starts[place] ?? 0; at < end; at += 1) {
      const finding = findings[at] ?? 0;
      scores[finding] = (scores[finding] ?? 0) + (weight * (weights[at] ?? 0)) / STEPS;
    }
  }
  return scores;
}

/** Each score, or more where a related finding has much: "T 39.9" names the temperature and means a fever. */
const lend = ({ related }: PackedIndex, scores: Float64Array): Float64Array =>
  scores.map((own, at) =>
    (related[at] ?? []).reduce((most, other) => Math.max(most, own + LENT * (scores[other] ?? 0)), own),
  );

/** Numbers of the findings with the highest scores, those first. */
function ranking(scores: Float64Array): number[] {
  // Sorting plain numbers takes a tenth of sorting by a function.
  const least = scores.toSorted().at(-RANKED) ?? 0;
  return [...scores.keys()]
    .filter((finding) => (scores[finding] ?? 0) > 0 && (scores[finding] ?? 0) >= least)
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
    .slice(0, RANKED);
}

/** The different words of each sentence, and of each of its clauses where it has several. What is said twice counts once. */
function passagesOf(text: string): Set<string>[] {
  const sentences: string[][][] = [];
  let length = 0;
  for (const token of tokenize(text)) {
    const clauses = sentences.at(-1);
    if (clauses === undefined || endsSentence(token) || token.lines > 0 || length >= LONGEST_PASSAGE) {
      sentences.push([[]]);
      length = 0;
    } else if (endsClause(token)) {
      clauses.push([]);
    }
    if (token.kind === 'word') sentences.at(-1)?.at(-1)?.push(token.word);
    length += 1;
  }
  const passages = sentences.flatMap((clauses) => {
    const told = clauses.filter((words) => words.length > 0);
    return told.length === 1 ? told : [told.flat(), ...told];
  });
  const distinct = new Map(passages.map((words) => [words.join(' '), new Set(words)]));
  const all = [...distinct.values()];
  const rest = all.slice(MOST_PASSAGES).flatMap((words) => [...words]);
  return [...all.slice(0, MOST_PASSAGES), new Set(rest)].filter(({ size }) => size > 0);
}

const endsSentence = ({ kind, word }: Token): boolean => kind === 'mark' && /^[.!?;]$/.test(word);
const CLAUSE_WORDS = new Set('and but or with nor then ale nebo ani pak'.split(' '));
const endsClause = ({ kind, word }: Token): boolean =>
  kind === 'mark' ? /^[,:-]$/.test(word) : CLAUSE_WORDS.has(word);
