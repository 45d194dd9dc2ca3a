import { fold } from '../language/fold.ts';

/**
 * The notation in which senses tell what stands around a word: places with a space between them, at each a word or several
 * of which any may stand there.
 *
 * | Written | Stands for |
 * |---|---|
 * | `of luck\|genius` | "of luck", "of genius" |
 * | `bol*` `*ho` | any word that begins or ends so |
 * | `*` | any word or number |
 * | `kind_of\|just` | "kind of", "just": words that stand in one place together |
 * | `<owner>` | any word of the class of that name |
 * | `my?` | it may be missing |
 * | `very\|so~` | any number of these, also none |
 * | `*~2` | up to two words |
 * | `NOT:skin\|eyes` | a word that is none of these |
 * | `,` `MARK` `NUMBER` `ANY` `END` | a comma, any mark, a number, any of all that, the end of the text |
 *
 * Classes are told by name, with the words of each.
 */
type WordClasses = ReadonlyMap<string, readonly string[]>;

const anyOf = (words: readonly string[], classes: WordClasses): string =>
  `(?:${words.map((word) => sourceOfWords(word, classes)).join('|')})`;

const MARK = '[.!?;,:()/%°+=<>-] ';
const SPECIAL: Readonly<Record<string, string>> = {
  '*': `(?!${MARK})[^ ]+ `,
  MARK,
  NUMBER: '[0-9][^ ]* ',
  ANY: '[^ ]+ ',
  END: '$',
};

const ANYTHING = '[^ ]*';

const PLACE = /^(?<not>NOT:)?(?<words>[^ ~?]+)(?<times>\?|~[0-9]?)?$/u;
const WORD = /^(?<begin>\*?)(?<letters>[\p{Ll}0-9/]+)(?<end>\*?)$/u;
const LITERAL_MARK = /^[.!;,:()%°+=<>-]$/;

/**
 * The source of a regular expression over words with a space behind each.
 * @throws Error that names the place that is not written as it should be
 */
export function sourceOfPattern(pattern: string, classes: WordClasses): string {
  const places = pattern.split(' ').map((place) => sourceOfPlace(place, classes));
  return places.join('');
}

function sourceOfPlace(place: string, classes: WordClasses): string {
  const { not, words, times } = PLACE.exec(place)?.groups ?? {};
  if (words === undefined) throw new Error(`"${place}" is no place of a pattern`);
  const any = anyOf(words.split('|'), classes);
  const one = not === undefined ? any : `(?:(?!${any})${SPECIAL['*']})`;
  if (times === undefined) return one;
  if (times === '?') return `${one}?`;
  return times === '~' ? `${one}*` : `${one}{0,${times.slice(1)}}`;
}

/** Of an alternative: a word, several that stand together, a mark or a class. */
function sourceOfWords(text: string, classes: WordClasses): string {
  const special = SPECIAL[text];
  if (special !== undefined) return special;
  if (LITERAL_MARK.test(text)) return `${escape(text)} `;
  return text
    .split('_')
    .map((word) => sourceOfWord(word, classes))
    .join('');
}

function sourceOfWord(word: string, classes: WordClasses): string {
  if (word === '*') return SPECIAL['*'] ?? '';
  if (word.startsWith('<')) {
    const members = classes.get(word.slice(1, -1));
    if (members === undefined) throw new Error(`"${word}" is no class`);
    return anyOf(members, classes);
  }
  const { begin, letters, end } = WORD.exec(word)?.groups ?? {};
  if (letters === undefined || fold(letters) !== letters)
    throw new Error(`"${word}" is no word in small letters without accents`);
  return `${begin === '' ? '' : ANYTHING}${escape(letters)}${end === '' ? '' : ANYTHING} `;
}

const escape = (text: string): string => text.replaceAll(/[.+*?^$()[\]{}|\\/-]/g, '\\$&');
