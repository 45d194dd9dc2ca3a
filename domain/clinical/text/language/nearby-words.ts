import type { Token } from './token.ts';

/** How many tokens on each side of a word can show its sense. */
export const WINDOW = 6;

const textOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ');

/** The words right before a token, from the token `first` on, each with a space behind it. */
export const wordsBefore = (tokens: readonly Token[], at: number, first = Math.max(0, at - WINDOW)): string =>
  `${textOf(tokens.slice(first, at))} `;

/** The words right after a token. */
export const wordsAfter = (tokens: readonly Token[], at: number): string =>
  textOf(tokens.slice(at + 1, at + 1 + WINDOW));
