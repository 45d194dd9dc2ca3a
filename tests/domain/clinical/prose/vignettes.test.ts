import test from 'ava';
import type { CompiledFinding } from '../../../../domain/clinical/compiled.ts';
import { latestEvidence } from '../../../../domain/clinical/facts.ts';
import { allImplied } from '../../../../domain/clinical/prose/weighing.ts';
import { inSentence } from '../../../../domain/clinical/prose/names.ts';
import type { Evidence, Summary } from '../../../../domain/clinical/types.ts';
import { play, type Mode, type Played } from '../../../../infra/eval/play.ts';
import { loadVignettes, type Vignette } from '../../../../infra/eval/vignettes.ts';
import { engine, knowledge } from '../engine-fixture.ts';

/** What holds of every narrative, over the vignettes that may be looked at. */
const vignettes = (await loadVignettes()).filter(({ split }) => split === 'work');

type Told = { vignette: Vignette; played: Played; summary: Summary; evidence: Map<string, Evidence> };
type Fault = string | null;

const LANGUAGES = ['en', 'cs'] as const;
const textOf = (summary: Summary, language: 'en' | 'cs'): string =>
  language === 'en' ? summary.narrative : summary.narrative_cs;
const partOf = (summary: Summary, section: string, language: 'en' | 'cs'): string => {
  const found = summary.sections.find((one) => one.section === section);
  return (language === 'en' ? found?.text : found?.text_cs) ?? '';
};

/** Without what others wrote: the complaint, and the entries of the profile. */
function ownWords(text: string, { complaint, profile }: Vignette): string {
  const entries = [complaint, ...Object.values(profile).flatMap((entry) => entry ?? [])];
  return entries.reduce((rest, entry) => rest.replaceAll(entry.replace(/[.;,]$/, ''), 'X'), text);
}

const MALFORMED: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['undefined', /undefined|null|NaN|\[object/],
  ['a raw code', /[a-z]_[a-z]/],
  ['two spaces', / {2}/],
  ['two full stops', /\.\./],
  ['a space before a stop', / [.,;](?!\d)/],
  ['a stop behind a stop', /[;,:]\./],
  ['an empty list', /: ?(\.|$)/m],
];

function wellFormed({ vignette, summary }: Told): Fault {
  for (const language of LANGUAGES) {
    const text = ownWords(textOf(summary, language), vignette);
    for (const [name, pattern] of MALFORMED)
      if (pattern.test(text)) return `${name} in ${language}: ${pattern.exec(text)?.[0]}`;
    if (LONG_HOURS.test(partOf(summary, 'opening', language))) return `hours above 48 in ${language}`;
    if (summary.lines.some(({ code, text }) => code === 'duration_hours' && LONG_HOURS.test(text)))
      return 'a line tells hours above 48';
  }
  return null;
}

/** Of how long the illness lasts; diagnoses have hours in their names ("within 72 hours"). */
const LONG_HOURS = /\b(49|[5-9]\d|\d{3,})([.,]\d+)? (h\b|hours|hodin)/;

const impliers = (finding: CompiledFinding, seen = new Set<number>()): CompiledFinding[] =>
  finding.impliedBy.flatMap((index) => {
    const one = knowledge.findings[index];
    if (one === undefined || seen.has(index)) return [];
    seen.add(index);
    return [one, ...impliers(one, seen)];
  });

/** A finding is said by its own name, by that of a complaint, or by one that says more. */
function isSaid(finding: CompiledFinding, summary: Summary, language: 'en' | 'cs'): boolean {
  const text = ['opening', 'course', 'findings', 'background', 'measurements']
    .map((section) => partOf(summary, section, language))
    .join('\n')
    .toLowerCase();
  const says = (name: string): boolean => text.includes(name.toLowerCase());
  const wholes = [finding, ...impliers(finding)].map(({ index }) => index);
  const complaints = knowledge.complaints.filter((one) => wholes.includes(one.finding));
  const measures = knowledge.findings.filter(
    (one) => one.settles.includes(finding.index) && one.entry.value !== undefined,
  );
  return (
    [
      finding,
      ...impliers(finding),
      ...measures,
      ...measures.flatMap((one) => one.settles.flatMap((index) => knowledge.findings[index] ?? [])),
    ].some(({ entry }) => says(inSentence(entry[language].name))) ||
    complaints.some(({ entry }) => says(entry[language].name)) ||
    measures.some(({ code }) => code === 'duration_hours' || code.endsWith('bp_mmhg'))
  );
}

