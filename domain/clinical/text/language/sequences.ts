import type { Token } from './token.ts';

/** A fixed sequence of words found in a text; `last` is inclusive. */
export type Hit<T> = { first: number; last: number; payload: T };

export type SequenceTable<T> = {
  /** The longest row that begins at the token, or null. */
  at(tokens: readonly Token[], index: number): Hit<T> | null;
  /** All hits from left to right, the longest at each place, never overlapping. */
  scan(tokens: readonly Token[]): Hit<T>[];
};

type Row<T> = { words: string[]; payload: T };

/** Wildcard words are filed under so many of their letters. */
const PREFIX_LENGTH = 3;

/**
 * A table of word sequences with one payload each. Rows are folded; a `*` at the end of a word stands for any
 * ending ("nejsem jist*"). Of two equal rows the first counts.
 */
export function createSequenceTable<T>(
  rows: Iterable<readonly [sequence: string, payload: T]>,
): SequenceTable<T> {
  const exact = new Map<string, Row<T>[]>();
  const wild = new Map<string, Row<T>[]>();
  for (const [sequence, payload] of rows) {
    const row = { words: sequence.split(' '), payload };
    const [head = ''] = row.words;
    const [index, key] = head.endsWith('*') ? [wild, head.slice(0, PREFIX_LENGTH)] : [exact, head];
    index.set(key, [...(index.get(key) ?? []), row]);
  }
  const longestFirst = (list: Row<T>[]): Row<T>[] => list.sort((a, b) => b.words.length - a.words.length);
  for (const index of [exact, wild]) for (const list of index.values()) longestFirst(list);

  const at = (tokens: readonly Token[], index: number): Hit<T> | null => {
    const token = tokens[index];
    if (token === undefined) return null;
    const named = find(exact.get(token.word), tokens, index);
    // Many tables have none of these, and are looked up for each word.
    const open =
      wild.size === 0 ? undefined : find(wild.get(token.word.slice(0, PREFIX_LENGTH)), tokens, index);
    const row = (open?.words.length ?? 0) > (named?.words.length ?? 0) ? open : named;
    return row === undefined
      ? null
      : { first: index, last: lastOf(row.words, tokens, index) ?? index, payload: row.payload };
  };

  const scan = (tokens: readonly Token[]): Hit<T>[] => {
    const hits: Hit<T>[] = [];
    for (let index = 0; index < tokens.length; index += 1) {
      const hit = at(tokens, index);
      if (hit === null) continue;
      hits.push(hit);
      index = hit.last;
    }
    return hits;
  };
  return { at, scan };
}

function find<T>(
  rows: readonly Row<T>[] | undefined,
  tokens: readonly Token[],
  index: number,
): Row<T> | undefined {
  return rows?.find((row) => lastOf(row.words, tokens, index) !== null);
}

/** Czech sets a comma before these, also inside a fixed phrase ("nevím, jestli"). */
const AFTER_COMMA = new Set(['ze', 'zda', 'zdali', 'jestli', 'kdy']);

/** Index of the token on which the sequence ends, or null where it does not stand here. */
function lastOf(sequence: readonly string[], tokens: readonly Token[], index: number): number | null {
  let at = index;
  for (const [offset, word] of sequence.entries()) {
    if (offset > 0) at += tokens[at + 1]?.word === ',' && AFTER_COMMA.has(word) ? 2 : 1;
    if (!fits(word, tokens[at]?.word)) return null;
  }
  return at;
}

function fits(pattern: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
}

/** Rows written one a line or split by commas, all with the same payload. */
export function rowsOf<T>(payload: T, text: string): (readonly [string, T])[] {
  return text
    .split(/[,\n]/)
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => [row, payload] as const);
}
