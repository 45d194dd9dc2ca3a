import type { Background, ProfileList } from '../patient/types.ts';
import type { CompiledKnowledge } from './compiled.ts';
import type { Evidence } from './types.ts';
import type { Language } from './wording.ts';

/** So many entries of each list are read for findings: reading costs time. All of them stand in the summary. */
const ENTRIES_READ = 30;
/** Below this the text was too doubtful to hold for a standing fact. */
const LEAST_CONFIDENCE = 0.5;

/** What an entry is read as: "stroke" among the conditions is one that was, "MI" in the family one that somebody had. */
const READ_AS: Partial<Record<ProfileList, (entry: string) => string[]>> = {
  chronic_conditions: (entry) => [entry, `previous ${entry}`],
  current_medications: (entry) => [entry],
  risk_factors: (entry) => [entry],
  family_history: (entry) => [entry, `family history of ${entry}`],
  // Allergies are not read: "ibuprofen" there is a medicine that the patient does not take.
};

/** What a family history can establish. Anything else in it is the illness of somebody else. */
export const FAMILY_FINDINGS: ReadonlySet<string> = new Set([
  'family_heart_disease',
  'connective_tissue_disorder',
]);
/** True at some time, which a profile does not tell. */
export const TIME_BOUND_FINDINGS: ReadonlySet<string> = new Set([
  'recently_gave_birth',
  'recent_surgery_or_immobility',
  'recent_head_injury',
  'recent_injury',
  'recent_chemotherapy',
  'new_blood_pressure_medicine',
]);
const TOPICS = new Set(['history', 'medication']);

export const SMOKER = 'smoker';
export const HEAVY_ALCOHOL = 'heavy_alcohol';
const SMOKING: Partial<Record<string, Evidence['status']>> = {
  never: 'absent',
  former: 'absent',
  current: 'present',
};
const DRINKING: Partial<Record<string, Evidence['status']>> = {
  none: 'absent',
  occasional: 'absent',
  heavy: 'present',
};

type Read = (text: string) => readonly Evidence[];

/**
 * The findings of the catalogue that a patient's profile establishes: standing risk factors, and habits. What it denies
 * is left out, since the question has to be asked today; so is what the catalogue does not know.
 */
export function readBackground(knowledge: CompiledKnowledge, read: Read, background: Background): Evidence[] {
  const found = new Map<string, Evidence>();
  for (const [list, readAs] of Object.entries(READ_AS) as [ProfileList, (entry: string) => string[]][]) {
    for (const entry of background[list].slice(0, ENTRIES_READ)) {
      for (const evidence of readEntry(read, readAs(entry))) {
        if (!isStanding(knowledge, list, evidence)) continue;
        const before = found.get(evidence.finding);
        if (before === undefined || before.confidence < evidence.confidence)
          found.set(evidence.finding, evidence);
      }
    }
  }
  addHabit(knowledge, found, SMOKER, SMOKING[background.smoking_status ?? 'unknown']);
  addHabit(knowledge, found, HEAVY_ALCOHOL, DRINKING[background.alcohol_status ?? 'unknown']);
  return [...found.values()];
}

/** What any of the forms tells, unless the entry as it is written denies it. */
function readEntry(read: Read, forms: string[]): Evidence[] {
  const [written = [], ...others] = forms.map(read);
  const denied = new Set(
    written.filter((evidence) => evidence.status !== 'present').map((evidence) => evidence.finding),
  );
  return [...written, ...others.flat()]
    .filter((evidence) => evidence.status === 'present' && !denied.has(evidence.finding))
    .map(({ finding, status, confidence }) => ({ finding, status, confidence, source: 'profile' }));
}

function isStanding(
  knowledge: CompiledKnowledge,
  list: ProfileList,
  { finding, confidence }: Evidence,
): boolean {
  const entry = knowledge.findingByCode.get(finding)?.entry;
  if (entry === undefined || entry.kind !== 'risk_factor' || entry.value !== undefined) return false;
  if (confidence < LEAST_CONFIDENCE || !TOPICS.has(entry.topic) || TIME_BOUND_FINDINGS.has(finding))
    return false;
  return list !== 'family_history' || FAMILY_FINDINGS.has(finding);
}

function addHabit(
  knowledge: CompiledKnowledge,
  found: Map<string, Evidence>,
  finding: string,
  status: Evidence['status'] | undefined,
): void {
  if (status === undefined || !knowledge.findingByCode.has(finding)) return;
  found.set(finding, { finding, status, confidence: 1, source: 'profile' });
}

const HEADINGS: Record<Language, Record<ProfileList, string>> = {
  en: {
    chronic_conditions: 'Chronic conditions',
    current_medications: 'Current medication',
    allergies: 'Allergies',
    risk_factors: 'Risk factors',
    family_history: 'Family history',
  },
  cs: {
    chronic_conditions: 'Chronická onemocnění',
    current_medications: 'Současná medikace',
    allergies: 'Alergie',
    risk_factors: 'Rizikové faktory',
    family_history: 'Rodinná anamnéza',
  },
};

const HABITS: Record<
  Language,
  { smoking: Partial<Record<string, string>>; alcohol: Partial<Record<string, string>> }
> = {
  en: {
    smoking: { never: 'Never smoked', former: 'Former smoker', current: 'Current smoker' },
    alcohol: {
      none: 'No alcohol',
      occasional: 'Occasional alcohol',
      regular: 'Regular alcohol',
      heavy: 'Heavy alcohol use',
    },
  },
  cs: {
    // In words that fit a woman, a man and whoever's sex is not known.
    smoking: { never: 'Bez kouření', former: 'Kouření v minulosti', current: 'Kouření' },
    alcohol: {
      none: 'Bez alkoholu',
      occasional: 'Alkohol příležitostně',
      regular: 'Alkohol pravidelně',
      heavy: 'Nadměrné pití alkoholu',
    },
  },
};

type ShownLines = { entries?: number; withoutHabits?: readonly string[] };

/**
 * The profile as lines of the patient's context, entries as the partner wrote them; at most `entries` of a list, with
 * the number of those left out, and the habits but for those of `withoutHabits`, codes of findings.
 */
export function backgroundLines(
  background: Background | undefined,
  language: Language,
  { entries = Number.POSITIVE_INFINITY, withoutHabits = [] }: ShownLines = {},
): string[] {
  if (background === undefined) return [];
  const lists = (Object.entries(HEADINGS[language]) as [ProfileList, string][])
    .filter(([list]) => background[list].length > 0)
    .map(([list, heading]) => `${heading}: ${said(background[list], language, entries)}`);
  const { smoking, alcohol } = HABITS[language];
  const habits = [
    { code: SMOKER, line: smoking[background.smoking_status ?? 'unknown'] },
    { code: HEAVY_ALCOHOL, line: alcohol[background.alcohol_status ?? 'unknown'] },
  ].filter(({ code }) => !withoutHabits.includes(code));
  return [...lists, ...habits.flatMap(({ line }) => line ?? [])];
}

function said(all: string[], language: Language, most: number): string {
  const shown = all.slice(0, most).map((entry) => entry.replace(/\s+/g, ' '));
  const left = all.length - shown.length;
  if (left > 0) shown.push(language === 'en' ? `and ${left} more` : `a další (${left})`);
  return shown.join('; ');
}
