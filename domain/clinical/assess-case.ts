import type { CompiledComplaint, CompiledKnowledge } from './compiled.ts';
import { mayApply } from './demographics.ts';
import { gatherFacts, PRESENT } from './facts.ts';
import { infer, type Demographics } from './inference.ts';
import type { QuestionState } from './question-worth.ts';
import { firedRules, RED_FLAG_LEVEL } from './rules.ts';
import {
  furtherComplaints,
  unexplainedFindings,
  findingsToConfirm,
  type UnexplainedFinding,
} from './unexplained-findings.ts';
import { LEVEL_EMERGENCY, mostUrgentFirst, triage } from './triage.ts';
import type { ClinicalCase, TriageReason } from './types.ts';
import { unreadOf } from './unread-reports.ts';

const MAX_BRANCHES = 4;
const MAX_IMPLIED = 2;

/** What follows from a case: facts, beliefs, the rules that fired and the level. `reason.source` is the code of a source. */
export type AssessedCase = {
  branches: CompiledComplaint[];
  demographics: Demographics;
  state: QuestionState;
  reason: TriageReason;
};

/**
 * Weighs a case. Where something in it belongs to a further complaint, that one is weighed by itself as well; one that is
 * an emergency is followed, and whoever has two things is as urgent as the more urgent one.
 */
export function assessCase(knowledge: CompiledKnowledge, clinicalCase: ClinicalCase): AssessedCase {
  const chief = weigh(knowledge, clinicalCase);
  const unexplained = unexplainedFindings(knowledge, clinicalCase, chief.branches, chief.state);
  const assessed = withFurther(knowledge, clinicalCase, chief, unexplained);
  const { state } = assessed;
  const decisive = state.fired.filter(({ level }) => level <= Math.min(state.level, RED_FLAG_LEVEL));
  return {
    ...assessed,
    state: { ...state, unconfirmed: findingsToConfirm(knowledge, unexplained, decisive) },
  };
}

/** With what the most urgent further complaint adds, where that one is an emergency; else as it was. */
function withFurther(
  knowledge: CompiledKnowledge,
  clinicalCase: ClinicalCase,
  chief: AssessedCase,
  unexplained: readonly UnexplainedFinding[],
): AssessedCase {
  const from = (complaints: readonly CompiledComplaint[]): AssessedCase =>
    weigh(knowledge, { ...clinicalCase, complaints: complaints.map(({ code }) => code) });
  const [other] = furtherComplaints(knowledge, unexplained, chief.demographics)
    .slice(0, MAX_IMPLIED)
    .map((complaint) => from([complaint]))
    .filter(({ state }) => state.level <= LEVEL_EMERGENCY && state.level < chief.state.level)
    .toSorted((one, another) => one.state.level - another.state.level);
  if (other === undefined) return chief;
  const together = from([...chief.branches, ...other.branches]);
  const most = together.state.level < other.state.level ? together : other;
  return { ...together, reason: most.reason, state: { ...together.state, level: most.state.level } };
}

function weigh(knowledge: CompiledKnowledge, clinicalCase: ClinicalCase): AssessedCase {
  const branches = branchesOf(knowledge, clinicalCase);
  const demographics = { ageMonths: clinicalCase.age_months, sex: clinicalCase.sex };
  const facts = gatherFacts(knowledge, clinicalCase, branches);
  const beliefs = infer(knowledge, facts, branches, demographics);
  const fired = firedRules(knowledge, facts, branches, demographics);
  const unread = unreadOf(knowledge, clinicalCase);
  const isDoubtful = unread.all > 0;
  const told = { facts, beliefs, fired, isDoubtful };
  const { level, reason } = triage(knowledge, told, branches, demographics);
  const state = {
    facts,
    beliefs,
    fired,
    level,
    unconfirmed: [],
    unread: unread.unasked,
    suggested: unread.suggested,
    asked: clinicalCase.asked,
  };
  return { branches, demographics, state, reason };
}

/** The complaints of the case that the catalogue knows, at most four; the fallback where there is none. */
export function branchesOf(knowledge: CompiledKnowledge, clinicalCase: ClinicalCase): CompiledComplaint[] {
  const known = [...new Set(clinicalCase.complaints)].flatMap((code) => {
    const complaint = knowledge.complaintByCode.get(code);
    return complaint === undefined || complaint.entry.fallback ? [] : [complaint];
  });
  // A mother writes "since the birth" of her baby: that is no complaint of his.
  const own = known.filter(({ finding }) => mayHave(knowledge, clinicalCase, finding));
  if (own.length > 0) return own.slice(0, MAX_BRANCHES);
  const implied = impliedBranches(knowledge, clinicalCase);
  return implied.length > 0 ? implied.slice(0, MAX_IMPLIED) : [knowledge.fallback];
}

/** Whether a complaint's own finding can be this patient's, by sex and age. An age that is not told rules nothing out. */
function mayHave(knowledge: CompiledKnowledge, { age_months, sex }: ClinicalCase, finding: number): boolean {
  const entry = knowledge.findings[finding];
  return entry === undefined || mayApply(entry.applies, age_months ?? entry.applies.age.from, sex);
}

/**
 * Where no complaint was recognised: those whose own finding the patient has, told or following from what was told
 * ("BP 188/122"), the most urgent first.
 */
function impliedBranches(knowledge: CompiledKnowledge, clinicalCase: ClinicalCase): CompiledComplaint[] {
  const { age_months: ageMonths, sex } = clinicalCase;
  const { status } = gatherFacts(knowledge, clinicalCase, []);
  return mostUrgentFirst(
    knowledge.complaints.filter(({ finding }) => status[finding] === PRESENT),
    { ageMonths, sex },
  );
}
