import type { Language } from '../wording.ts';

/** `of` is the Czech genitive of one, which fractions have too ("2,5 dne"); that of several is `many`. */
type Unit = { hours: number; en: string; cs: { one: string; few: string; many: string; of: string } };

const unit = (hours: number, en: string, [one, few, many, of]: [string, string, string, string]): Unit => ({
  hours,
  en,
  cs: { one, few, many, of },
});
const MINUTE = unit(1 / 60, 'minute', ['minuta', 'minuty', 'minut', 'minuty']);
const HOUR = unit(1, 'hour', ['hodina', 'hodiny', 'hodin', 'hodiny']);
const DAY = unit(24, 'day', ['den', 'dny', 'dní', 'dne']);
const WEEK = unit(168, 'week', ['týden', 'týdny', 'týdnů', 'týdne']);
/** A month of 30 days and a year of 365, as the reader of texts counts them. */
const MONTH = unit(720, 'month', ['měsíc', 'měsíce', 'měsíců', 'měsíce']);
const YEAR = unit(8760, 'year', ['rok', 'roky', 'let', 'roku']);

/** Up to two days it is told in hours. */
const MOST_HOURS = 48;
/** The unit of a length that is a whole number of none: the first that is not above. */
const ROUNDED: readonly { below: number; unit: Unit }[] = [
  { below: MOST_HOURS, unit: HOUR },
  { below: 14 * DAY.hours, unit: DAY },
  { below: 60 * DAY.hours, unit: WEEK },
  { below: 2 * YEAR.hours, unit: MONTH },
];

type Case = 'nominative' | 'genitive';
type Manner = { isEstimate?: boolean; grammar?: Case };

/** "3 weeks", "90 minutes", "about 2.5 days"; "3 týdny", "90 minut", "asi 2,5 dne". Never more than 48 hours as hours. */
export function durationText(
  hours: number,
  language: Language,
  { isEstimate = false, grammar = 'nominative' }: Manner = {},
): string {
  if (hours * 60 < SHORTEST) return SHORT[language];
  const about = language === 'en' ? 'about ' : 'asi ';
  // Readers of texts keep hundredths of an hour.
  const whole = hours < 1 ? MINUTE : wholeUnit(hours);
  if (whole !== undefined)
    return `${isEstimate ? about : ''}${counted(Math.round(hours / whole.hours), whole, language, grammar)}`;
  const { unit: fitting } = ROUNDED.find(({ below }) => hours < below) ?? { unit: YEAR };
  const count = hours / fitting.hours;
  const rounded = count < FINE_BELOW ? Math.round(count * 10) / 10 : Math.round(count);
  return `${about}${counted(rounded, fitting, language, grammar)}`;
}

/** Minutes below which nothing is counted. */
const SHORTEST = 0.8;
const SHORT: Record<Language, string> = { en: 'less than a minute', cs: 'méně než minuta' };
/** From so many of a unit on, tenths say nothing. */
const FINE_BELOW = 3;

const isWhole = (value: number): boolean => value >= 0.99 && Math.abs(value - Math.round(value)) < 0.001;

function wholeUnit(hours: number): Unit | undefined {
  if (hours < DAY.hours) return [HOUR, MINUTE].find((unit) => isWhole(hours / unit.hours));
  // 36 hours are no days, and 60 hours no hours any more.
  const units = [YEAR, MONTH, WEEK, DAY, ...(hours <= MOST_HOURS ? [HOUR] : [])];
  return units.find((unit) => isWhole(hours / unit.hours));
}

function counted(count: number, unit: Unit, language: Language, grammar: Case = 'nominative'): string {
  const word = language === 'en' ? `${unit.en}${count === 1 ? '' : 's'}` : czech(count, unit, grammar);
  return `${decimal(count, language)} ${word}`;
}

function czech(count: number, { cs: { one, few, many, of } }: Unit, grammar: Case): string {
  if (!Number.isInteger(count)) return of;
  if (grammar === 'genitive') return count === 1 ? of : many;
  if (count === 1) return one;
  return count >= 2 && count <= 4 ? few : many;
}

/** "54 years", "8 months"; in Czech with the right plural. */
export const yearsText = (count: number, language: Language): string => counted(count, YEAR, language);
export const monthsText = (count: number, language: Language): string => counted(count, MONTH, language);

/** A number with the decimal sign of the language. */
export const decimal = (value: number, language: Language): string =>
  language === 'cs' ? String(value).replace('.', ',') : String(value);

type Spelled = { unit: Partial<Record<Language, string>> };
/** Units of the catalogue that are written otherwise than behind a space. */
const SPELLED: Readonly<Record<string, Spelled>> = {
  '/10': { unit: { en: '/10', cs: '/10' } },
  '/min': { unit: { en: '/min', cs: '/min' } },
  '%': { unit: { en: '%', cs: ' %' } },
  '10^9/l': { unit: { en: ' × 10⁹/l', cs: ' × 10⁹/l' } },
  // The name of the finding tells what is counted.
  INR: { unit: {} },
  pH: { unit: {} },
  wk: { unit: {} },
};

/** "36.9 °C", "94%", "126/min"; "36,9 °C", "94 %", "126/min". */
export function measured(value: number, unit: string, language: Language): string {
  const spelled = SPELLED[unit];
  const suffix = spelled === undefined ? ` ${unit}` : (spelled.unit[language] ?? '');
  return `${decimal(value, language)}${suffix}`;
}

/** A probability as a whole percentage: "under 1%", "42%"; "pod 1 %", "42 %". */
export function percent(probability: number, language: Language): string {
  const value = Math.round(probability * 100);
  if (value < 1) return language === 'en' ? 'under 1%' : 'pod 1 %';
  return measured(value, '%', language);
}
