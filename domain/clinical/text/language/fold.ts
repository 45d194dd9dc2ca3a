const ASCII = /^[\x00-\x7f]*$/;
const MARKS = /\p{M}+/gu;
const LETTERS = /[øłđßæœºª’‘ʼ`´]/g;
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  º: '',
  ª: '',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '´': "'",
};

/** Lower case without accents, the form in which words are compared. Safe for any string, lone surrogates too. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower.replaceAll('`', "'");
  return lower
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(LETTERS, (letter) => REPLACEMENTS[letter] ?? '');
}
