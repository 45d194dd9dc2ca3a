import type { CompiledComplaint, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { inWindow, mayBeAsked } from './demographics.ts';
import { ABSENT, hasReason, PRESENT, type Facts } from './facts.ts';
import type { Beliefs, Demographics } from './inference.ts';
import { netOf } from './safety-net.ts';
import type { TriageReason } from './types.ts';

export const LEVEL_EMERGENCY = 1;
export const LEVEL_ROUTINE = 3;
export const LEVEL_SELF_CARE = 4;

/**
 * Share of the probability that must ask for a level, or a more urgent one, before the likely conditions set it.
 * Below one half, because seeing a patient too early costs less than seeing one too late.
 */
const LIKELY_SHARE = 0.4;

/**
 * A danger that a whole story does not speak of no longer keeps the level, as long as everything that belongs in an
 * emergency department is together less probable than this; for care at home less than the second.
 */
const QUIET_DANGER = 0.12;
const HOMELY_DANGER = 0.05;

/**
 * What stands against care at home counts as explained where conditions that are managed at home and bring it along in
 * so many of their patients make up so much of the probability. A sign that rules look for has to be a common one.
 */
const EXPECTED = { sign: 0.1, other: 0.05 } as const;
const EXPLAINED = 0.5;

/**
 * From here on a condition that is managed at home is recognised. How old a patient may be and how long it may last are
 * limits for a complaint whose cause is not known; a cradle cap or a cherry angioma has its own age and time.
 */
const RECOGNISED = 0.75;

/** `isDoubtful`: something was told that was not understood. */
type TriageState = { facts: Facts; beliefs: Beliefs; fired: CompiledRule[]; isDoubtful: boolean };

/** `level` is a position in TRIAGE_LEVELS; `reason.source` is the code of a source. */
type Verdict = { level: number; reason: TriageReason };

/**
 * The level is the most urgent of: the rules that fired; dangerous conditions above their threshold; what the likely
 * conditions ask for; and, while any finding of the safety net is open, what the complaint alone justified. An
 * ambulance is called by explicit rules only: a probability alone sends to the emergency department at most. So,
 * because rules know no negation, no further emergency sign can ever lower the level. Care at home needs a reason of its
 * own: nothing may be left that was told and not understood, and the criteria of each complaint must hold.
 */
export function triage(
  knowledge: CompiledKnowledge,
  state: TriageState,
  branches: CompiledComplaint[],
  demographics: Demographics,
): Verdict {
  const start = startVerdict(branches, demographics);
  const likely = likelyVerdict(knowledge, state.beliefs, start);
  const verdicts = [ruleVerdict(state.fired), riskVerdict(knowledge, state.beliefs), likely];
  const open = openNet(knowledge, state.facts, branches, demographics);
  if (open.some((finding) => !isQuiet(knowledge, state, finding, QUIET_DANGER))) verdicts.push(start);
  const decisive = mostUrgent(verdicts, start);
  if (decisive.level < LEVEL_SELF_CARE) return decisive;
  const share = selfCareShare(knowledge, state.beliefs);
  const failing = branches.find(
    (branch) =>
      state.isDoubtful ||
      share < branch.selfCare.share ||
      !selfCareHolds(knowledge, state, branch, demographics),
  );
  const branch = failing ?? branches[0];
  if (failing !== undefined || branch === undefined) {
    return {
      level: LEVEL_ROUTINE,
      reason: { kind: 'complaint', code: branch?.code ?? '', source: start.reason.source },
    };
  }
  return {
    level: LEVEL_SELF_CARE,
    reason: { kind: 'self_care', code: branch.code, source: branch.selfCare.source },
  };
}

const startOf = ({ start }: CompiledComplaint, { ageMonths, sex }: Demographics) =>
  start.find((row) => inWindow(row.age, ageMonths) && (row.sex === null || row.sex === sex));

/** Position in TRIAGE_LEVELS of what the complaint and the demographics alone justify. */
export const startLevel = (complaint: CompiledComplaint, demographics: Demographics): number =>
  startOf(complaint, demographics)?.level ?? LEVEL_ROUTINE;

/** Complaints by what they alone justify. */
export const mostUrgentFirst = (
  complaints: readonly CompiledComplaint[],
  demographics: Demographics,
): CompiledComplaint[] =>
  complaints.toSorted(
    (one, other) =>
      startLevel(one, demographics) - startLevel(other, demographics) || one.index - other.index,
  );

/** The level that complaint and demographics alone justify, over all active branches. */
function startVerdict(branches: CompiledComplaint[], demographics: Demographics): Verdict {
  const verdicts = branches.flatMap((branch): Verdict[] => {
    const row = startOf(branch, demographics);
    if (row === undefined) return [];
    return [{ level: row.level, reason: { kind: 'complaint', code: branch.code, source: row.source } }];
  });
  return mostUrgent(verdicts, { level: LEVEL_ROUTINE, reason: { kind: 'complaint', code: '', source: '' } });
}

function mostUrgent(verdicts: (Verdict | null)[], otherwise: Verdict): Verdict {
  let best: Verdict | null = null;
  for (const verdict of verdicts)
    if (verdict !== null && (best === null || verdict.level < best.level)) best = verdict;
  return best ?? otherwise;
}

function ruleVerdict(fired: CompiledRule[]): Verdict | null {
  let first: CompiledRule | null = null;
  for (const rule of fired) if (first === null || rule.level < first.level) first = rule;
  if (first === null) return null;
  return { level: first.level, reason: { kind: 'rule', code: first.code, source: first.entry.source } };
}

function riskVerdict(knowledge: CompiledKnowledge, beliefs: Beliefs): Verdict | null {
  let best: { level: number; probability: number; code: string; source: string } | null = null;
  for (const condition of knowledge.conditions) {
    const probability = beliefs.probabilities[condition.index] ?? 0;
    if (probability < condition.danger) continue;
    const level = Math.max(condition.urgency, LEVEL_EMERGENCY);
    if (best !== null && (best.level < level || (best.level === level && best.probability >= probability)))
      continue;
    best = { level, probability, code: condition.code, source: condition.entry.source };
  }
  return best === null
    ? null
    : { level: best.level, reason: { kind: 'risk', code: best.code, source: best.source } };
}

/** The most urgent level that enough of the probability asks for; below that, self-care stands to be examined. */
function likelyVerdict(knowledge: CompiledKnowledge, beliefs: Beliefs, start: Verdict): Verdict {
  const shares = [0, 0, 0, 0, 0];
  const leading: ({ code: string; source: string; probability: number } | null)[] = [
    null,
    null,
    null,
    null,
    null,
  ];
  for (const condition of knowledge.conditions) {
    const probability = beliefs.probabilities[condition.index] ?? 0;
    if (probability === 0) continue;
    const level = Math.max(condition.urgency, LEVEL_EMERGENCY);
    shares[level] = (shares[level] ?? 0) + probability;
    if (probability > (leading[level]?.probability ?? 0)) {
      leading[level] = { code: condition.code, source: condition.entry.source, probability };
    }
  }
  let reached = 0;
  for (let level = LEVEL_EMERGENCY; level < LEVEL_SELF_CARE; level += 1) {
    reached += shares[level] ?? 0;
    const lead = leading[level];
    if (reached < LIKELY_SHARE || !lead) continue;
    return { level, reason: { kind: 'condition', code: lead.code, source: lead.source } };
  }
  return { level: LEVEL_SELF_CARE, reason: start.reason };
}

/** Probability of everything that belongs in an emergency department. */
export function dangerProbability(knowledge: CompiledKnowledge, beliefs: Beliefs): number {
  let danger = 0;
  for (const condition of knowledge.conditions) {
    if (condition.urgency <= LEVEL_EMERGENCY) danger += beliefs.probabilities[condition.index] ?? 0;
  }
  return danger;
}

/** Probability of the conditions that are managed at home, among the conditions that are known at all. */
export function selfCareShare(knowledge: CompiledKnowledge, beliefs: Beliefs): number {
  let share = 0;
  for (const condition of knowledge.conditions) {
    if (condition.urgency === LEVEL_SELF_CARE) share += beliefs.probabilities[condition.index] ?? 0;
  }
  return share / (1 - beliefs.other);
}

/**
 * True where it is not known whether the finding is there, and neither the demographics nor the absence of what it follows
 * rule it out. A choice is open where it would be asked.
 */
export function isOpen(
  knowledge: CompiledKnowledge,
  facts: Facts,
  finding: number,
  demographics: Demographics,
): boolean {
  if (facts.status[finding] !== 0) return false;
  const entry = knowledge.findings[finding];
  if (entry === undefined || facts.status[entry.after] === ABSENT || !hasReason(facts, entry)) return false;
  if (entry.choiceFindings.length > 0) {
    const isTold = entry.choiceFindings.some((choice) => facts.status[choice] === PRESENT);
    if (isTold || facts.settled[finding] === 1) return false;
    if (entry.after >= 0 && facts.status[entry.after] !== PRESENT) return false;
  }
  return mayBeAsked(entry, demographics);
}

/** Findings of the safety net, over all branches, whose answer is still open. */
export function openNet(
  knowledge: CompiledKnowledge,
  facts: Facts,
  branches: CompiledComplaint[],
  demographics: Demographics,
): number[] {
  const net = new Set(branches.flatMap((branch) => netOf(branch, demographics.ageMonths)));
  return [...net].filter((finding) => isOpen(knowledge, facts, finding, demographics));
}

/** True where the branch's explicit criteria for managing at home all hold. Unknown is never enough for `absent`. */
function selfCareHolds(
  knowledge: CompiledKnowledge,
  state: Pick<TriageState, 'facts' | 'beliefs'>,
  branch: CompiledComplaint,
  demographics: Demographics,
): boolean {
  const { selfCare } = branch;
  const { facts } = state;
  const isRecognised = surestSelfCare(knowledge, state.beliefs) >= RECOGNISED;
  if (!isRecognised && !inWindow(selfCare.age, demographics.ageMonths)) return false;
  const isUnexplained = (finding: number): boolean =>
    facts.status[finding] === PRESENT && homelyCause(knowledge, state.beliefs, finding) < EXPLAINED;
  if (selfCare.absent.some(isUnexplained)) return false;
  const isUnclear = (finding: number): boolean =>
    isOpen(knowledge, facts, finding, demographics) && !isQuiet(knowledge, state, finding, HOMELY_DANGER);
  if (selfCare.absent.some(isUnclear)) return false;
  if (selfCare.notPresent.some(isUnexplained)) return false;
  const duration = knowledge.findingByCode.get('duration_hours')?.index;
  return selfCare.atMost.every(({ finding, limit }) => {
    const value = facts.values.get(finding);
    return typeof value !== 'number' || value <= limit || (isRecognised && finding === duration);
  });
}

/** Probability of the likeliest condition that is managed at home. */
function surestSelfCare({ conditions }: CompiledKnowledge, beliefs: Beliefs): number {
  let surest = 0;
  for (const { index, urgency } of conditions) {
    if (urgency === LEVEL_SELF_CARE) surest = Math.max(surest, beliefs.probabilities[index] ?? 0);
  }
  return surest;
}

/** Probability of the conditions managed at home that bring the finding along, and so explain it. */
function homelyCause(knowledge: CompiledKnowledge, beliefs: Beliefs, finding: number): number {
  const { links, conditions, rulesOfFinding } = knowledge;
  const expected = EXPECTED[(rulesOfFinding[finding]?.length ?? 0) > 0 ? 'sign' : 'other'];
  let share = 0;
  for (let at = links.start[finding] ?? 0; at < (links.start[finding + 1] ?? 0); at += 1) {
    const condition = links.condition[at] ?? 0;
    if (conditions[condition]?.urgency !== LEVEL_SELF_CARE || (links.p[at] ?? 0) < expected) continue;
    share += beliefs.probabilities[condition] ?? 0;
  }
  return share;
}

function isQuiet(
  knowledge: CompiledKnowledge,
  { facts, beliefs }: Pick<TriageState, 'facts' | 'beliefs'>,
  finding: number,
  mostDanger: number,
): boolean {
  return facts.unmentioned[finding] === 1 && dangerProbability(knowledge, beliefs) < mostDanger;
}
