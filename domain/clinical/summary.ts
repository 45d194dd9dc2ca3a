import { backgroundLines } from './background.ts';
import type { CompiledComplaint, CompiledKnowledge } from './compiled.ts';
import { PRESENT, type Facts } from './facts.ts';
import { contributions } from './inference.ts';
import { buildNarratives } from './narrative.ts';
import type { QuestionState } from './question-worth.ts';
import { demographicLines, sayStatement, statementsOf, type Statement } from './statements.ts';
import type { ClinicalCase, EvidenceLine, Outcome, Summary } from './types.ts';
import { levelText } from './wording.ts';

/** Lines below this weight (in nats) are noise for a reader. */
const LEAST_WEIGHT = 0.1;
const LINES_EACH_WAY = 8;
/** Topics that tell when and how it began and goes on, rather than what else there is. */
const HISTORY_TOPICS = new Set(['time_course', 'severity']);

/** The structured summary and its narratives. Says nothing that case, outcome or catalogue do not hold. */
export function buildSummary(
  knowledge: CompiledKnowledge,
  told: { complaintText: string; clinicalCase: ClinicalCase; outcome: Outcome },
  { facts, unconfirmed }: QuestionState,
  branches: CompiledComplaint[],
): Summary {
  const { clinicalCase, outcome } = told;
  const statements = statementsOf(knowledge, clinicalCase, unconfirmed);
  const said = (wanted: (statement: Statement) => boolean): string[] =>
    statements.filter(wanted).map((statement) => sayStatement(statement, 'en'));
  const isContext = (statement: Statement): boolean =>
    statement.fromProfile || statement.finding.entry.kind === 'risk_factor';
  const isHistory = (statement: Statement): boolean =>
    !isContext(statement) && (HISTORY_TOPICS.has(statement.finding.entry.topic) || statement.value !== null);
  const isSign = (statement: Statement): boolean => !isContext(statement) && !isHistory(statement);
  const names = branches.filter((branch) => !branch.entry.fallback).map((branch) => branch.entry.en.name);
  const structured = {
    presenting_complaint: presenting(names, told.complaintText),
    history: said((statement) => statement.present && isHistory(statement)),
    pertinent_positives: said((statement) => statement.present && isSign(statement)),
    pertinent_negatives: said((statement) => !statement.present && !isContext(statement)),
    red_flags: outcome.red_flags,
    differentials: outcome.differentials.map((differential) => ({
      ...differential,
      ...evidenceFor(knowledge, facts, differential.diagnosis, branches),
    })),
    recommended_next_step: levelText(outcome.triage_level, 'en'),
    // A habit of the profile is said in the same words as the finding that it establishes.
    patient_context: [
      ...new Set([
        ...demographicLines(clinicalCase, 'en'),
        ...said((statement) => statement.present && isContext(statement)),
        ...backgroundLines(clinicalCase.background, 'en'),
      ]),
    ],
  };
  return {
    ...structured,
    ...buildNarratives(knowledge, { ...told, statements, isContext }),
  };
}

function presenting(names: string[], text: string): string {
  const quoted = text.trim();
  if (names.length === 0) return quoted;
  return quoted === '' ? names.join(', ') : `${names.join(', ')} ("${quoted}")`;
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
