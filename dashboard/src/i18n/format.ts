import type { Language } from './catalogue.ts';

type When = string | Date;

/** How a language writes dates, numbers and durations; times are those of the browser's zone. */
export type Format = {
  number: (value: number) => string;
  /** `0.123` is 12.3 %. */
  percent: (share: number) => string;
  date: (at: When) => string;
  dateTime: (at: When) => string;
  /** A day as the service counts it: in UTC. */
  utcDate: (at: When) => string;
  /** `2 Nov`, `14:05`: for axes. */
  dayMonth: (at: When) => string;
  utcDayMonth: (at: When) => string;
  time: (at: When) => string;
  /** With seconds, as logs need it. */
  exactTime: (at: When) => string;
  /** `5 minutes ago`, `in 3 days`. */
  relative: (at: When, now: Date) => string;
  milliseconds: (value: number) => string;
  list: (items: readonly string[]) => string;
};

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Makes the formatters of a language; each is made at its first use, since making one takes a millisecond. */
export function createFormat(language: Language): Format {
  const made = new Map<string, unknown>();
  const kept = <T>(name: string, make: () => T): T => {
    const found = made.get(name) as T | undefined;
    if (found !== undefined) return found;
    const fresh = make();
    made.set(name, fresh);
    return fresh;
  };
  const dates = (name: string, options: Intl.DateTimeFormatOptions) => (at: When) =>
    kept(name, () => new Intl.DateTimeFormat(language, options)).format(new Date(at));
  const dayMonth = { day: 'numeric', month: language === 'cs' ? 'numeric' : 'short' } as const;
  return {
    number: (value) => kept('number', () => new Intl.NumberFormat(language)).format(value),
    percent: (share) =>
      kept(
        'percent',
        () => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }),
      ).format(share),
    date: dates('date', { dateStyle: 'medium' }),
    dateTime: dates('dateTime', { dateStyle: 'medium', timeStyle: 'short' }),
    utcDate: dates('utcDate', { dateStyle: 'medium', timeZone: 'UTC' }),
    dayMonth: dates('dayMonth', dayMonth),
    utcDayMonth: dates('utcDayMonth', { ...dayMonth, timeZone: 'UTC' }),
    time: dates('time', { timeStyle: 'short' }),
    exactTime: dates('exactTime', { dateStyle: 'medium', timeStyle: 'medium' }),
    relative: (at, now) => {
      const seconds = (new Date(at).getTime() - now.getTime()) / 1_000;
      const [unit, length] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
      return kept('relative', () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' })).format(
        Math.trunc(seconds / length),
        unit,
      );
    },
    milliseconds: (value) =>
      kept(
        'ms',
        () =>
          new Intl.NumberFormat(language, {
            style: 'unit',
            unit: 'millisecond',
            maximumFractionDigits: value < 10 ? 1 : 0,
          }),
      ).format(value),
    list: (items) => kept('list', () => new Intl.ListFormat(language, { type: 'conjunction' })).format(items),
  };
}
