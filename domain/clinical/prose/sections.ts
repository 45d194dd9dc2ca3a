import { backgroundLines, HEAVY_ALCOHOL, SMOKER } from '../background.ts';
import { DURATION, PREGNANCY_WEEK, sayWithin, type Statement } from '../statements.ts';
import type { CompiledFinding } from '../compiled.ts';
import { ABSENT, isPresent } from '../facts.ts';
import type { ClinicalCase, OpenPoint, Summary, SummarySection, SummarySectionKind } from '../types.ts';
import { DISCLAIMER, levelText, type Language } from '../wording.ts';
import { assessmentText, safetyNetText } from './assessment.ts';
import { measurements } from './measurements.ts';
import { asSentence, enumerate, inSentence, quote } from './names.ts';
import { openPointsText } from './open-points.ts';
import { informantText, patientText } from './patient.ts';
import { lastingText } from './since.ts';
import {
  decisiveNegatives,
  meantBy,
  weightOf,
  weightsOf,
  withoutRepetitions,
  type Picture,
} from './weighing.ts';

/** Of a long complaint text the beginning is quoted; the whole stands in `presenting_complaint`. */
const QUOTED_CHARACTERS = 200;
const NAMED_NEGATIVES = 8;
/** Entries of each list of the profile; all of them stand in the structured context. */
const NAMED_ENTRIES = 10;
/** From this weight on a finding leads the findings. */
const MAIN_WEIGHT = 0.25;
/** A habit is not told of a child. */
const HABIT_MONTHS = 144;
const HISTORY_TOPICS = new Set(['time_course', 'severity']);

export type Written = {
  picture: Picture;
  clinicalCase: ClinicalCase;
  complaintText: string;
  statements: Statement[];
  openPoints: OpenPoint[];
};

/** Who the patient is, and what only tells a risk. */
export const isContext = ({ fromProfile, finding }: Statement): boolean =>
  fromProfile || finding.entry.kind === 'risk_factor';
/** When and how it began and goes on, and what was measured. */
export const isHistory = (statement: Statement): boolean =>
  !isContext(statement) && (HISTORY_TOPICS.has(statement.finding.entry.topic) || statement.value !== null);
const isCourse = (statement: Statement): boolean =>
  !isContext(statement) && HISTORY_TOPICS.has(statement.finding.entry.topic);
/** Told of as background. Which list of the summary holds it is another matter. */
const isBackground = (statement: Statement): boolean =>
  isContext(statement) || statement.finding.code === PREGNANCY_WEEK;
const isMeasured = ({ finding, value }: Statement): boolean =>
  finding.entry.value?.type === 'number' && value !== null;

type Said = Record<SummarySectionKind, string>;

/** The summary as prose, part by part and in both languages; empty parts are left out. */
export function writeSections(written: Written): SummarySection[] {
  const [en, cs] = [write(written, 'en'), write(written, 'cs')];
  return (Object.keys(en) as SummarySectionKind[])
    .map((section) => ({ section, text: en[section], text_cs: cs[section] }))
    .filter(({ text }) => text !== '');
}

/** The sections as one text, behind what it says of itself. */
export const joinSections = (
  sections: readonly SummarySection[],
): Pick<Summary, 'narrative' | 'narrative_cs'> => ({
  narrative: [DISCLAIMER.en, ...sections.map(({ text }) => text)].join('\n'),
  narrative_cs: [DISCLAIMER.cs, ...sections.map(({ text_cs }) => text_cs)].join('\n'),
});

function write(written: Written, language: Language): Said {
  const { picture, statements, openPoints } = written;
  const weights = weightsOf(picture);
  const weight = (statement: Statement): number => weightOf(weights, picture.state, statement);
  const named = picture.branches.filter(({ entry }) => !entry.fallback).map(({ finding }) => finding);
  const present = withoutRepetitions(
    picture,
    statements.filter((one) => one.present && !isDeniedPregnancy(picture, one)),
    named,
  ).toSorted((one, other) => weight(other) - weight(one));
  const say = (those: readonly Statement[]): string[] => saidWithin(picture, those, language);
  const own = present.filter((one) => !isBackground(one) && one.finding.code !== DURATION);
  return {
    opening: opening(written, language),
    course: headed(language, 'course', say(own.filter(isCourse))),
    findings: findingsText(
      own.filter((one) => !isCourse(one) && !isMeasured(one)),
      weight,
      say,
      language,
    ),
    negatives: headed(
      language,
      'negatives',
      decisiveNegatives(picture, statements)
        .slice(0, NAMED_NEGATIVES)
        .map((one) => sayWithin(one, language)),
    ),
    background: backgroundText(written, say(present.filter(isBackground)), language),
    measurements: headed(
      language,
      'measurements',
      measurements(
        own.filter((one) => !isCourse(one) && isMeasured(one)),
        language,
      ),
    ),
    open_points: openPointsText(openPoints, language),
    assessment: assessmentText(picture, language),
    next_step: `${HEADINGS.next_step[language]}: ${levelText(picture.outcome.triage_level, language)}`,
    safety_net: safetyNetText(picture, language),
  };
}