function mentionsWhatWeighed({ played, summary, evidence }: Told): Fault {
  const weighed = summary.differentials
    .flatMap(({ evidence_for, evidence_against }) => [...evidence_for, ...evidence_against])
    .filter(
      ({ finding, label }) => evidence.get(finding)?.status === 'present' && !label.startsWith('Not present'),
    );
  for (const { finding } of weighed) {
    const known = knowledge.findingByCode.get(finding);
    if (known === undefined || known.entry.value !== undefined) continue;
    // The week tells it: "pregnancy, week 31".
    if (finding === 'pregnant' && partOf(summary, 'background', 'en').includes('regnancy, week')) continue;
    for (const language of LANGUAGES)
      if (!isSaid(known, summary, language))
        return `${finding} is not mentioned in ${language} (${played.outcome.triage_level})`;
  }
  return null;
}

const FACTS = ['course', 'findings', 'background', 'measurements'];

/** An entry of a list, where a denied name is not part of one that is there ("rash" of "nappy rash"). */
/** What follows from the values that were told. */
function toldByValue(evidence: Told['evidence']): Set<string> {
  const told = [...evidence].flatMap(([code, { value }]) => {
    const finding = knowledge.findingByCode.get(code);
    return value === undefined || finding === undefined ? [] : finding.settles;
  });
  const all = [...told, ...told.flatMap((index) => allImplied(knowledge, index))];
  return new Set(all.flatMap((index) => knowledge.findings[index]?.code ?? []));
}

function assertsNoDenied({ vignette, summary, evidence }: Told): Fault {
  const byValue = toldByValue(evidence);
  for (const language of LANGUAGES) {
    // What a value tells is believed: a week of pregnancy, a place of the pain.
    const names = (status: Evidence['status']): string[] =>
      [...evidence]
        .filter(([code, one]) => one.status === status && (status === 'present' || !byValue.has(code)))
        .flatMap(([code]) => knowledge.findingByCode.get(code)?.entry[language].name.toLowerCase() ?? [])
        .sort((one, other) => other.length - one.length);
    const facts = ownWords(
      FACTS.map((section) => partOf(summary, section, language)).join('\n'),
      vignette,
    ).toLowerCase();
    const implied = knowledge.findings.map(({ entry }) => entry[language].name.toLowerCase());
    const rest = [...names('present'), ...implied.filter((name) => !names('absent').includes(name))]
      .filter((name) => name.length > 12)
      .reduce((text, name) => text.replaceAll(name, 'X'), facts);
    for (const name of names('absent')) {
      const entries = rest.split(/: |\. |; | and | a |, |\n/).map((entry) => entry.replace(/[.]$/, ''));
      if (entries.includes(name)) return `${name} is denied and asserted`;
    }
  }
  return null;
}

function holdsNoMoreThanItsSections({ summary }: Told): Fault {
  for (const language of LANGUAGES) {
    const parts = summary.sections.map(({ text, text_cs }) => (language === 'en' ? text : text_cs));
    if (parts.some((part) => part === '')) return `an empty part in ${language}`;
    if (!textOf(summary, language).endsWith(parts.join('\n'))) return `${language} is not its sections`;
  }
  return null;
}

const PROPERTIES = { wellFormed, mentionsWhatWeighed, assertsNoDenied, holdsNoMoreThanItsSections };

/** All of them take more than a minute, so `npm test` takes some; DRILL=full takes all. */
const oneIn = (step: number): Vignette[] =>
  process.env['DRILL'] === 'full' ? vignettes : vignettes.filter((_, at) => at % step === 0);
const those = { text: oneIn(10), interview: oneIn(100) };

for (const mode of ['text', 'interview'] as const satisfies Mode[]) {
  test(`every narrative is well-formed, whole and true (${mode})`, (t) => {
    const faults = those[mode].flatMap((vignette) => {
      const played = play({ engine, knowledge }, vignette, mode);
      const { summary, evidence } = played.finalize();
      const told = { vignette, played, summary, evidence: latestEvidence(evidence) };
      return Object.values(PROPERTIES).flatMap((property) => {
        const fault = property(told);
        return fault === null ? [] : [`${vignette.id}: ${fault}`];
      });
    });
    t.deepEqual(faults.slice(0, 40), []);
    t.is(faults.length, 0);
  });
}
