import type { Hit } from '../language/sequences.ts';
import type { Token } from '../language/token.ts';
import type { NumberSpan } from './numbers.ts';
import { isNotOfBody, readTemperature } from './temperature.ts';
import { isHeartRate } from './time.ts';
import { BETWEEN, DAY_PARTS, METERS, NAMES, UNITS } from './vital-words.ts';

/** A value read for a catalogue code, in the catalogue's unit; `named`: its name or unit stands with it. */
export type ValueMention = { code: string; value: number; first: number; last: number; named: boolean };

/** mg/dL of glucose in one mmol/L: molar mass 180.16 g/mol. */
const MG_DL_PER_MMOL_L = 18.02;
/** Above this a glucose without a unit can only be in mg/dL. */
const HIGHEST_MMOL_L = 45;
const LOWEST_LONE_SYSTOLIC = 60;

const LONGEST_BETWEEN = 4;

/** Vital signs and scales. Values come out in the catalogue's unit; their bounds are checked by the caller. */
export function readVitals(tokens: readonly Token[], numbers: readonly NumberSpan[]): ValueMention[] {
  const mentions: ValueMention[] = [];
  const used = new Set<NumberSpan>();
  const names = NAMES.scan(tokens);
  numbers.forEach((number, index) => {
    if (used.has(number) || number.ordinal) return;
    const name = nameBefore(tokens, names, number);
    const pair = pairAt(tokens, number, numbers[index + 1]);
    if (pair !== null) {
      const read = readPair(tokens, { number, second: pair, name });
      mentions.push(...read);
      if (read.length > 0) used.add(number).add(pair);
      return;
    }
    const mention = readSingle(tokens, number, name);
    if (mention !== null) mentions.push(mention);
  });
  return mentions;
}

/** The name that belongs to a number: before it, with nothing but small words between. */
function nameBefore(
  tokens: readonly Token[],
  names: readonly Hit<string>[],
  number: NumberSpan,
): Hit<string> | null {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle]?.last ?? 0) < number.first) low = middle + 1;
    else high = middle;
  }
  const name = names[low - 1];
  if (name === undefined || isParity(tokens, name)) return null;
  const between = tokens.slice(name.last + 1, number.first);
  // The start of a range ("38 to 39") is between as well.
  const measured = tokens.slice(Math.max(0, name.first - LONGEST_BETWEEN), number.first).some(isMeasuring);
  const small = between.filter(
    (token) => token.kind !== 'number' && !isMeasuring(token) && !(measured && token.word === ','),
  );
  return small.length <= LONGEST_BETWEEN &&
    between.filter((token) => token.kind === 'number').length <= 1 &&
    small.every(({ word }) => BETWEEN.has(word) || (DAY_PARTS.has(word) && name.payload !== 'pain_severity'))
    ? name
    : null;
}

/** "Teplotu jsem si měřila, 36,9" */
function isMeasuring({ word }: Token): boolean {
  return /^(na|z)?mer(il|ila|ili|im|ime|eno|ena)$|^(measured|took|taken|checked)$/.test(word);
}

/** The P of "G1P0" counts births. */
function isParity(tokens: readonly Token[], { first }: Hit<string>): boolean {
  const name = tokens[first];
  return name?.word === 'p' && !name.spaced && tokens[first - 1]?.kind === 'number';
}

/** The second number of "150/90", "150 na 90", "8 out of 10", "7 z 10". */
function pairAt(
  tokens: readonly Token[],
  number: NumberSpan,
  next: NumberSpan | undefined,
): NumberSpan | null {
  if (next === undefined) return null;
  const joint = tokens
    .slice(number.last + 1, next.first)
    .map((token) => token.word)
    .join(' ');
  return /^(\/|over|na|lomeno|out of|of|z|ze|\/ \/)$/.test(joint) ? next : null;
}

type Pair = { number: NumberSpan; second: NumberSpan; name: Hit<string> | null };

function readPair(tokens: readonly Token[], pair: Pair): ValueMention[] {
  const { number, second, name } = pair;
  const joint = tokens[number.last + 1]?.word ?? '';
  const outOf = /^(out|of|z|ze)$/.test(joint);
  if (second.value === SEVEREST && number.value <= SEVEREST) {
    const date = DATE_BEFORE.has(tokens[number.first - 1]?.word ?? '');
    if (name?.payload === 'blood_pressure' || (date && !outOf) || isTestScore(tokens, number)) return [];
    return [{ code: 'pain_severity', value: number.value, ...extentOf(pair), named: true }];
  }
  return outOf || isChange(tokens, pair) ? [] : readPressure(pair, tokens[second.last + 1]?.word === 'mmhg');
}

const TEST = /^(amts?|mmse|moca|mental|apgar)$/;
const TEST_WINDOW = 4;

/** "AMTS 6/10", "abbreviated mental test 6 out of 10": points of a test, and no pain. */
const isTestScore = (tokens: readonly Token[], { first }: NumberSpan): boolean =>
  tokens.slice(Math.max(0, first - TEST_WINDOW), first).some(({ word }) => TEST.test(word));

/** What money, places and marks are counted in. */
const OF_OTHER_UNIT =
  /^(korun\w*|kc|eur\w*|%|°|percent|procent\w*|bod\w*|points?|degrees|stup\w*|m|km|g|mcg)$/;
const SEVEREST = 10;
const DATE_BEFORE = new Set(['since', 'od', 'dne', 'date', 'on']);

