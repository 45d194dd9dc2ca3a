import { backgroundLines } from './background.ts';
import type { CompiledComplaint, CompiledKnowledge } from './compiled.ts';
import { PRESENT, type Facts } from './facts.ts';
import { contributions } from './inference.ts';
import { openPointsOf } from './prose/open-points.ts';
import { inSentence } from './prose/names.ts';
import { isContext, isHistory, joinSections, writeSections } from './prose/sections.ts';
import type { Picture } from './prose/weighing.ts';
import { demographicLines, sayStatement, statementsOf, type Statement } from './statements.ts';
import type { ClinicalCase, EvidenceLine, Summary, SummaryLine, SummaryPart } from './types.ts';
import { levelText, type Language } from './wording.ts';

/** Lines below this weight (in nats) are noise for a reader. */
const LEAST_WEIGHT = 0.1;
const LINES_EACH_WAY = 8;

/** The structured summary and its narratives. Says nothing that case, outcome or catalogue do not hold. */
export function buildSummary(
  picture: Picture,
  { complaintText, clinicalCase }: { complaintText: string; clinicalCase: ClinicalCase },
): Summary {
  const { knowledge, branches, state, outcome } = picture;
  const statements = statementsOf(knowledge, clinicalCase, state);
  const openPoints = openPointsOf(picture, clinicalCase);
  const sections = writeSections({ picture, clinicalCase, complaintText, statements, openPoints });
  const isSign = (statement: Statement): boolean => !isContext(statement) && !isHistory(statement);
  const lines = [
    ...linesOf(
      statements.filter((one) => one.present && isHistory(one)),
      'history',
    ),
    ...linesOf(
      statements.filter((one) => one.present && isSign(one)),
      'pertinent_positives',
    ),
    ...linesOf(
      statements.filter((one) => !one.present && !isContext(one)),
      'pertinent_negatives',
    ),
    ...contextLines(
      clinicalCase,
      statements.filter((one) => one.present && isContext(one)),
    ),
  ];
  const textsOf = (part: SummaryPart): string[] =>
    lines.filter((line) => line.part === part).map(({ text }) => text);
  return {
    presenting_complaint: presenting(branches, complaintText, 'en'),
    presenting_complaint_cs: presenting(branches, complaintText, 'cs'),
    history: textsOf('history'),
    pertinent_positives: textsOf('pertinent_positives'),
    pertinent_negatives: textsOf('pertinent_negatives'),
    red_flags: outcome.red_flags,
    differentials: outcome.differentials.map((differential) => ({
      ...differential,
      ...evidenceFor(knowledge, state.facts, differential.diagnosis, branches),
    })),
    recommended_next_step: levelText(outcome.triage_level, 'en'),
    recommended_next_step_cs: levelText(outcome.triage_level, 'cs'),
    patient_context: textsOf('patient_context'),
    lines,
    open_points: openPoints,
    sections,
    ...joinSections(sections),
  };
}

const linesOf = (statements: readonly Statement[], part: SummaryPart): SummaryLine[] =>
  statements.map((statement) => ({
    part,
    code: statement.finding.code,
    text: sayStatement(statement, 'en'),
    text_cs: sayStatement(statement, 'cs'),
  }));

/** Who the patient is. A habit of the profile is said in the same words as the finding that it establishes: once. */
function contextLines(clinicalCase: ClinicalCase, statements: readonly Statement[]): SummaryLine[] {
  const part = 'patient_context';
  const uncoded = (en: readonly string[], cs: readonly string[]): SummaryLine[] =>
    en.map((text, index) => ({ part, code: null, text, text_cs: cs[index] ?? text }));
  const { background } = clinicalCase;
  const lines = [
    ...uncoded(demographicLines(clinicalCase, 'en'), demographicLines(clinicalCase, 'cs')),
    ...linesOf(statements, part),
    ...uncoded(backgroundLines(background, 'en'), backgroundLines(background, 'cs')),
  ];
  return lines.filter(({ text }, index) => lines.findIndex((line) => line.text === text) === index);
}

function presenting(
  branches: readonly CompiledComplaint[],
  complaintText: string,
  language: Language,
): string {
  const names = branches
    .filter(({ entry }) => !entry.fallback)
    .map(({ entry }, at) => (at === 0 ? entry[language].name : inSentence(entry[language].name)));
  const text = complaintText.trim();
  if (names.length === 0) return text;
  const quoted = language === 'cs' ? `„${text}“` : `"${text}"`;
  return text === '' ? names.join(', ') : `${names.join(', ')} (${quoted})`;
}

function evidenceFor(
  knowledge: CompiledKnowledge,
  facts: Facts,
  diagnosis: string,
  branches: CompiledComplaint[],
): { evidence_for: EvidenceLine[]; evidence_against: EvidenceLine[] } {
  const condition = knowledge.conditions.find((candidate) => candidate.entry.en.name === diagnosis);
  const lines: EvidenceLine[] = [];
  if (condition === undefined) return { evidence_for: lines, evidence_against: lines };
  for (const { finding, weight } of contributions(knowledge, facts, condition.index, branches)) {
    const entry = knowledge.findings[finding];
    if (entry === undefined || Math.abs(weight) < LEAST_WEIGHT) continue;
    const isThere = facts.status[finding] === PRESENT;
    lines.push({
      finding: entry.code,
      label: isThere ? entry.entry.en.name : `Not present: ${entry.entry.en.name}`,
      label_cs: isThere ? entry.entry.cs.name : `Není přítomno: ${entry.entry.cs.name}`,
      weight: Math.round(weight * 1000) / 1000,
    });
  }
  return {
    evidence_for: lines.filter((line) => line.weight > 0).slice(0, LINES_EACH_WAY),
    evidence_against: lines.filter((line) => line.weight < 0).slice(0, LINES_EACH_WAY),
  };
}
