import { WINDOW } from '../language/nearby-words.ts';
import type { Token } from '../language/token.ts';

/**
 * Where a sense is meant: by a word in any phrase; by a phrase of this one word; by one that is written in another form than the
 * word; by a phrase that begins or ends with the word; by a phrase that has the word and leaves out what stands right
 * before or behind it; by any phrase.
 */
export const SENSE_SCOPES = ['word', 'alone', 'form', 'first', 'last', 'part', 'any'] as const;
type SenseScope = (typeof SENSE_SCOPES)[number];

/** All that is told must hold: what stands before, behind and near the word or the phrase, and what the phrase is. */
type SenseCondition = {
  before?: string;
  after?: string;
  near?: string;
  phrase?: string;
  /** What stands behind it begins on the same line. */
  same_line?: boolean;
};

/**
 * Words that mean something else than their phrases where any condition of `when` holds, or none is told, and none of
 * `unless` does. Patterns are sources of regular expressions; a word may end in `*`.
 */
export type PackedSense = {
  words: string[];
  as: SenseScope;
  when: SenseCondition[];
  unless: SenseCondition[];
};

/** Tells where words and phrases mean something else than they say in the lexicon. */
export type Senses = {
  /** The word means something else somewhere. */
  isAmbiguous(word: string): boolean;
  /** The token must not be read as a word of any phrase. */
  hasOther(tokens: readonly Token[], at: number): boolean;
  /** It must not be read as a phrase of one word, whose wording is given. */
  hasOtherAlone(tokens: readonly Token[], at: number, wording: readonly string[]): boolean;
  /** The phrase from `first` to `last` is part of something that means another thing: "breathe (through my nose)". */
  hasOtherAround(tokens: readonly Token[], first: number, last: number): boolean;
  /** The phrase of these tokens leaves out a word that makes it another thing: "(heart) attack". */
  leavesOut(tokens: readonly Token[], own: readonly number[]): boolean;
};

/** What a sense is asked of, a word or a phrase; its texts are made once, when they are first asked for. */
type Span = {
  first: number;
  last: number;
  before?: string;
  after?: string;
  /** The words of the phrase; where it leaves some out, without these. */
  words?: string;
};
type Test = (tokens: readonly Token[], span: Span) => boolean;

/** Stands where the phrase has a word of its own, which it cannot leave out. */
const OWN = '_';

/** The senses, ready to be asked. */
export function openSenses(packed: readonly PackedSense[]): Senses {
  const { word, alone, form, first: begins, last: ends, part, any } = tablesOf(packed);
  const stands = (table: Table, tokens: readonly Token[], at: number): boolean =>
    isAnyTrue(table(tokens[at]?.word ?? ''), tokens, { first: at, last: at });
  return {
    isAmbiguous: (text) => word(text).length > 0,
    hasOther: (tokens, at) => stands(word, tokens, at),
    hasOtherAlone: (tokens, at, wording) =>
      stands(alone, tokens, at) || (!wording.includes(tokens[at]?.word ?? '') && stands(form, tokens, at)),
    hasOtherAround: (tokens, first, last) => {
      const span = { first, last };
      return (
        isAnyTrue(any, tokens, span) ||
        isAnyTrue(begins(tokens[first]?.word ?? ''), tokens, span) ||
        isAnyTrue(ends(tokens[last]?.word ?? ''), tokens, span)
      );
    },
    leavesOut: (tokens, own) =>
      own.some((at) => {
        const tests = part(tokens[at]?.word ?? '');
        if (tests.length === 0) return false;
        const others = tokens.map((token, index) => (own.includes(index) ? { ...token, word: OWN } : token));
        const words = own.map((index) => `${tokens[index]?.word ?? ''} `).join('');
        return isAnyTrue(tests, others, { first: at, last: at, words });
      }),
  };
}

const isAnyTrue = (tests: readonly Test[], tokens: readonly Token[], span: Span): boolean =>
  tests.some((test) => test(tokens, span));

/** The tests of a word. */
type Table = (word: string) => readonly Test[];
const NO_TESTS: readonly Test[] = [];

function tablesOf(
  packed: readonly PackedSense[],
): Record<Exclude<SenseScope, 'any'>, Table> & { any: Test[] } {
  const of = (scope: SenseScope): PackedSense[] => packed.filter((sense) => sense.as === scope);
  return {
    word: tableOf(of('word')),
    alone: tableOf(of('alone')),
    form: tableOf(of('form')),
    first: tableOf(of('first')),
    last: tableOf(of('last')),
    part: tableOf(of('part')),
    any: of('any').map(testOf),
  };
}

/** Words with any ending are filed under so many of their letters. */
const SHORTEST_BEGINNING = 3;

function tableOf(senses: readonly PackedSense[]): Table {
  const exact = new Map<string, Test[]>();
  const open = new Map<string, { beginning: string; test: Test }[]>();
  for (const sense of senses) {
    const test = testOf(sense);
    for (const word of sense.words) {
      const key = word.slice(0, SHORTEST_BEGINNING);
      if (word.endsWith('*'))
        open.set(key, [...(open.get(key) ?? []), { beginning: word.slice(0, -1), test }]);
      else exact.set(word, [...(exact.get(word) ?? []), test]);
    }
  }
  return (word) => {
    const own = exact.get(word) ?? NO_TESTS;
    const more = open.size === 0 ? undefined : open.get(word.slice(0, SHORTEST_BEGINNING));
    if (more === undefined) return own;
    return [...own, ...more.flatMap(({ beginning, test }) => (word.startsWith(beginning) ? [test] : []))];
  };
}

function testOf({ when, unless }: PackedSense): Test {
  const some = when.map(testOfCondition);
  const none = unless.map(testOfCondition);
  return (tokens, span) =>
    (some.length === 0 || isAnyTrue(some, tokens, span)) && !isAnyTrue(none, tokens, span);
}

function testOfCondition({ before, after, near, phrase, same_line: sameLine }: SenseCondition): Test {
  const tests: Test[] = [];
  if (sameLine === true) tests.push((tokens, { last }) => tokens[last + 1]?.lines === 0);
  if (after !== undefined) {
    const pattern = new RegExp(`^(?:${after})`);
    tests.push((tokens, span) => {
      span.after ??= textOf(tokens, span.last + 1, span.last + 1 + WINDOW);
      return pattern.test(span.after);
    });
  }
  if (before !== undefined) {
    const pattern = new RegExp(` (?:${before})$`);
    tests.push((tokens, span) => {
      span.before ??= ` ${textOf(tokens, span.first - WINDOW, span.first)}`;
      return pattern.test(span.before);
    });
  }
  if (near !== undefined) {
    const pattern = new RegExp(` (?:${near})`);
    tests.push((tokens, { first, last }) =>
      pattern.test(` ${textOf(tokens, first - WINDOW, last + WINDOW + 1)}`),
    );
  }
  if (phrase !== undefined) {
    const pattern = new RegExp(`^(?:${phrase})$`);
    tests.push((tokens, span) => {
      span.words ??= textOf(tokens, span.first, span.last + 1);
      return pattern.test(span.words);
    });
  }
  return (tokens, span) => tests.every((test) => test(tokens, span));
}

/** The words of these tokens, with a space behind each. */
function textOf(tokens: readonly Token[], from: number, to: number): string {
  let text = '';
  for (let at = Math.max(0, from); at < to && at < tokens.length; at += 1)
    text += `${tokens[at]?.word ?? ''} `;
  return text;
}
