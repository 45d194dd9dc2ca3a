/** The languages of the dashboard, the first one being where nothing else fits. */
export const LANGUAGES = ['en', 'cs'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text that depends on a count; `{count}` stands for it. Which forms a language has, Intl.PluralRules says. */
export type Plural = {
  readonly one?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
};
export type Entry = string | Plural;
export type Entries = Readonly<Record<string, Entry>>;

/** The same keys in another language: a missing or unknown one does not compile. */
export type Translated<E extends Entries> = {
  readonly [K in keyof E]: E[K] extends string ? string : Plural;
};

/** The words of a page, or of a part that several pages share. */
export type Words<E extends Entries> = { readonly en: E; readonly cs: Translated<E> };

type HolesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | HolesIn<Rest>
  : never;
type HolesOf<E> = E extends string
  ? HolesIn<E>
  : E extends { other: infer T extends string }
    ? HolesIn<T> | 'count'
    : never;
type Fill<E> = [HolesOf<E>] extends [never] ? [] : [fill: Readonly<Record<HolesOf<E>, string | number>>];

/** Says an entry: `say('title')`, `say('kept', { count: 3 })`. What fills a hole is typed by the English text. */
export type Say<E extends Entries> = <K extends keyof E & string>(key: K, ...fill: Fill<E[K]>) => string;

/** `const words = defineWords({ en, cs })`, beside the two catalogues. */
export const defineWords = <const E extends Entries>(words: { en: E; cs: Translated<E> }): Words<E> => words;

/** Fills the holes of an entry: numbers are written as the language writes them, and `count` chooses the plural form. */
export function fillEntry(
  language: Language,
  entry: Entry,
  fill: Readonly<Record<string, string | number>> = {},
): string {
  const text = typeof entry === 'string' ? entry : formOf(language, entry, Number(fill['count']));
  return text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = fill[name];
    if (value === undefined) return hole;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

function formOf(language: Language, entry: Plural, count: number): string {
  const form = new Intl.PluralRules(language).select(count);
  return (form === 'zero' || form === 'two' ? undefined : entry[form]) ?? entry.other;
}
