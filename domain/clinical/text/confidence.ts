/**
 * How sure a reading is, 0 to 1. The one place where the scale is set:
 * a mention starts with the value for the way in which its words matched, and each doubt multiplies it.
 */
export const CONFIDENCE = {
  /** A bare yes, no or "don't know" to the question that was asked. */
  bareAnswer: 0.97,
  /** The phrase stands in the text word for word (case and accents aside). */
  exact: 0.95,
  /** Its words stand together in their order, in other forms or with little words in between ("my knees are hurting"). */
  together: 0.95,
  /** Another order, or words in between that say little ("hurts badly"). */
  stem: 0.9,
  /** At least one word was corrected. */
  typo: 0.75,
  /** Two words, and others of a meaning of their own between them ("my feet feel as if I walk on marbles"). */
  loose: 0.7,
  /** A number that is named or carries its unit: "teplota 38,5", "54-year-old". */
  namedNumber: 0.95,
  /** A length that is told beside the answer to another question: it may be that of what was asked. */
  inPassing: 0.85,
  /** A number whose meaning is inferred from its form alone: "38,5", "150/90". */
  inferredNumber: 0.75,
} as const;

/** Factor for "maybe", "I think", "možná", "asi". */
export const UNCERTAIN_FACTOR = 0.6;

/**
 * Factors of routing for a complaint that is not plainly stated as the patient's present one; they are multiplied, so that
 * another person's illness of the past does not route. A complaint that is only denied or listed as history does not either.
 */
export const ROUTE_FACTORS = { stated: 1, asked: 0.6, someone_else: 0.6, past: 0.45, history: 0.3 } as const;

/** Below this a route is not given: the text is then outside the scope. */
export const ROUTE_FLOOR = 0.3;

/** Two decimals, so that products do not carry binary noise into events. */
export function roundConfidence(value: number): number {
  return Math.round(value * 100) / 100;
}
