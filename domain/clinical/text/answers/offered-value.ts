import type { Token } from '../language/token.ts';
import { tokenize } from '../language/tokenize.ts';
import { DROPPED, LANGUAGES, stemOf, type Language } from '../language/vocabulary.ts';
import { words } from '../language/word-list.ts';

/** What a question offers: values by the words that stand for them, or its own wording where yes and no answer it. */
export type Offer = {
  values: readonly { value: string | number; text: Record<Language, string> }[];
  wording: Record<Language, string> | null;
  /** What the question asks for, as patients call it. */
  name: Record<Language, string> | null;
};

/** What an answer may have around what it takes over: "just the left one", "hlavně vpravo dole". */
const SOFTENERS = new Set(
  words(`
    just only mostly mainly really probably about it its that this there one ones like yes yeah
    jen jenom pouze hlavne spis spise asi je jsou bylo byla byl jsem to tam tak takovy takova takove ano jo
  `),
);

/** The words by which an answer and what was offered are compared: stems, without what carries no meaning. */
export function contentOf(tokens: readonly Token[], language: Language): string[] {
  return tokens.flatMap(({ kind, word }) =>
    kind === 'mark' || DROPPED[language].has(word) || SOFTENERS.has(word) ? [] : [stemOf(word, language)],
  );
}

const spokenOf = (tokens: readonly Token[]): string =>
  tokens.flatMap(({ kind, word }) => (kind === 'mark' ? [] : [word])).join(' ');

/** Nothing that is offered is longer. */
const MOST_TOKENS = 20;

/** The value whose words an answer takes over as they were offered, word for word or but for forms and little words. */
export function readOfferedValue(tokens: readonly Token[], { values }: Offer): string | number | null {
  if (tokens.length > MOST_TOKENS) return null;
  const offered = values.flatMap(({ value, text }) =>
    LANGUAGES.map((language) => ({ value, language, words: tokenize(text[language]) })),
  );
  const spoken = spokenOf(tokens);
  const same = offered.find((one) => spokenOf(one.words) === spoken);
  if (same !== undefined) return same.value;
  const said = { en: contentOf(tokens, 'en').join(' '), cs: contentOf(tokens, 'cs').join(' ') };
  const alike = offered.find(
    ({ words: own, language }) =>
      said[language] !== '' && contentOf(own, language).join(' ') === said[language],
  );
  return alike?.value ?? null;
}
