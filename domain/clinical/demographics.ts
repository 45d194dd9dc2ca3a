import type { MonthWindow } from './compiled.ts';
import { AGE_BANDS, type AgeWindow } from './schema.ts';
import type { Sex } from './types.ts';

/** Lower bounds of AGE_BANDS in months: 0, 1, 5, 12, 18, 40, 65 and 80 years. */
const AGE_BAND_FROM_MONTHS = [0, 12, 60, 144, 216, 480, 780, 960] as const;

/** Column of the priors for a person of unknown age. */
const UNKNOWN_BAND = AGE_BANDS.length;
export const BAND_COUNT = AGE_BANDS.length + 1;
export const SEX_COUNT = 3;

/** Share of each age band among people who ask for advice without telling their age: mostly adults. */
export const UNKNOWN_AGE_SHARES = [0.02, 0.05, 0.06, 0.06, 0.29, 0.3, 0.15, 0.07] as const;

/** An adult's age, for rules, thresholds of vital signs and the choice of questions where the age is unknown. */
const ASSUMED_ADULT_MONTHS = 480;

/** The age in months, and an adult's where it is unknown. */
export const assumedAge = (ageMonths: number | null): number => ageMonths ?? ASSUMED_ADULT_MONTHS;

/** Column of the priors for an age in months. */
export function bandOf(ageMonths: number | null): number {
  if (ageMonths === null) return UNKNOWN_BAND;
  let band = 0;
  for (let index = 1; index < AGE_BAND_FROM_MONTHS.length; index += 1) {
    if (ageMonths >= (AGE_BAND_FROM_MONTHS[index] ?? Infinity)) band = index;
  }
  return band;
}

/** Column of the priors for a sex: female, male, or the mean of both. */
export function sexColumn(sex: Sex | null): number {
  if (sex === 'female') return 0;
  return sex === 'male' ? 1 : 2;
}

/** The window in months; years are multiplied, missing bounds are open. Null where the window has no bound. */
export function toMonths(window: AgeWindow | undefined): MonthWindow | null {
  if (window === undefined) return null;
  const from = window.from_months ?? (window.from_years === undefined ? 0 : window.from_years * 12);
  const below =
    window.below_months ?? (window.below_years === undefined ? Infinity : window.below_years * 12);
  return from === 0 && below === Infinity ? null : { from, below };
}

/** True where the age is known and in the window, or where there is no window. */
export function inWindow(window: MonthWindow | null, ageMonths: number | null): boolean {
  if (window === null) return true;
  return ageMonths !== null && ageMonths >= window.from && ageMonths < window.below;
}

/** True where somebody of this age and sex may be asked for the finding. */
export const mayBeAsked = (
  finding: { applies: Parameters<typeof mayApply>[0]; askedFrom: number },
  { ageMonths, sex }: { ageMonths: number | null; sex: Sex | null },
): boolean => assumedAge(ageMonths) >= finding.askedFrom && mayApply(finding.applies, ageMonths, sex);

/** True unless the demographics say otherwise. Who tells no age is taken for an adult, who tells no sex for either. */
export function mayApply(
  applies: { sex: 'female' | 'male' | null; age: MonthWindow },
  ageMonths: number | null,
  sex: Sex | null,
): boolean {
  if (applies.sex !== null && (sex === 'female' || sex === 'male') && sex !== applies.sex) return false;
  const age = assumedAge(ageMonths);
  return age >= applies.age.from && age < applies.age.below;
}
