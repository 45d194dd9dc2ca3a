import type { CompiledComplaint, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { assumedAge, inWindow } from './demographics.ts';
import { isPresent, type Facts } from './facts.ts';
import type { Demographics } from './inference.ts';

/** Levels from which a rule is shown as a red flag and its questions come first: urgent and above. */
export const RED_FLAG_LEVEL = 2;

/** The rules that hold, in catalogue order. Rules know no negation, so more findings never undo one. */
export function firedRules(
  knowledge: CompiledKnowledge,
  facts: Facts,
  branches: CompiledComplaint[],
  demographics: Demographics,
): CompiledRule[] {
  return knowledge.rules.filter(
    (rule) =>
      facts.assertedRules.has(rule.index) ||
      (ruleApplies(rule, branches, demographics) && findingsHold(rule, facts)),
  );
}

/** All findings that a rule names. */
export const findingsOf = ({ all, any, atLeast }: CompiledRule): number[] => [
  ...all,
  ...any,
  ...(atLeast?.of ?? []),
];

/** True where the rule's branch is active and its age and sex fit; who tells no age is taken for an adult. */
export function ruleApplies(
  rule: CompiledRule,
  branches: CompiledComplaint[],
  demographics: Demographics,
): boolean {
  if (rule.complaints !== null && !branches.some((branch) => rule.complaints?.has(branch.index)))
    return false;
  if (rule.sex !== null && rule.sex !== demographics.sex) return false;
  return inWindow(rule.age, assumedAge(demographics.ageMonths));
}

function findingsHold(rule: CompiledRule, facts: Facts): boolean {
  if (!rule.all.every((finding) => isPresent(facts, finding))) return false;
  if (rule.any.length > 0 && !rule.any.some((finding) => isPresent(facts, finding))) return false;
  if (rule.atLeast === null) return true;
  const held = rule.atLeast.of.filter((finding) => isPresent(facts, finding)).length;
  return held >= rule.atLeast.count;
}

/** True where the rule does not hold yet and would, were this finding present as well. */
export function isOneStepAway(rule: CompiledRule, facts: Facts, finding: number): boolean {
  for (const needed of rule.all) if (!isOrWouldBe(facts, needed, finding)) return false;
  if (rule.any.length > 0 && heldOf(rule.any, facts, finding) === 0) return false;
  return rule.atLeast === null || heldOf(rule.atLeast.of, facts, finding) >= rule.atLeast.count;
}

const isOrWouldBe = (facts: Facts, candidate: number, finding: number): boolean =>
  candidate === finding || isPresent(facts, candidate);

/** Asked for every rule of every open finding at each answer: no closure, whose making costs more than the look-up. */
function heldOf(candidates: readonly number[], facts: Facts, finding: number): number {
  let held = 0;
  for (const candidate of candidates) if (isOrWouldBe(facts, candidate, finding)) held += 1;
  return held;
}