/** A week that was told of a pregnancy that the patient denies is that of an earlier one. */
const isDeniedPregnancy = ({ knowledge, state }: Picture, { finding }: Statement): boolean =>
  finding.code === PREGNANCY_WEEK &&
  state.facts.status[knowledge.findingByCode.get('pregnant')?.index ?? -1] === ABSENT;

const HEADINGS = {
  complaint: { en: 'Presenting complaint', cs: 'Hlavní potíže' },
  course: { en: 'Course', cs: 'Průběh' },
  main: { en: 'Main findings', cs: 'Hlavní nálezy' },
  other: { en: 'Also reported', cs: 'Dále' },
  reported: { en: 'Reported', cs: 'Udávané potíže' },
  negatives: { en: 'Pertinent negatives (not present)', cs: 'Významné negativní údaje (není přítomno)' },
  background: { en: 'Background', cs: 'Významné okolnosti' },
  measurements: { en: 'Measured', cs: 'Naměřené hodnoty' },
  next_step: { en: 'Recommended next step', cs: 'Doporučený další krok' },
} as const;

const headed = (language: Language, heading: keyof typeof HEADINGS, entries: readonly string[]): string =>
  entries.length === 0 ? '' : asSentence(`${HEADINGS[heading][language]}: ${enumerate(entries, language)}`);

/** A choice is told by what it means where that has a name: "sudden onset". Each thing once. */
function saidWithin(picture: Picture, statements: readonly Statement[], language: Language): string[] {
  const meaning = ({ finding }: Statement): CompiledFinding[] =>
    finding.entry.value?.type === 'choice'
      ? meantBy(picture.state, { finding })
          .filter((index) => finding.choiceFindings.includes(index) && isPresent(picture.state.facts, index))
          .flatMap((index) => picture.knowledge.findings[index] ?? [])
      : [];
  const said = statements.flatMap((statement) => {
    const meant = meaning(statement);
    return meant.length === 0
      ? [sayWithin(statement, language)]
      : meant.map(({ entry }) => inSentence(entry[language].name));
  });
  return [...new Set(said)];
}

function opening({ picture, clinicalCase, complaintText, statements }: Written, language: Language): string {
  const names = picture.branches
    .filter(({ entry }) => !entry.fallback)
    .map(({ entry }) => inSentence(entry[language].name));
  const duration = statements.find(({ finding }) => finding.code === DURATION);
  const words = quote(complaintText, language, QUOTED_CHARACTERS);
  const complaint = [
    enumerate(names, language),
    ...(duration === undefined ? [] : [lastingText(duration.evidence, language)]),
  ].filter((part) => part !== '');
  const told = [complaint.join(', '), words].filter((part) => part !== '').join(' – ');
  const sentences = [
    patientText(clinicalCase, language),
    ...(told === '' ? [] : [`${HEADINGS.complaint[language]}: ${told}`]),
    informantText(clinicalCase, language),
  ];
  return sentences.flatMap((sentence) => (sentence === null ? [] : [asSentence(sentence)])).join(' ');
}

/** Those that carry weight, heaviest first, and then the others. */
function findingsText(
  signs: readonly Statement[],
  weight: (statement: Statement) => number,
  say: (statements: readonly Statement[]) => string[],
  language: Language,
): string {
  const main = say(signs.filter((one) => weight(one) >= MAIN_WEIGHT));
  const other = say(signs.filter((one) => weight(one) < MAIN_WEIGHT)).filter((text) => !main.includes(text));
  if (main.length === 0) return headed(language, 'reported', other);
  const sentences = [headed(language, 'main', main), headed(language, 'other', other)];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Risks that were told or read in the profile, and the profile in the partner's own words. */
function backgroundText(
  { clinicalCase, openPoints }: Written,
  risks: readonly string[],
  language: Language,
): string {
  const isChild = (clinicalCase.age_months ?? Infinity) < HABIT_MONTHS;
  const lines = backgroundLines(clinicalCase.background, language, {
    entries: NAMED_ENTRIES,
    // What was told otherwise since stands among the corrections.
    withoutHabits: isChild
      ? [SMOKER, HEAVY_ALCOHOL]
      : openPoints.filter(({ kind }) => kind === 'corrected').map(({ code }) => code),
  });
  const known = new Set(risks);
  const sentences = [
    headed(language, 'background', risks),
    ...lines.filter((line) => !known.has(inSentence(line))).map(asSentence),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
