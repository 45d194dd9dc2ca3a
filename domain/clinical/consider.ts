import type { CompiledComplaint, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { doubtfulFindings, furtherComplaints, straysOf, withoutRead } from './doubt.ts';
import { gatherFacts, PRESENT } from './facts.ts';
import { infer, type Demographics } from './inference.ts';
import type { QuestionState } from './questions.ts';
import { firedRules } from './rules.ts';
import { mostUrgentFirst, triage } from './triage.ts';
import type { ClinicalCase, TriageReason } from './types.ts';

const MAX_BRANCHES = 4;
const MAX_IMPLIED = 2;

/** What follows from a case: facts, beliefs, the rules that fired and the level. `reason.source` is the code of a source. */
export type Considered = {
  branches: CompiledComplaint[];
  demographics: Demographics;
  state: QuestionState;
  reason: TriageReason;
};

/**
 * Weighs a case, and weighs it once more from each further complaint that something in it speaks of and the picture does
 * not account for: whoever has two things is as urgent as the more urgent one.
 */
export function consider(knowledge: CompiledKnowledge, clinicalCase: ClinicalCase): Considered {
  const { chief, further } = considerDoubts(knowledge, clinicalCase);
  let most = chief;
  for (const complaint of further.slice(0, MAX_IMPLIED)) {
    const other = weigh(knowledge, { ...clinicalCase, complaints: [complaint.code] }, chief.state.doubtful);
    if (other.state.level < most.state.level) most = { ...other, branches: [...chief.branches, complaint] };
  }
  return most;
}

/**
 * Where the level rests on doubtful readings alone, the case is weighed without them, and they are the first to be asked
 * for; beside a red flag that makes the same level without them nothing is doubted, so that a further sign of an emergency
 * lowers no level.
 */
function considerDoubts(
  knowledge: CompiledKnowledge,
  clinicalCase: ClinicalCase,
): { chief: Considered; further: CompiledComplaint[] } {
  const whole = weigh(knowledge, clinicalCase, new Set());
  const weighed = { ...whole.state, branches: whole.branches };
  const strays = straysOf(knowledge, clinicalCase, weighed);
  const further = furtherComplaints(knowledge, strays, whole.demographics);
  const doubtful = doubtfulFindings(knowledge, clinicalCase, weighed, strays);
  if (doubtful.size === 0) return { chief: whole, further };
  const rest = weigh(knowledge, withoutRead(knowledge, clinicalCase, doubtful), doubtful);
  return { chief: urgencyOf(rest.state.fired) > urgencyOf(whole.state.fired) ? rest : whole, further };
}

/** Position in TRIAGE_LEVELS of the most urgent rule. */
const urgencyOf = (fired: readonly CompiledRule[]): number =>
  fired.reduce((most, { level }) => Math.min(most, level), Infinity);

function weigh(
  knowledge: CompiledKnowledge,
  clinicalCase: ClinicalCase,
  doubtful: ReadonlySet<number>,
): Considered {
  const branches = branchesOf(knowledge, clinicalCase);
  const demographics = { ageMonths: clinicalCase.age_months, sex: clinicalCase.sex };
  const facts = gatherFacts(knowledge, clinicalCase, branches);
  const beliefs = infer(knowledge, facts, branches, demographics);
  const fired = firedRules(knowledge, facts, branches, demographics);
  const { level, reason } = triage(knowledge, { facts, beliefs, fired, doubtful }, branches, demographics);
  const state = { facts, beliefs, fired, level, doubtful, asked: clinicalCase.asked };
  return { branches, demographics, state, reason };
}

/** The complaints of the case that the catalogue knows, at most four; the fallback where there is none. */
function branchesOf(knowledge: CompiledKnowledge, clinicalCase: ClinicalCase): CompiledComplaint[] {
  const known = [...new Set(clinicalCase.complaints)].flatMap((code) => {
    const complaint = knowledge.complaintByCode.get(code);
    return complaint === undefined || complaint.entry.fallback ? [] : [complaint];
  });
  if (known.length > 0) return known.slice(0, MAX_BRANCHES);
  const implied = impliedBranches(knowledge, clinicalCase);
  return implied.length > 0 ? implied.slice(0, MAX_IMPLIED) : [knowledge.fallback];
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
