import type { CompiledComplaint, CompiledFinding, CompiledKnowledge } from '../compiled.ts';
import { mayApply } from '../demographics.ts';
import { isPresent, PRESENT } from '../facts.ts';
import { contributions, type Demographics } from '../inference.ts';
import type { QuestionState } from '../question-worth.ts';
import { findingsOf, isOneStepAway, RED_FLAG_LEVEL, ruleApplies } from '../rules.ts';
import type { Statement } from '../statements.ts';
import { LEVEL_EMERGENCY } from '../triage.ts';
import type { Outcome } from '../types.ts';

/** What the summary is made from: a case that was weighed, and what was concluded from it. */
export type Picture = {
  knowledge: CompiledKnowledge;
  branches: CompiledComplaint[];
  demographics: Demographics;
  state: QuestionState;
  outcome: Outcome;
};

/** Above whatever probabilities can weigh: a finding of a rule that stands, or one that alone would raise the level. */
const RULE_WEIGHT = 10;

/** How much each present finding carries: the rules that stand on it, and what it does to the diagnoses that are listed. */
export function weightsOf({ knowledge, branches, state, outcome }: Picture): Map<number, number> {
  const weights = new Map<number, number>();
  const atLeast = (finding: number, weight: number): void => {
    weights.set(finding, Math.max(weights.get(finding) ?? 0, weight));
  };
  for (const rule of state.fired.filter(({ level }) => level <= RED_FLAG_LEVEL))
    for (const finding of findingsOf(rule))
      if (isPresent(state.facts, finding)) atLeast(finding, RULE_WEIGHT * (RED_FLAG_LEVEL + 1 - rule.level));
  for (const { code, probability } of outcome.differentials) {
    const condition = knowledge.conditions.find((one) => one.code === code);
    if (condition === undefined) continue;
    for (const { finding, weight } of contributions(knowledge, state.facts, condition.index, branches))
      if (state.facts.status[finding] === PRESENT) atLeast(finding, probability * Math.abs(weight));
  }
  return weights;
}

/** What a statement makes present: its finding, or what its value means. */
export const meantBy = (
  { facts }: QuestionState,
  { finding: { index, settles, entry } }: Pick<Statement, 'finding'>,
): number[] =>
  entry.value === undefined ? [index] : settles.filter((target) => facts.status[target] === PRESENT);

/** How much a statement carries. */
export const weightOf = (
  weights: ReadonlyMap<number, number>,
  state: QuestionState,
  statement: Pick<Statement, 'finding'>,
): number => Math.max(0, ...meantBy(state, statement).map((finding) => weights.get(finding) ?? 0));

/** From this change of a probability on, the absence of a finding is worth telling. */
const LEAST_CHANGE = 0.1;
const DANGER_COUNTS = 2;

/**
 * What was denied, as far as its presence would have raised the level or changed the diagnoses; the weightiest first. Whoever
 * denies a cough need not be told to cough no blood.
 */
export function decisiveNegatives(picture: Picture, statements: readonly Statement[]): Statement[] {
  const { knowledge, demographics, branches } = picture;
  // Who came with a sore throat and denies one later has corrected himself.
  const complaints = new Set(branches.map(({ finding }) => finding));
  const denied = statements
    .filter(({ present, finding }) => !present && !complaints.has(finding.index))
    .filter(({ finding }) => isTheirs(finding, demographics))
    .map((statement) => ({ statement, worth: worthOf(picture, statement.finding) }))
    .filter(({ worth }) => worth >= LEAST_CHANGE)
    .sort((one, other) => other.worth - one.worth);
  const told = new Set(denied.map(({ statement }) => statement.finding.index));
  return denied
    .map(({ statement }) => statement)
    .filter(({ finding }) => !allImplied(knowledge, finding.index).some((general) => told.has(general)));
}

const isTheirs = ({ applies }: CompiledFinding, { ageMonths, sex }: Demographics): boolean =>
  mayApply(applies, ageMonths, sex);

/** The rule of its level that it would complete, or by how much it would change a diagnosis. */
function worthOf(picture: Picture, finding: CompiledFinding): number {
  const { knowledge, state, branches, demographics } = picture;
  const rules = (knowledge.rulesOfFinding[finding.index] ?? []).filter(
    (rule) =>
      rule.level < state.level &&
      rule.level <= RED_FLAG_LEVEL &&
      isOneStepAway(rule, state.facts, finding.index) &&
      ruleApplies(rule, branches, demographics),
  );
  const raised = rules.map(({ level }) => RULE_WEIGHT * (RED_FLAG_LEVEL + 1 - level));
  return Math.max(0, ...raised) + changeOf(picture, finding.index);
}

/** By how much the probability of a diagnosis would rise were the finding there; of a danger it counts more. */
function changeOf({ knowledge, state }: Picture, finding: number): number {
  const { links, conditions } = knowledge;
  const confidence = state.facts.confidence[finding] ?? 1;
  let most = 0;
  for (let at = links.start[finding] ?? 0; at < (links.start[finding + 1] ?? 0); at += 1) {
    const condition = links.condition[at] ?? 0;
    const before = state.beliefs.probabilities[condition] ?? 0;
    const odds = Math.exp(confidence * ((links.present[at] ?? 0) - (links.absent[at] ?? 0)));
    const after = (before * odds) / (1 - before + before * odds);
    const counts = (conditions[condition]?.urgency ?? 0) <= LEVEL_EMERGENCY ? DANGER_COUNTS : 1;
    most = Math.max(most, Math.abs(after - before) * counts);
  }
  return most;
}

/** All that a finding implies. */
export function allImplied({ findings }: CompiledKnowledge, finding: number): number[] {
  const implied = new Set<number>();
  const queue = [...(findings[finding]?.implies ?? [])];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === finding || implied.has(next)) continue;
    implied.add(next);
    queue.push(...(findings[next]?.implies ?? []));
  }
  return [...implied];
}

/** What follows from a statement: of a number, what it says by the limits of the catalogue. */
function followsFrom({ knowledge, state }: Picture, { finding, value }: Statement): number[] {
  if (finding.entry.value === undefined) return allImplied(knowledge, finding.index);
  if (typeof value !== 'number') return meantBy(state, { finding });
  return finding.derives.filter((row) => value >= row.from && value < row.below).map((row) => row.finding);
}

/**
 * The statements that another one does not tell as well: "vomiting" tells "vomiting or diarrhoea", a blood pressure that it is
 * low, and `named` what was told before. A risk is always told by itself.
 */
export function withoutRepetitions(
  picture: Picture,
  present: readonly Statement[],
  named: readonly number[],
): Statement[] {
  const told = present.map((statement) => ({ statement, follows: followsFrom(picture, statement) }));
  const isTold = ({ finding: { index, entry }, unconfirmed }: Statement, at: number): boolean =>
    told.some(
      (other, place) =>
        place !== at &&
        other.follows.includes(index) &&
        (entry.kind === 'finding' || other.statement.value !== null) &&
        (unconfirmed || !other.statement.unconfirmed) &&
        (place < at || !told[at]?.follows.includes(other.statement.finding.index)),
    );
  return present.filter(
    (statement, at) => !named.includes(statement.finding.index) && !isTold(statement, at),
  );
}
