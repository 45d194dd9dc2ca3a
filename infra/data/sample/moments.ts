import type { TriageLevel } from '../../../domain/clinical/types.ts';
import type { Random } from '../../bench/load/random.ts';
import type { Interview } from './interview.ts';
import { YEAR } from './settings.ts';

/** When people come, and with what. */

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const YEAR_MS = { from: Date.parse(YEAR.from), before: Date.parse(YEAR.before) } as const;
const DAYS = (YEAR_MS.before - YEAR_MS.from) / DAY_MS;

/** By hour of the day, in UTC: few at night, most in the morning and after work. */
const BY_HOUR = [2, 1, 1, 1, 1, 2, 5, 9, 12, 12, 10, 9, 8, 8, 8, 9, 10, 11, 12, 11, 9, 7, 5, 3];
/** By day of the week from Sunday on. */
const BY_WEEKDAY = [0.85, 1.25, 1.05, 1, 1, 0.95, 0.9];
/** The service grows by so much over the year. */
const GROWTH = 0.3;
/** Of everything, more in winter. */
const WINTER = 0.15;

/** Place of a number of an ascending list: the first that is above it. */
function placeIn(sums: readonly number[], value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < (sums[middle] ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function sumsOf(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}

/** A place of a list of weights, by chance. */
export function chooser(weights: readonly number[]): (random: Random) => number {
  const sums = sumsOf(weights);
  const total = sums.at(-1) ?? 0;
  return (random) => placeIn(sums, random.next() * total);
}

const yearAngle = (day: number): number => (2 * Math.PI * day) / DAYS;

/** How many of these sessions are opened on each day of the year. They are as many in all as was asked for. */
export function sessionsByDay(sessions: number, everyDays = 1): number[] {
  const weights = Array.from({ length: DAYS }, (_, day) => {
    if (day % everyDays !== 0) return 0;
    const weekday = new Date(YEAR_MS.from + day * DAY_MS).getUTCDay();
    return (BY_WEEKDAY[weekday] ?? 1) * (1 + (GROWTH * day) / DAYS) * (1 + WINTER * Math.cos(yearAngle(day)));
  });
  const sums = sumsOf(weights);
  const total = sums.at(-1) ?? 1;
  const until = sums.map((sum) => Math.round((sum / total) * sessions));
  return until.map((count, day) => count - (until[day - 1] ?? 0));
}

const hourOf = chooser(BY_HOUR);

/** A moment of a day of the year, in milliseconds. */
export const momentOn = (day: number, random: Random): number =>
  YEAR_MS.from + day * DAY_MS + hourOf(random) * HOUR_MS + Math.floor(random.next() * HOUR_MS);

/** Diagnoses with a season: which, how strong it is, and the day of the year on which it is highest. */
const SEASONS: readonly { icd: RegExp; strength: number; peak: number }[] = [
  { icd: /^J30/, strength: 0.95, peak: 135 },
  { icd: /^J/, strength: 0.75, peak: 25 },
  { icd: /^A0/, strength: 0.5, peak: 210 },
  { icd: /^(T63|W|A69|L5[0-9]|T67)/, strength: 0.85, peak: 195 },
  { icd: /^(T68|T33|W00)/, strength: 0.9, peak: 20 },
];
const ALWAYS = { strength: 0, peak: 0 };
/** Emergencies are among the patients of the evaluation far more often than among people. */
const RARE: Readonly<Partial<Record<TriageLevel, number>>> = {
  emergency_ambulance: 0.08,
  emergency: 0.25,
  routine: 1.6,
  self_care: 2,
};

const MONTHS = 12;
const MIDDLE = 15;

/** The mean of a number of interviews, as often as each is drawn over the year. */
export function meanOver(
  interviews: readonly Interview[],
  valueOf: (interview: Interview) => number,
): number {
  let sum = 0;
  let weights = 0;
  for (let month = 0; month < MONTHS; month += 1) {
    for (const interview of interviews) {
      const weight = weightOf(interview, (month * DAYS) / MONTHS + MIDDLE);
      sum += weight * valueOf(interview);
      weights += weight;
    }
  }
  return sum / weights;
}

/** For each month, which of these interviews, by chance. */
export function interviewChoosers(interviews: readonly Interview[]): ((random: Random) => number)[] {
  return Array.from({ length: MONTHS }, (_, month) =>
    chooser(interviews.map((interview) => weightOf(interview, (month * DAYS) / MONTHS + MIDDLE))),
  );
}

function weightOf({ diagnoses, level }: Interview, day: number): number {
  const { strength, peak } = SEASONS.find(({ icd }) => icd.test(diagnoses[0] ?? '')) ?? ALWAYS;
  return (RARE[level] ?? 1) * (1 + strength * Math.cos(yearAngle(day - peak)));
}
