import type { CompiledEntry } from '../lexicon.ts';
import type { Token } from '../language/token.ts';
import { readBareAnchor } from '../values/anchors.ts';
import type { NumberSpan } from '../values/numbers.ts';
import type { TimeSpan } from '../values/time.ts';
import { temperatureOf } from '../values/temperature.ts';
import { toMmol, type ValueMention } from '../values/vitals.ts';

/** The number that a short answer gives to a numeric question: "about 8", "38.5", "three days". */
export function readPendingValue(
  entry: CompiledEntry,
  numbers: readonly NumberSpan[],
  times: readonly TimeSpan[],
  tokens: readonly Token[],
): ValueMention | null {
  if (entry.value?.type !== 'number') return null;
  if (entry.code === 'duration_hours') {
    const isLength = ({ relation }: TimeSpan): boolean => relation !== 'every' && relation !== 'old';
    const time = times.find(isLength) ?? readBareAnchor(tokens);
    return time === null
      ? null
      : { code: entry.code, value: time.hours, first: time.first, last: time.last, named: true };
  }
  if (entry.code === 'pregnancy_weeks') return readWeeks(entry.code, numbers, times);
  // Of a range ("7 or 8", "38 to 39") the worse end is meant to be heard.
  const number = times.length > 0 ? undefined : numbers.at(-1);
  if (number === undefined) return null;
  const value = convert(entry.code, number.value);
  return value === null
    ? null
    : { code: entry.code, value, first: number.first, last: number.last, named: true };
}

function readWeeks(
  code: string,
  numbers: readonly NumberSpan[],
  times: readonly TimeSpan[],
): ValueMention | null {
  const time = times.find((span) => span.unit === 'week' || span.unit === 'month');
  if (time !== undefined) {
    const value = Math.floor(time.unit === 'week' ? time.count : (time.count * 52) / 12);
    return { code, value, first: time.first, last: time.last, named: true };
  }
  const [number] = numbers;
  return number === undefined
    ? null
    : { code, value: number.value, first: number.first, last: number.last, named: true };
}

function convert(code: string, value: number): number | null {
  if (code === 'temperature_c') return temperatureOf(value);
  return code === 'glucose_mmol_l' ? toMmol(value, '') : value;
}
