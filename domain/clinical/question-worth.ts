import type { CompiledComplaint, CompiledFinding, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { PRESENT, type Facts } from './facts.ts';
import type { Beliefs, Demographics } from './inference.ts';
import { information, presentProbability } from './information.ts';
import { isOneStepAway, RED_FLAG_LEVEL, ruleApplies } from './rules.ts';
import { dangerProbability, isOpen, openNet, selfCareShare } from './triage.ts';
import type { AskedQuestion } from './types.ts';

/** Worth of a finding that alone would complete a red-flag rule, by the rule's level (ambulance, emergency, urgent). */
const RULE_WORTH = [0.12, 0.08, 0.03] as const;
/** A finding less probable than this does not earn the whole worth of its rule. */
const RULE_PROBABILITY = 0.05;
/** Added to the safety net, then to the basics, so that they come first whatever else is worth. */
export const PLACE_WORTH = { safety_net: 10, basics: 1, other: 0 } as const;
/** Preference for staying with the topic of the last question. */
const SAME_TOPIC = 1.15;
/** From this part of the share that a branch requires on, its criteria for care at home are asked. */
const NEAR_SELF_CARE = 0.6;
/** Part of the information that remains once the correlation group of the finding has been heard. */
const GROUP_HEARD = 0.5;

export type QuestionState = {
  facts: Facts;
  beliefs: Beliefs;
  fired: CompiledRule[];
  level: number;
  /** Findings that a text tells, that make the level, and that fit nothing else: to be asked for. */
  unconfirmed: readonly number[];
  /** Sentences that were told unasked, of which nothing was understood, and that were not told again since. */
  unread: number;
  /** Codes of findings that sentences may speak of of which nothing was understood. */
  suggested: readonly string[];
  asked: AskedQuestion[];
};

/** Whose findings are weighed, and under which complaints. */
export type ClinicalContext = { branches: CompiledComplaint[]; demographics: Demographics };
/** `net`: the findings of the safety net that are open, and those that what is there asks for next (`next`). */
export type Search = ClinicalContext & { net: Set<number>; next: readonly number[] };

export function toSearch(
  knowledge: CompiledKnowledge,
  { facts }: QuestionState,
  context: ClinicalContext,
): Search {
  const next = knowledge.leads
    .filter(({ index }) => facts.status[index] === PRESENT)
    .flatMap(({ asksNext }) => asksNext)
    .filter((finding) => isOpen(knowledge, facts, finding, context.demographics));
  return {
    ...context,
    next,
    net: new Set([...openNet(knowledge, facts, context.branches, context.demographics), ...next]),
  };
}

/** What a question is worth, and of what that is made. */
type Worth = { total: number; information: number; rule: number; place: keyof typeof PLACE_WORTH };

/** Weighs questions against one another as things stand. */
export function createScale(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
): (finding: CompiledFinding) => Worth {
  // The closing question has no topic of its own.
  const last = state.asked.findLast(({ question_id }) => question_id !== knowledge.closing.code);
  const lastTopic = knowledge.findingByCode.get(last?.question_id ?? '')?.entry.topic;
  const heard = heardGroups(knowledge, state.facts);
  const basics = basicFindings(knowledge, state.beliefs, search.branches);
  const danger = dangerProbability(knowledge, state.beliefs);
  return (finding) => {
    const told = information(knowledge, state.beliefs, finding, danger);
    const isHeard = finding.group >= 0 && heard.has(finding.group);
    const isNet = search.net.has(finding.index);
    const worth = isHeard ? told * GROUP_HEARD : told;
    const rule = worth > 0 || isNet ? ruleWorth(knowledge, state, search, finding) : 0;
    const topical = (worth + rule) * (finding.entry.topic === lastTopic ? SAME_TOPIC : 1);
    const place = isNet ? 'safety_net' : basics.has(finding.index) ? 'basics' : 'other';
    return { total: topical + PLACE_WORTH[place], information: worth, rule, place };
  };
}

/** What every interview of the branch asks, and what stands between the patient and care at home where it is near. */
function basicFindings(
  knowledge: CompiledKnowledge,
  beliefs: Beliefs,
  branches: CompiledComplaint[],
): Set<number> {
  const basics = new Set(branches.flatMap((branch) => branch.basics));
  const share = selfCareShare(knowledge, beliefs);
  for (const branch of branches) {
    if (share < branch.selfCare.share * NEAR_SELF_CARE) continue;
    for (const finding of branch.selfCare.absent) basics.add(finding);
  }
  return basics;
}

function heardGroups(knowledge: CompiledKnowledge, facts: Facts): Set<number> {
  const heard = new Set<number>();
  for (const finding of knowledge.findings) {
    if (finding.group >= 0 && facts.status[finding.index] !== 0) heard.add(finding.group);
  }
  return heard;
}

/** What the finding is worth because it would complete a rule that raises the level. */
function ruleWorth(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
  finding: CompiledFinding,
): number {
  let worth = 0;
  for (const target of finding.settles) {
    for (const rule of knowledge.rulesOfFinding[target] ?? []) {
      if (!isInReach(rule, state, search, target)) continue;
      const likelihood = Math.min(1, presentProbability(knowledge, state.beliefs, target) / RULE_PROBABILITY);
      worth = Math.max(worth, (RULE_WORTH[rule.level] ?? 0) * likelihood);
    }
  }
  return worth;
}

/** The rules that an answer alone would complete. */
export function rulesInReach(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
  { settles }: CompiledFinding,
): CompiledRule[] {
  const inReach = settles.flatMap((target) =>
    (knowledge.rulesOfFinding[target] ?? []).filter((rule) => isInReach(rule, state, search, target)),
  );
  return [...new Set(inReach)];
}

/** True where a rule at or above the urgent level would raise the present one, were this finding present as well. */
const isInReach = (
  rule: CompiledRule,
  { level, facts }: QuestionState,
  { branches, demographics }: Search,
  finding: number,
): boolean =>
  rule.level < level &&
  rule.level <= RED_FLAG_LEVEL &&
  isOneStepAway(rule, facts, finding) &&
  ruleApplies(rule, branches, demographics);

/** What may be asked, and what that is worth. */
export type Candidate = { finding: CompiledFinding; worth: number };

export const better = (best: Candidate | null, finding: CompiledFinding, worth: number): Candidate =>
  best !== null && best.worth >= worth ? best : { finding, worth };
