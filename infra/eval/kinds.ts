/** Texts of the evaluation are sorted by what they have to be read as (their kind), and by language. */
export const LANGUAGES = ['en', 'cs'] as const;
export type Lang = (typeof LANGUAGES)[number];

type Sorted<Kind extends string> = { kind: Kind; lang: Lang };

/** The texts of one entry of a file, by kind and then by language. */
export const textsOf = <Kind extends string>(
  kinds: readonly Kind[],
  entry: Readonly<Record<Kind, Readonly<Record<Lang, readonly string[]>>>>,
): (Sorted<Kind> & { text: string })[] =>
  kinds.flatMap((kind) =>
    LANGUAGES.flatMap((lang) => entry[kind][lang].map((text) => ({ kind, lang, text }))),
  );

/** Those of each kind and language, and which share of them something holds for: 0 to 1, NaN of none. */
export const byKind = <Kind extends string, Row extends Sorted<Kind>>(
  kinds: readonly Kind[],
  rows: readonly Row[],
): (Sorted<Kind> & { count: number; share: (holds: (row: Row) => boolean) => number })[] =>
  kinds.flatMap((kind) =>
    LANGUAGES.map((lang) => {
      const those = rows.filter((row) => row.kind === kind && row.lang === lang);
      return { kind, lang, count: those.length, share: (holds) => those.filter(holds).length / those.length };
    }),
  );
