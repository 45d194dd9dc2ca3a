/**
 * A word, a number or a mark. `word` is folded; `start` and `end` are UTF-16 offsets into the original text.
 * "can't" and "can not" are one word `cannot`; other "n't" become a word of their own, `not`.
 */
export type Token = {
  kind: 'word' | 'number' | 'mark';
  word: string;
  start: number;
  end: number;
  /** Value of a number; NaN otherwise. */
  value: number;
  /** White space stands before it. */
  spaced: boolean;
  /** Number of line breaks before it. */
  lines: number;
};
