import type { ClinicalCase, Informant, Sex } from '../types.ts';
import type { Language } from '../wording.ts';
import { monthsText, yearsText } from './quantities.ts';

type Told = Record<Language, string>;

/** Months are said up to two years of age. */
const SMALL_MONTHS = 24;
const ADULT_YEARS = 18;
/** Who is younger tells no history. */
const SPEAKS_MONTHS = 60;

/** "54 years old", "8 months old"; "věk 54 let", "věk 8 měsíců". */
export function ageText(ageMonths: number, language: Language): string {
  const isSmall = ageMonths < SMALL_MONTHS;
  const text = isSmall ? monthsText(ageMonths, language) : yearsText(Math.floor(ageMonths / 12), language);
  return language === 'en' ? `${text} old` : `věk ${text}`;
}

const SEX_WORDS: Record<'female' | 'male', Told> = {
  female: { en: 'female', cs: 'žena' },
  male: { en: 'male', cs: 'muž' },
};

/** The sex in words, or null where it is unknown or does not narrow anything down. */
export const sexText = (sex: Sex | null, language: Language): string | null =>
  sex === 'female' || sex === 'male' ? SEX_WORDS[sex][language] : null;

const column = (sex: Sex | null): 0 | 1 | 2 => (sex === 'female' ? 0 : sex === 'male' ? 1 : 2);

/** By sex: female, male, not known. */
type BySex = Record<Language, readonly [string, string, string]>;
const ADULT: BySex = { en: ['woman', 'man', 'patient'], cs: ['žena', 'muž', 'osoba'] };
const CHILD: BySex = { en: ['girl', 'boy', 'child'], cs: ['dívka', 'chlapec', 'dítě'] };
const BABY: BySex = { en: ['Baby girl', 'Baby boy', 'Baby'], cs: ['Dívka', 'Chlapec', 'Dítě'] };
const OF_YEARS = ['letá', 'letý', 'letá'] as const;
const CHILD_OF_YEARS = ['letá', 'letý', 'leté'] as const;

/** "62-year-old man", "62letý muž"; without an age or a sex what is known of them. */
export function patientText({ age_months: months, sex }: ClinicalCase, language: Language): string {
  const at = column(sex);
  if (months === null) return withoutAge(at, language);
  // What was told as 0 may be years as well as months.
  if (months === 0)
    return language === 'en'
      ? `${BABY.en[at]} under one year old (age told as 0)`
      : `${BABY.cs[at]} do jednoho roku (věk uveden jako 0)`;
  const years = Math.floor(months / 12);
  const isAdult = years >= ADULT_YEARS;
  const who = (isAdult ? ADULT : CHILD)[language][at];
  if (months < SMALL_MONTHS)
    return language === 'en' ? `${months}-month-old ${who}` : `${months}měsíční ${who}`;
  if (language === 'en') return `${years}-year-old ${who}`;
  return `${years}${(isAdult ? OF_YEARS : CHILD_OF_YEARS)[at]} ${who}`;
}

function withoutAge(at: 0 | 1 | 2, language: Language): string {
  if (at === 2) return language === 'en' ? 'Patient of unknown age and sex' : 'Věk ani pohlaví nejsou známy';
  const female = language === 'en' ? 'Female' : 'Žena';
  const male = language === 'en' ? 'Male' : 'Muž';
  const who = at === 0 ? female : male;
  return language === 'en' ? `${who} patient of unknown age` : `${who}, věk není znám`;
}

const INFORMANTS: Record<Exclude<Informant, 'patient'>, Told> = {
  parent_or_carer: {
    en: 'History given by a parent or another carer',
    cs: 'Anamnézu podává rodič nebo jiná pečující osoba',
  },
  partner: { en: "History given by the patient's partner", cs: 'Anamnézu podává partner či partnerka' },
  relative: { en: 'History given by a relative', cs: 'Anamnézu podává příbuzná osoba' },
  other: { en: 'History given by another person', cs: 'Anamnézu podává jiná osoba' },
};
const HIMSELF: BySex = {
  en: [
    'History given by the patient herself',
    'History given by the patient himself',
    'History given by the patient',
  ],
  cs: ['Anamnézu podává sama pacientka', 'Anamnézu podává sám pacient', 'Anamnéza je z první osoby'],
};

/** Who tells what is told; null where no text shows it. */
export function informantText(
  { informant, sex, age_months }: ClinicalCase,
  language: Language,
): string | null {
  if (informant === undefined) return null;
  // A mother writes in her baby's name: that tells nothing of who speaks.
  if (informant === 'patient' && (age_months ?? Infinity) < SPEAKS_MONTHS) return null;
  return informant === 'patient' ? HIMSELF[language][column(sex)] : INFORMANTS[informant][language];
}
