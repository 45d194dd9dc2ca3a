import type { CompiledFinding } from '../compiled.ts';
import { wordsOfFindings, type Catalogue, type WordCounts } from './catalogue-words.ts';
import { LANGUAGES, type Language } from '../text/language/vocabulary.ts';
import { rememberTerms, type TermsOf } from './terms.ts';
import type { PackedIndex } from './types.ts';

/** Steps of 1 of a weight. The greatest weight is 3 ln(findings), about 21: in so many steps it fits a byte. */
export const STEPS = 8;

/**
 * Constants of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009), chosen on the
 * sentences of the evaluation's split `work`. B is how much a finding with many phrases is set back.
 */
const K1 = 2;
const B = 0.75;

/** A term of more than this share of the findings tells them apart no more. */
const MOST_FINDINGS = 0.25;

/** Indexes findings by the words of the catalogue, in both languages. Weights are those of BM25, with an idf that is never below 0. */
export function compileIndex(catalogue: Catalogue): PackedIndex {
  const termsOf = rememberTerms();
  const documents = wordsOfFindings(catalogue).map((words) => countTerms(words, termsOf));
  const lengths = documents.map((terms) => [...terms.values()].reduce((sum, count) => sum + count, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const postings = new Map<string, { finding: number; weight: number }[]>();
  for (const [finding, terms] of documents.entries()) {
    const norm = K1 * (1 - B + (B * (lengths[finding] ?? 0)) / mean);
    for (const [term, count] of terms) {
      const listed = postings.get(term) ?? [];
      if (listed.length === 0) postings.set(term, listed);
      listed.push({ finding, weight: (count * (K1 + 1)) / (count + norm) });
    }
  }
  return { ...pack(postings, documents.length), related: catalogue.findings.map(relatedTo(catalogue)) };
}

/** In how many phrases of a finding each term stands. */
function countTerms(words: Record<Language, WordCounts>, termsOf: TermsOf): Map<string, number> {
  const counts = new Map<string, number>();
  for (const language of LANGUAGES)
    for (const [word, count] of words[language])
      for (const { term } of termsOf(word, language)) counts.set(term, (counts.get(term) ?? 0) + count);
  return counts;
}

function pack(
  all: ReadonlyMap<string, readonly { finding: number; weight: number }[]>,
  total: number,
): Omit<PackedIndex, 'related'> {
  const most = Math.max(1, total * MOST_FINDINGS);
  const postings = new Map([...all].filter(([, { length }]) => length <= most));
  const size = [...postings.values()].reduce((sum, { length }) => sum + length, 0);
  const starts = new Uint32Array(postings.size + 1);
  const findings = new Uint16Array(size);
  const weights = new Uint8Array(size);
  let [term, at] = [0, 0];
  for (const listed of postings.values()) {
    const idf = Math.log(1 + (total - listed.length + 0.5) / (listed.length + 0.5));
    for (const { finding, weight } of listed) {
      findings[at] = finding;
      weights[at] = Math.min(255, Math.round(STEPS * idf * weight));
      at += 1;
    }
    term += 1;
    starts[term] = at;
  }
  return { terms: [...postings.keys()].join(' '), starts, findings, weights };
}

/** What a finding implies, is implied by, is a choice of, follows, or is derived from; and the other way round. */
const relatedTo =
  ({ findings }: Catalogue) =>
  ({ index, implies, impliedBy, choiceFindings, after, derives }: CompiledFinding): number[] => {
    const derived = derives.map(({ finding }) => finding);
    const sources = findings.filter(
      (other) =>
        other.choiceFindings.includes(index) || other.derives.some(({ finding }) => finding === index),
    );
    const followed = after < 0 ? [] : [after];
    const all = [...implies, ...impliedBy, ...choiceFindings, ...followed, ...derived];
    return [...new Set([...all, ...sources.map((source) => source.index)])];
  };
