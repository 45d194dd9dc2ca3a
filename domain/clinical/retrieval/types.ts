/** The words of retrieval, apart from what makes and uses an index: the engine's own vocabulary imports them. */

import type { Language } from '../text/language/vocabulary.ts';

/**
 * A finding that a text may speak of. `score` is what the words of its best passage say for it (BM25, above 0): it tells
 * how much they have in common, and can be compared between passages of the same length only.
 */
export type Candidate = { code: string; score: number };

/**
 * Finds in the catalogue what a text may speak of, the likeliest first, by stems and pieces of words and without any
 * understanding: "no fever" and "he has no fever" have the same candidates. Null as the language looks in both. At most
 * 20,000 characters are read. Pure: the same text has the same candidates, in every process.
 */
export type CandidatesFor = (text: string, language: Language | null) => Candidate[];

/**
 * The index as plain data. The findings in which term t stands lie at [starts[t], starts[t + 1]), and beside each what t
 * says for it, in steps of 1 / STEPS (`compile.ts`).
 */
export type PackedIndex = {
  /** All terms, a blank between two. */
  terms: string;
  starts: Uint32Array;
  findings: Uint16Array;
  weights: Uint8Array;
  /** By finding: those that are told of together with it, whichever of them a text names. */
  related: number[][];
};

/** Where an interview stands: the complaints that it follows, and what the open question asks for. */
export type Interview = { branches: readonly string[]; targets: readonly string[] };

/** Codes of findings, the likeliest to be told first. */
export type FindingsAtHand = {
  /** What the question asks for, and what an answer to it tells instead: choices, numbers, what implies it. */
  asked: string[];
  /** What every interview of the active branches wants to know, branches having turns. */
  branches: string[];
};
