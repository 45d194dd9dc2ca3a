import type { CompiledComplaint, CompiledFinding, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { mayApply } from './demographics.ts';
import { PRESENT, type Facts } from './facts.ts';
import type { Beliefs, Demographics } from './inference.ts';
import { information, presentProbability } from './information.ts';
import { isOneStepAway, RED_FLAG_LEVEL, ruleApplies } from './rules.ts';
import { dangerProbability, LEVEL_EMERGENCY, openNet, selfCareShare } from './triage.ts';
import type { AskedQuestion, Question, QuestionReason, StopReason } from './types.ts';

/** No interview is longer. */
const QUESTION_CAP = 20;
/** With an emergency (not an ambulance) established, the interview goes on to this length to find its cause. */
const EMERGENCY_CAP = 8;
/** Certainty: this much on the leading condition, and no more than this on other dangerous ones. */
const CERTAIN = 0.8;
const DANGER_LEFT = 0.05;
/** Below this utility (about hundredths of a nat) a question is not worth the patient's time. */
const USEFUL = 0.02;
/** Worth of a finding that alone would complete a red-flag rule, by the rule's level (ambulance, emergency, urgent). */
const RULE_WORTH = [0.12, 0.08, 0.03] as const;
/** A finding less probable than this does not earn the whole worth of its rule. */
const RULE_PROBABILITY = 0.05;
/** Added to the safety net, then to the basics, so that they come first whatever else is worth. */
const PLACE_WORTH = { safety_net: 10, basics: 1, other: 0 } as const;
/** Preference for staying with the topic of the last question. */
const SAME_TOPIC = 1.15;
/** From this part of the share that a branch requires on, its criteria for care at home are asked. */
const NEAR_SELF_CARE = 0.6;
/** Part of the information that remains once the correlation group of the finding has been heard. */
const GROUP_HEARD = 0.5;

const UNCLEAR_EN = 'Sorry, that answer was not clear.';
const UNCLEAR_CS = 'Promiňte, odpověď nebyla jednoznačná.';

export type QuestionState = {
  facts: Facts;
  beliefs: Beliefs;
  fired: CompiledRule[];
  level: number;
  /** Findings that a text tells, that make the level, and that fit nothing else: to be asked for. */
  unconfirmed: readonly number[];
  asked: AskedQuestion[];
};

type NextQuestion = { question: Question | null; stop: StopReason | null };

/**
 * The next question by expected information: about the diagnosis, and with more weight about danger; red flags
 * first, staying with a topic, never what is known or was asked, once more where an answer was unclear. Only a sign that
 * makes the level and fits nothing else is asked for although a text tells it, and before all others.
 */
export function nextQuestion(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  branches: CompiledComplaint[],
  demographics: Demographics,
): NextQuestion {
  if (state.asked.length >= QUESTION_CAP) return { question: null, stop: 'question_limit' };
  const search = toSearch(knowledge, state, { branches, demographics });
  const ask = (finding: CompiledFinding, isReask: boolean): NextQuestion => ({
    question: toQuestion(knowledge, state, search, { finding, isReask }),
    stop: null,
  });
  const doubtful = unconfirmedSign(knowledge, state);
  if (doubtful !== null) return ask(doubtful, false);
  if (state.level === 0) return { question: null, stop: 'emergency' };
  const isEmergency = state.fired.some((rule) => rule.level <= LEVEL_EMERGENCY);
  if (isEmergency && state.asked.length >= EMERGENCY_CAP) return { question: null, stop: 'emergency' };
  const again = unclearAnswer(knowledge, state);
  if (again !== null) return ask(again, true);
  if (wantsStory(knowledge, state, search)) return ask(knowledge.story, false);
  const best = mostUseful(knowledge, state, search);
  if (best === null || best.worth < USEFUL) return { question: null, stop: 'no_useful_question' };
  if (best.worth < PLACE_WORTH.basics && isCertain(knowledge, state.beliefs))
    return { question: null, stop: 'certain' };
  return ask(best.finding, false);
}

/**
 * Once the dangers are asked for, or before where no complaint was recognised, the patient is asked to tell it in his own
 * words, unless he has done so.
 */
function wantsStory(
  { story }: CompiledKnowledge,
  { facts, asked }: QuestionState,
  { branches, net }: Search,
): boolean {
  if (isSettled(facts, story) || asked.some(({ question_id }) => question_id === story.code)) return false;
  return net.size === 0 || branches.every((branch) => branch.entry.fallback);
}

/** A sign that makes the level, and that is asked for before the level is believed. */
function unconfirmedSign(
  knowledge: CompiledKnowledge,
  { unconfirmed, asked }: QuestionState,
): CompiledFinding | null {
  const open = unconfirmed
    .flatMap((index) => knowledge.findings[index] ?? [])
    .find(({ askable, code }) => askable && !asked.some(({ question_id }) => question_id === code));
  return open ?? null;
}

/** The question to repeat: asked once, answered unclearly, and still open. */
function unclearAnswer(knowledge: CompiledKnowledge, state: QuestionState): CompiledFinding | null {
  const last = state.asked.at(-1);
  if (last?.unclear !== true) return null;
  if (state.asked.filter((entry) => entry.question_id === last.question_id).length > 1) return null;
  const finding = knowledge.findingByCode.get(last.question_id);
  if (finding === undefined || !finding.askable) return null;
  // A bare yes to the open question is noted, and tells nothing.
  if (finding === knowledge.story) return finding;
  return isSettled(state.facts, finding) ? null : finding;
}

/** Nothing is left to ask. */
const isSettled = ({ status, settled }: Facts, { index }: CompiledFinding): boolean =>
  status[index] !== 0 || settled[index] === 1;

function isCertain(knowledge: CompiledKnowledge, beliefs: Beliefs): boolean {
  let leading = 0;
  let danger = 0;
  let leadingDanger = 0;
  for (const condition of knowledge.conditions) {
    const probability = beliefs.probabilities[condition.index] ?? 0;
    const dangerous = condition.urgency <= LEVEL_EMERGENCY ? probability : 0;
    danger += dangerous;
    if (probability <= leading) continue;
    leading = probability;
    leadingDanger = dangerous;
  }
  return leading >= CERTAIN && danger - leadingDanger <= DANGER_LEFT;
}

type Scene = { branches: CompiledComplaint[]; demographics: Demographics };
/** `net`: the findings of the safety net that are open. */
type Search = Scene & { net: Set<number> };

const toSearch = (knowledge: CompiledKnowledge, { facts }: QuestionState, scene: Scene): Search => ({
  ...scene,
  net: new Set(openNet(knowledge, facts, scene.branches, scene.demographics)),
});

/** What a question is worth, and of what that is made. */
type Worth = { total: number; information: number; rule: number; place: keyof typeof PLACE_WORTH };

function mostUseful(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
): { finding: CompiledFinding; worth: number } | null {
  const asked = new Set(state.asked.map((entry) => entry.question_id));
  const worthOf = createScale(knowledge, state, search);
  let best: { finding: CompiledFinding; worth: number } | null = null;
  for (const finding of knowledge.findings) {
    if (!finding.askable || asked.has(finding.code) || !canAsk(finding, state.facts, search.demographics))
      continue;
    const worth = worthOf(finding).total;
    if (best === null || worth > best.worth) best = { finding, worth };
  }
  return best;
}

/** Weighs questions against one another as things stand. */
function createScale(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
): (finding: CompiledFinding) => Worth {
  const lastTopic = knowledge.findingByCode.get(state.asked.at(-1)?.question_id ?? '')?.entry.topic;
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

/** What stands behind the question that is open. `information` is in nats, `rules` are those it alone would complete. */
export function explainQuestion(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  scene: Scene,
  asked: { finding: CompiledFinding; isReask: boolean },
): { reason: QuestionReason; information: number; rules: CompiledRule[] } {
  const search = toSearch(knowledge, state, scene);
  const worth = createScale(knowledge, state, search)(asked.finding);
  const byWorth = worth.rule > worth.information ? 'red_flag' : 'information';
  const byPlace = worth.place === 'other' ? byWorth : worth.place;
  const byDoubt = state.unconfirmed.includes(asked.finding.index) ? 'confirmation' : byPlace;
  const byFinding = asked.finding === knowledge.story ? 'own_words' : byDoubt;
  const reason = asked.isReask ? 'unclear_answer' : byFinding;
  return {
    reason,
    information: worth.information,
    rules: rulesInReach(knowledge, state, search, asked.finding),
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

function canAsk(finding: CompiledFinding, facts: Facts, demographics: Demographics): boolean {
  if (isSettled(facts, finding)) return false;
  if (!mayApply(finding.applies, demographics.ageMonths, demographics.sex)) return false;
  if (finding.choiceFindings.some((target) => facts.status[target] === PRESENT)) return false;
  const { derives } = finding;
  if (derives.length > 0 && derives.every((row) => facts.status[row.finding] !== 0)) return false;
  return finding.after < 0 || facts.status[finding.after] === PRESENT;
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

function toQuestion(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
  asked: { finding: CompiledFinding; isReask: boolean },
): Question {
  const { finding, isReask } = asked;
  const text = finding.entry.en.ask ?? finding.entry.en.name;
  const textCs = finding.entry.cs.ask ?? finding.entry.cs.name;
  return {
    question_id: finding.code,
    text: isReask ? `${UNCLEAR_EN} ${text}` : text,
    text_cs: isReask ? `${UNCLEAR_CS} ${textCs}` : textCs,
    targets: [finding.code],
    is_red_flag:
      state.unconfirmed.includes(finding.index) ||
      search.net.has(finding.index) ||
      rulesInReach(knowledge, state, search, finding).length > 0,
    is_reask: isReask,
  };
}

/** The rules that an answer alone would complete. */
function rulesInReach(
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
