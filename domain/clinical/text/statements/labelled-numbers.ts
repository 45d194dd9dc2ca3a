import type { Passage } from '../language/passage.ts';
import type { Token } from '../language/token.ts';
import { tokenize } from '../language/tokenize.ts';
import { words } from '../language/word-list.ts';
import type { NumberValue } from '../lexicon.ts';
import type { TextReading } from '../reader-state.ts';
import type { NumberSpan } from '../values/numbers.ts';
import type { ValueMention } from '../values/vitals.ts';

const LONGEST_LABEL_GAP = 5;

/** A numeric finding named by a phrase of the lexicon, followed by a number: "CRP 120". */
export function labelledNumbers(reading: TextReading): ValueMention[] {
  const { mentions, numbers, passage } = reading;
  const byFirst = new Map(numbers.map((number) => [number.first, number]));
  return mentions.flatMap(({ match, first, last }): ValueMention[] => {
    const { entry } = match.phrase;
    if (entry.value?.type !== 'number' || entry.kind !== 'finding' || OWN_READERS.has(entry.code)) return [];
    const range = rangeBehind(passage.tokens, last);
    for (let at = range + 1; at <= range + LONGEST_LABEL_GAP; at += 1) {
      const number = reachedFrom(passage.tokens, byFirst, at) ?? byFirst.get(at);
      if (number !== undefined) {
        const time = reading.times.find((span) => number.first === span.first && number.last <= span.last);
        const isFlagged = time !== undefined && areMarks(passage, range + 1, at) && isFlag(passage, time);
        const isTime = reading.times.some((span) => span.first <= number.last && number.last <= span.last);
        if (isTime && !isFlagged) return [];
        const whole = inThousands(passage.tokens, byFirst, { number, rule: entry.value }) ?? number;
        const value = inCatalogueUnit(entry.value, whole, passage.tokens);
        return [{ code: entry.code, value, first, last: isFlagged ? time.last : whole.last, named: true }];
      }
      if (!LABEL_FILLERS.has(passage.tokens[at]?.word ?? '')) return [];
    }
    return [];
  });
}

const FROM = /^(from|z|ze)$/;
const TO = /^(to|na)$/;

/** "from 131 to 58", "ze 131 na 58": the number that has been reached. */
function reachedFrom(
  tokens: readonly Token[],
  byFirst: ReadonlyMap<number, NumberSpan>,
  at: number,
): NumberSpan | undefined {
  const start = FROM.test(tokens[at]?.word ?? '') ? byFirst.get(at + 1) : undefined;
  if (start === undefined || !TO.test(tokens[start.last + 1]?.word ?? '')) return undefined;
  return byFirst.get(start.last + 2);
}

const LONGEST_RANGE = 6;

/** The last token of a range of reference that stands between a name and its value: "Potassium (3.5-5.1): 7.1". */
function rangeBehind(tokens: readonly Token[], last: number): number {
  if (tokens[last + 1]?.word !== '(') return last;
  for (let at = last + 2; at <= last + LONGEST_RANGE; at += 1) {
    const token = tokens[at];
    if (token?.word === ')') return at;
    if (token?.kind !== 'number' && !/^[-<>]$/.test(token?.word ?? '')) return last;
  }
  return last;
}

const areMarks = ({ tokens }: Passage, first: number, end: number): boolean =>
  tokens.slice(first, end).every(({ kind }) => kind === 'mark');

/** "CRP 120 H": a laboratory's flag for what is too high, and no hours. */
const isFlag = ({ text, tokens }: Passage, { last }: { last: number }): boolean => {
  const token = tokens[last];
  return token !== undefined && text.slice(token.start, token.end) === 'H';
};

const THOUSANDS = 1000;

/** "1 250 umol/l": thousands apart from the rest, where the unit of the value stands behind it. */
function inThousands(
  tokens: readonly Token[],
  byFirst: ReadonlyMap<number, NumberSpan>,
  { number, rule }: { number: NumberSpan; rule: NumberValue },
): NumberSpan | null {
  const next = byFirst.get(number.last + 1);
  const token = tokens[number.last + 1];
  if (next === undefined || token === undefined || !/^[0-9]{3}$/.test(token.word) || token.lines > 0)
    return null;
  if (!Number.isInteger(number.value) || number.value < 1 || number.value >= THOUSANDS) return null;
  const units = [rule.unit, ...rule.otherUnits.map(({ unit }) => unit)];
  return units.some((unit) => standsBehind(tokens, next.last, unit))
    ? { ...next, first: number.first, value: number.value * THOUSANDS + next.value }
    : null;
}

const standsBehind = (tokens: readonly Token[], last: number, unit: string): boolean =>
  tokenize(unit).every(({ word }, index) => tokens[last + 1 + index]?.word === word);

const SIGNIFICANT_DIGITS = 3;

/** A value in another unit that stands behind it, or that alone makes it possible ("Hb 7.2"), converted. */
function inCatalogueUnit(rule: NumberValue, number: NumberSpan, tokens: readonly Token[]): number {
  const { unit: own, minimum, maximum, otherUnits } = rule;
  const stands = (unit: string): boolean => standsBehind(tokens, number.last, unit);
  const convert = ({ times, plus }: NumberValue['otherUnits'][number]): number =>
    Number((number.value * times + plus).toPrecision(SIGNIFICANT_DIGITS));
  const isPossible = (value: number): boolean => value >= minimum && value <= maximum;
  const said = otherUnits.find(({ unit }) => stands(unit));
  if (said !== undefined) return convert(said);
  if (isPossible(number.value) || stands(own)) return number.value;
  const meant = otherUnits.find((one) => one.bare && isPossible(convert(one)));
  return meant === undefined ? number.value : convert(meant);
}

/** Codes whose numbers have readers of their own. */
const OWN_READERS = new Set(
  words(
    'temperature_c duration_hours pain_severity systolic_bp_mmhg diastolic_bp_mmhg glucose_mmol_l pregnancy_weeks',
  ),
);
const LABEL_FILLERS = new Set(
  words(`
    of is was are were : = + je jsou byl byla bylo byly at < > asi about today yesterday now this morning up down came come back as
    high low says said shows showed reads read has have had risen fallen dropped gone rose fell to over under above below
    ukazuje ukazal ukazala dnes dneska rano vcera nyni ted mam mi me na the on finger prstu only just jen around kolem stoupl
    stouplo stoupla klesl kleslo klesla klesly pres pod
  `),
);
