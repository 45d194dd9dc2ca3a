import type { CompiledFinding, CompiledKnowledge } from './compiled.ts';
import { canAsk } from './may-be-asked.ts';
import { wantsStory } from './own-words.ts';
import { better, createScale, type Candidate, type QuestionState, type Search } from './question-worth.ts';
import { findingsOf } from './rules.ts';
import { LEVEL_EMERGENCY } from './triage.ts';

/**
 * With an emergency established only what may call for an ambulance is asked: up to this length, and at least so many
 * questions after it was established.
 */
const EMERGENCY_CAP = 8;
const AMBULANCE_QUESTIONS = 2;
/** From this worth for a rule on: a sign of an ambulance that one in 120 such patients has. */
const CALLS_AMBULANCE = 0.02;

/** What is still asked where a red flag has made an emergency: null ends the interview; undefined where none has. */
export function questionInEmergency(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
): CompiledFinding | null | undefined {
  const since = sinceEmergency(knowledge, state);
  if (since === null) return undefined;
  const isOver = state.asked.length >= EMERGENCY_CAP && since >= AMBULANCE_QUESTIONS;
  return isOver ? null : ambulanceQuestion(knowledge, state, search);
}

/**
 * How many questions were asked since a red flag made an emergency; null where none did. It was established by the last question
 * about one of its findings or, where nobody asked for any, by the last words told freely.
 */
function sinceEmergency(
  { findingByCode, story, closing }: CompiledKnowledge,
  state: QuestionState,
): number | null {
  const asked = state.asked.map(({ question_id }) => findingByCode.get(question_id));
  const since = state.fired
    .filter(({ level }) => level <= LEVEL_EMERGENCY)
    .map((rule) => {
      const named = new Set(findingsOf(rule));
      const about = asked.findLastIndex((finding) => finding?.settles.some((target) => named.has(target)));
      const told = asked.findLastIndex((finding) => finding === story || finding === closing);
      return asked.length - 1 - (about >= 0 ? about : told);
    });
  return since.length === 0 ? null : Math.max(...since);
}

/** What may still call for an ambulance: the dangers of the complaint first, and the patient's own words in their place. */
function ambulanceQuestion(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
): CompiledFinding | null {
  const asked = new Set(state.asked.map((entry) => entry.question_id));
  const worthOf = createScale(knowledge, state, search);
  let best: Candidate | null = null;
  for (const finding of knowledge.findings) {
    if (!finding.askable || asked.has(finding.code) || finding.entry.open !== undefined) continue;
    if (!canAsk(finding, state.facts, search.demographics)) continue;
    // Of an emergency the only rules in reach are those that call for an ambulance.
    const { rule, total } = worthOf(finding);
    if (rule > CALLS_AMBULANCE) best = better(best, finding, total);
  }
  const finding = best?.finding ?? null;
  // What follows from the last answer comes before: behind a plan for suicide the means.
  const follows =
    finding !== null && knowledge.findings[finding.after]?.code === state.asked.at(-1)?.question_id;
  return !follows && wantsStory(knowledge, state, search) ? knowledge.story : finding;
}