/** "Z 90 na 75 kg", "80/60 korun": from one number to another, or numbers of something else. */
function isChange(tokens: readonly Token[], { number, second, name }: Pair): boolean {
  const from = /^(z|ze|s|se)$/.test(tokens[number.first - 1]?.word ?? '');
  if (from && tokens[number.last + 1]?.word === 'na') return true;
  const after = tokens[second.last + 1];
  return name === null && (countsSomethingElse(after) || OF_OTHER_UNIT.test(after?.word ?? ''));
}

function extentOf({ number, second, name }: Pair): { first: number; last: number } {
  return { first: name?.first ?? number.first, last: second.last };
}

/** Two numbers with a slash, or spoken ("162 over 98"), look like a blood pressure where they can be one. */
function readPressure(pair: Pair, hasUnit: boolean): ValueMention[] {
  const { number, second, name } = pair;
  const named = name?.payload === 'blood_pressure' || hasUnit;
  const plausible = number.value >= 70 && second.value >= 30 && number.value - second.value >= 10;
  if (!named && !plausible) return [];
  return [
    { code: 'systolic_bp_mmhg', value: number.value, ...extentOf(pair), named },
    { code: 'diastolic_bp_mmhg', value: second.value, ...extentOf(pair), named },
  ];
}

function readSingle(
  tokens: readonly Token[],
  number: NumberSpan,
  name: Hit<string> | null,
): ValueMention | null {
  const unit = UNITS.at(tokens, number.last + 1);
  const after = tokens[number.last + 1];
  if (unit === null && countsSomethingElse(after) && !isHeartRate(tokens, number.last + 1)) return null;
  if (name === null && unit !== null && isOfSomethingElse(tokens, number, unit)) return null;
  const of = { name: name?.payload ?? null, unit: unit?.payload ?? null, after: after?.word ?? '' };
  if (isNoPulse(tokens, number, of)) return null;
  const reading = readValue(number.value, of);
  return reading === null
    ? null
    : { ...reading, first: name?.first ?? number.first, last: unit?.last ?? number.last };
}

/** A number with a unit alone that is of the weather, or of a value that no reader knows. */
function isOfSomethingElse(tokens: readonly Token[], number: NumberSpan, unit: Hit<string>): boolean {
  if (isNotOfBody(tokens, number)) return true;
  return unit.payload === 'glucose_mmol_l' && isOfAnotherValue(tokens, number);
}

/** "Ca 2.41 mmol/l", "urea 22 and 24 mmol/l": a name of its own that no reader knows. */
function isOfAnotherValue(tokens: readonly Token[], number: NumberSpan): boolean {
  let at = number.first - 1;
  const isSecond = /^(a|and)$/.test(tokens[at]?.word ?? '') && tokens[at - 1]?.kind === 'number';
  if (isSecond) at -= 2;
  while (BETWEEN.has(tokens[at]?.word ?? '')) at -= 1;
  const before = tokens[at];
  return before?.kind === 'word' && !METERS.has(before.word);
}

type Read = Pick<ValueMention, 'code' | 'value' | 'named'>;

/** A number by the name before it, the unit behind it and the word that stands there. */
function readValue(
  value: number,
  { name, unit, after }: { name: string | null; unit: string | null; after: string },
): Read | null {
  const temperature = readTemperature(value, name, unit);
  return temperature === null
    ? readNamed(value, name ?? unit, after)
    : { code: 'temperature_c', ...temperature };
}

/** A number under the name or unit of a vital sign other than the temperature. */
function readNamed(value: number, name: string | null, unit: string): Read | null {
  switch (name) {
    case null:
    case 'temperature_c':
    case 'celsius':
    case 'fahrenheit':
    case 'degrees':
    case 'percent':
      return null;
    case 'glucose_mmol_l':
      return { code: name, value: toMmol(value, unit), named: true };
    case 'blood_pressure':
      // "tlak 150": of one number only the upper can be meant.
      return value >= LOWEST_LONE_SYSTOLIC ? { code: 'systolic_bp_mmhg', value, named: true } : null;
    default:
      return { code: name, value, named: true };
  }
}

/** What a watch says besides the pulse: "96 %" is a saturation, and "10:30" a time. */
const isNoPulse = (
  tokens: readonly Token[],
  { first }: NumberSpan,
  { name, unit }: { name: string | null; unit: string | null },
): boolean =>
  name === 'heart_rate_bpm' &&
  (unit === 'percent' || (tokens[first - 1]?.word === ':' && /^\d+$/.test(tokens[first - 2]?.word ?? '')));

/** The number counts something else: time, weight, length, doses. */
function countsSomethingElse(after: Token | undefined): boolean {
  if (after?.kind !== 'word') return false;
  return /^(weeks?|wks?|days?|hours?|hrs?|minutes?|mins?|months?|years?|yrs?|yo|tyd\w*|dn[iyu]|den|hod\w*|minut\w*|mesic\w*|rok\w*|let\w*|kg|kilo\w*|cm|mm|ml|mg|pounds?|lbs?|times|steps?|krok\w*|calories|kcal|tablet\w*|pills?|krat|x)$/.test(
    after.word,
  );
}

/** mg/dL where it says so, or where the number can be nothing else. One decimal. */
export function toMmol(value: number, unit: string): number {
  const milligrams = unit === 'mg' || (unit !== 'mmol' && value > HIGHEST_MMOL_L);
  return milligrams ? Math.round((value / MG_DL_PER_MMOL_L) * 10) / 10 : value;
}
