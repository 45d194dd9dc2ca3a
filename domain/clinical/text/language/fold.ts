const ASCII = /^[\x00-\x7f]*$/;
/** Marks of letters, and what joins or divides the parts of a word without being seen. */
const MARKS = /[\p{M}\u00ad\u200c\u200d\u2060\ufeff]+/gu;
/** Every sign that people write for an apostrophe. */
export const APOSTROPHES = "'’‘ʼ`´′‛ʹʻˈ＇‵";
const LETTERS = new RegExp(`[øłđßæœµμºª${APOSTROPHES}]`, 'g');
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  µ: 'u',
  μ: 'u',
  º: '',
  ª: '',
};

/** Lower case without accents, the form in which words are compared. Safe for any string, lone surrogates too. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower.replaceAll('`', "'");
  return lower
    .replace(LETTERS, (letter) => REPLACEMENTS[letter] ?? "'")
    .normalize('NFKD')
    .replace(MARKS, '');
}
