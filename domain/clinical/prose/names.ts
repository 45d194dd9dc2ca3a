import type { Language } from '../wording.ts';

/** People and places after whom things are named, as their names begin; of whom these are is told by what follows. */
const NAMED_AFTER =
  'Achill|Addison|Alzheimer|Baker|Bartholin|Bechtěrev|Bell|Braxton|Brugada|Crohn|Cushing|De Quervain|Dupuytren|Fordyce|' +
  'Fournier|Gilbert|Guillain|Henoch|Kawasaki|Lasègue|Ludwig|Lyme|Ménière|Ménièr|Mittelschmerz|Morton|Osgood|Parkinson|Perthes|' +
  'Peyronie|Ramsay|Raynaud|Savo|Stevens|Wernicke|Willebrand|Clostridioides|Salmonella|Campylobacter';
/** "Crohn's", "Achilles", "Guillain-Barré", "Crohnova", "Cushingův", "Kawasakiho"; "Eustachian", "Eustachovy". */
const PROPER = new RegExp(
  `^((${NAMED_AFTER})((es)?['’]?s?|(ov|e?ov)[aáyéouěý]\\p{L}*|e?ův|e?ovo|ho)|Eustach\\p{L}+)(?!\\p{L})`,
  'u',
);

/** The first letter in lower case, unless the word is a proper name, an abbreviation or a symbol: for inside a sentence. */
export function inSentence(text: string): string {
  const [first = ''] = text.split(/[\s,;:]/, 1);
  const isSymbol = first.length < 2 || /^\p{Lu}-/u.test(first) || /[\p{Lu}\d]/u.test(first.slice(1));
  if (isSymbol || PROPER.test(text)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The first letter in upper case, unless the word is a symbol ("pH"): for the beginning of a sentence. */
export function asSentence(text: string): string {
  const sentence = /^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return `${sentence.replace(/[.;,\s]+$/, '')}.`;
}

const AND: Record<Language, string> = { en: 'and', cs: 'a' };
const MORE: Record<Language, (left: number) => string> = {
  en: (left) => `${left} more`,
  cs: (left) => `další (${left})`,
};
/** An entry with one of these inside is told apart from the next by a semicolon. */
const COMPOSED = /[,;]| (and|a|i) /;

/** "a, b and c"; with semicolons where an entry is composed itself. Of more than `most` it tells how many are left out. */
export function enumerate(entries: readonly string[], language: Language, most = Infinity): string {
  const shown = entries.slice(0, most);
  const left = entries.length - shown.length;
  if (left > 0) shown.push(MORE[language](left));
  const last = shown.at(-1) ?? '';
  if (shown.length < 2) return last;
  const isComposed = shown.some((entry) => COMPOSED.test(entry));
  const lead = shown.slice(0, -1).join(isComposed ? '; ' : ', ');
  return isComposed
    ? `${lead}; ${left > 0 ? `${AND[language]} ` : ''}${last}`
    : `${lead} ${AND[language]} ${last}`;
}

/** Words of somebody else, on one line and in the quotation marks of the language; of long ones the beginning. */
export function quote(text: string, language: Language, most = Infinity): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=[^.])[.;,]$/, '');
  const said = line.length > most ? `${line.slice(0, most).trimEnd()}…` : line;
  if (said === '') return '';
  return language === 'cs' ? `„${said.replaceAll('"', "'")}“` : `"${said.replaceAll('"', "'")}"`;
}
