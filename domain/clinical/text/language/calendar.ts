import type { Token } from './token.ts';

/** The year, and the month in it (1 to 12), in which a text was written. */
export type Today = { year: number; month: number };

/** When this code was written: years before it are past whatever day it is. */
const NO_DATE_TOLD = '2026-01-01';
const EARLIEST_YEAR = 1930;

/** `at` is ISO 8601. */
export const readToday = (at: string = NO_DATE_TOLD): Today => ({
  year: Number(at.slice(0, 4)),
  month: Number(at.slice(5, 7)),
});

/** The word for which any past year stands in a phrase of the lexicon: "stroke|strokes pastyear". */
export const PAST_YEAR = 'pastyear';

/** "2019", and the present year as the end of a month before this one: "March 2026", "3/2026". */
export function isPastYear(tokens: readonly Token[], at: number, today: Today): boolean {
  const token = tokens[at];
  if (token?.kind !== 'number' || !/^[0-9]{4}$/.test(token.word)) return false;
  if (token.value !== today.year) return token.value >= EARLIEST_YEAR && token.value < today.year;
  const month = monthAt(tokens, at - 1) ?? monthBehind(tokens, at);
  return month !== null && month < today.month;
}

const MONTHS: readonly RegExp[] = [
  /^(jan(uary)?|led(en|na|nu))$/,
  /^(feb(ruary)?|unor[au]?)$/,
  /^(mar(ch)?|brez(en|na|nu))$/,
  /^(apr(il)?|dub(en|na|nu))$/,
  /^(may|kvet(en|na|nu))$/,
  /^(june?|cerv(en|na|nu))$/,
  /^(july?|cerven(ec|ce|ci))$/,
  /^(aug(ust)?|srp(en|na|nu))$/,
  /^(sept?(ember)?|zari)$/,
  /^(oct(ober)?|rij(en|na|nu))$/,
  /^(nov(ember)?|listopadu?)$/,
  /^(dec(ember)?|prosin(ec|ce|ci))$/,
];

/** True for the name of a month. */
export const isMonth = (word: string): boolean => MONTHS.some((name) => name.test(word));

/** "2026-03" */
function monthBehind(tokens: readonly Token[], at: number): number | null {
  const [dash, month] = [tokens[at + 1], tokens[at + 2]];
  const isMonthNumber = month?.kind === 'number' && !month.spaced && month.value >= 1 && month.value <= 12;
  return dash?.word === '-' && !dash.spaced && isMonthNumber ? month.value : null;
}

/** The month that stands right before a year, by name or number; null where none does. */
function monthAt(tokens: readonly Token[], at: number): number | null {
  const joins = /^([/.-]|of|r|roku?)$/.test(tokens[at]?.word ?? '');
  const token = tokens[joins ? at - 1 : at];
  if (token === undefined) return null;
  if (token.kind === 'number') return joins && token.value >= 1 && token.value <= 12 ? token.value : null;
  const index = MONTHS.findIndex((name) => name.test(token.word));
  return index === -1 ? null : index + 1;
}
