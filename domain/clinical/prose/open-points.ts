import { latestEvidence } from '../facts.ts';
import { sayValue } from '../statements.ts';
import { openNet } from '../triage.ts';
import type { CompiledFinding } from '../compiled.ts';
import type { ClinicalCase, Evidence, OpenPoint, OpenPointKind } from '../types.ts';
import type { Language } from '../wording.ts';
import { asSentence, enumerate, inSentence } from './names.ts';
import type { Picture } from './weighing.ts';

/** Of each kind so many stand in the text; all of them stand in the list. */
const NAMED = 6;

/** What stayed open or was corrected, in the order of `KINDS`; what the text calls unknown is not open in another way. */
export function openPointsOf(picture: Picture, clinicalCase: ClinicalCase): OpenPoint[] {
  const { knowledge, state, branches, demographics } = picture;
  const unanswered = unansweredQuestions(picture, clinicalCase);
  const asked = new Set(unanswered.map(({ finding }) => finding.index));
  const unknown = findingsWith(picture, clinicalCase, ({ status }) => status === 'unknown').filter(
    (finding) => isOpen(picture, finding) && !asked.has(finding.index),
  );
  const known = new Set([...asked, ...unknown.map(({ index }) => index)]);
  const notAsked = openNet(knowledge, state.facts, branches, demographics)
    .flatMap((index) => knowledge.findings[index] ?? [])
    .filter(({ index }) => !known.has(index));
  return [
    ...notAsked.map((finding) => point('not_asked', finding)),
    ...unanswered.map(({ kind, finding }) => point(kind, finding)),
    ...unknown.map((finding) => point('unknown', finding)),
    ...corrections(picture, clinicalCase),
  ];
}

const point = (kind: OpenPointKind, { code, entry }: CompiledFinding): OpenPoint => ({
  kind,
  code,
  text: entry.en.name,
  text_cs: entry.cs.name,
});

const isOpen = ({ state: { facts } }: Picture, { index, settles }: CompiledFinding): boolean =>
  facts.status[index] === 0 &&
  !facts.values.has(index) &&
  settles.every((target) => facts.status[target] === 0);

function findingsWith(
  { knowledge }: Picture,
  { evidence }: ClinicalCase,
  isMeant: (one: Evidence) => boolean,
): CompiledFinding[] {
  const codes = new Set(evidence.filter(isMeant).map(({ finding }) => finding));
  return [...codes].flatMap((code) => knowledge.findingByCode.get(code) ?? []);
}

/** Questions whose answer told nothing: what was said was unclear, or nothing was said. The last time it was asked counts. */
function unansweredQuestions(
  picture: Picture,
  { asked, evidence }: ClinicalCase,
): { kind: 'unclear' | 'skipped'; finding: CompiledFinding }[] {
  const told = new Set(evidence.map(({ finding }) => finding));
  const last = new Map(asked.map(({ question_id, unclear }) => [question_id, unclear]));
  return [...last].flatMap(([code, unclear]) => {
    const finding = picture.knowledge.findingByCode.get(code);
    if (finding === undefined || finding.entry.open !== undefined || told.has(code)) return [];
    return isOpen(picture, finding) ? [{ kind: unclear ? 'unclear' : 'skipped', finding } as const] : [];
  });
}

const WORDS: Record<Language, Record<'yes' | 'no' | 'first' | 'later' | 'profile', string>> = {
  en: { yes: 'yes', no: 'no', first: 'first', later: 'later', profile: 'by the profile' },
  cs: { yes: 'ano', no: 'ne', first: 'nejprve', later: 'později', profile: 'podle profilu' },
};

/** What was told otherwise before, or stands otherwise in the profile; of several changes the last. */
function corrections({ knowledge }: Picture, { evidence }: ClinicalCase): OpenPoint[] {
  return [...latestEvidence(evidence)].flatMap(([code, last]): OpenPoint[] => {
    const finding = knowledge.findingByCode.get(code);
    const told = evidence.slice(0, evidence.lastIndexOf(last)).filter((one) => one.finding === code);
    const before = told.findLast((one) => isOtherwise(one, last));
    if (finding === undefined || before === undefined || last.status === 'unknown') return [];
    const [text, text_cs] = [
      correction(finding, before, last, 'en'),
      correction(finding, before, last, 'cs'),
    ];
    return text === null || text_cs === null ? [] : [{ kind: 'corrected', code, text, text_cs }];
  });
}

const isOtherwise = (one: Evidence, last: Evidence): boolean =>
  one.status !== 'unknown' && (one.status !== last.status || one.value !== last.value);

/** Null where both are the same in words. */
function correction(
  finding: CompiledFinding,
  before: Evidence,
  last: Evidence,
  language: Language,
): string | null {
  const { yes, no, first, later, profile } = WORDS[language];
  const said = (one: Evidence): string =>
    one.status === 'absent' ? no : one.value === undefined ? yes : sayValue(finding, one, language);
  if (said(before) === said(last)) return null;
  const when = before.source === 'profile' ? profile : first;
  return `${finding.entry[language].name} – ${when} ${said(before)}, ${later} ${said(last)}`;
}

const HEADINGS: readonly (readonly [OpenPointKind, Record<Language, string>])[] = [
  ['not_asked', { en: 'Not established', cs: 'Nezjištěno' }],
  ['unclear', { en: 'Asked, without a clear answer', cs: 'Bez jednoznačné odpovědi' }],
  ['skipped', { en: 'Question skipped', cs: 'Otázka přeskočena' }],
  ['unknown', { en: 'Not known to the informant', cs: 'Odpověď „nevím“' }],
  ['corrected', { en: 'Corrected in the course of the interview', cs: 'V průběhu rozhovoru opraveno' }],
];

/** The open points as sentences; '' where there are none. */
export function openPointsText(points: readonly OpenPoint[], language: Language): string {
  return HEADINGS.flatMap(([kind, heading]) => {
    const named = points
      .filter((one) => one.kind === kind)
      .map((one) => inSentence(language === 'cs' ? one.text_cs : one.text));
    return named.length === 0
      ? []
      : [asSentence(`${heading[language]}: ${enumerate(named, language, NAMED)}`)];
  }).join(' ');
}
