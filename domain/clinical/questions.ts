import { answerFormOf } from './answer-form.ts';
import type { CompiledComplaint, CompiledFinding, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { questionInEmergency } from './emergency-questions.ts';
import type { Beliefs, Demographics } from './inference.ts';
import { canAsk, isSettled } from './may-be-asked.ts';
import { suggestedQuestion, wantsClosing, wantsStory } from './own-words.ts';
import {
  better,
  createScale,
  PLACE_WORTH,
  rulesInReach,
  toSearch,
  type Candidate,
  type QuestionState,
  type ClinicalContext,
  type Search,
} from './question-worth.ts';
import { LEVEL_EMERGENCY } from './triage.ts';
import type { Question, QuestionReason, StopReason } from './types.ts';
import { reasonText } from './wording.ts';

/** No interview is longer. */
const QUESTION_CAP = 20;
/** Certainty: this much on the leading condition, and no more than this on other dangerous ones. */
const CERTAIN = 0.8;
const DANGER_LEFT = 0.05;
/** Below this utility (about hundredths of a nat) a question is not worth the patient's time. */
const USEFUL = 0.02;
/** Where the diagnosis is certain, its level may not be: from this worth for a rule on (about two thirds of an emergency's). */
const DECIDES_LEVEL = 0.05;
/** What a question begins with that is asked again. */
const UNCLEAR = { en: 'Sorry, that answer was not clear.', cs: 'Promiňte, odpověď nebyla jednoznačná.' };
const UNREAD = {
  en: 'Sorry, a part of what you wrote was not understood.',
  cs: 'Promiňte, části toho, co jste napsali, jsme neporozuměli.',
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
  const search = toSearch(knowledge, state, { branches, demographics });
  const ask = (finding: CompiledFinding, isReask: boolean): NextQuestion => ({
    question: toQuestion(knowledge, state, search, { finding, isReask }),
    stop: null,
  });
  const unconfirmed = unconfirmedSign(knowledge, state);
  if (unconfirmed !== null && state.asked.length < QUESTION_CAP) return ask(unconfirmed, false);
  const stop = stopOf(state);
  if (stop !== null) return { question: null, stop };
  const again = unclearAnswer(knowledge, state);
  if (again !== null) return ask(again, true);
  const last = questionInEmergency(knowledge, state, search);
  if (last === null) return { question: null, stop: 'emergency' };
  if (last !== undefined) return ask(last, false);
  if (wantsStory(knowledge, state, search)) return ask(knowledge.story, false);
  const suggested = suggestedQuestion(knowledge, state, search);
  if (suggested !== null) return ask(suggested, false);
  // The last question of all is for what nobody asked.
  if (state.asked.length === QUESTION_CAP - 1 && wantsClosing(knowledge, state))
    return ask(knowledge.closing, false);
  const end = (reason: StopReason): NextQuestion =>
    wantsClosing(knowledge, state) ? ask(knowledge.closing, false) : { question: null, stop: reason };
  const { useful, deciding } = bestQuestions(knowledge, state, search);
  if (useful === null || useful.worth < USEFUL) return end('no_useful_question');
  if (useful.worth >= PLACE_WORTH.basics || !isCertain(knowledge, state.beliefs))
    return ask(useful.finding, false);
  if (deciding !== null && deciding.worth >= DECIDES_LEVEL) return ask(deciding.finding, false);
  return end('certain');
}

/** Why no question is asked, whatever it would tell. */
function stopOf({ level, asked }: QuestionState): StopReason | null {
  if (level === 0) return 'emergency';
  return asked.length >= QUESTION_CAP ? 'question_limit' : null;
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
  // A bare yes to an open question is noted, and tells nothing.
  if (finding.entry.open !== undefined) return finding;
  return isSettled(state.facts, finding) ? null : finding;
}

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

/** Of what may be asked: what is worth most, and what is worth most for the rules that it would complete. */
function bestQuestions(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
): { useful: Candidate | null; deciding: Candidate | null } {
  const asked = new Set(state.asked.map((entry) => entry.question_id));
  const worthOf = createScale(knowledge, state, search);
  let useful: Candidate | null = null;
  let deciding: Candidate | null = null;
  for (const finding of knowledge.findings) {
    if (!finding.askable || asked.has(finding.code) || finding.entry.open !== undefined) continue;
    if (!canAsk(finding, state.facts, search.demographics)) continue;
    const { total, rule } = worthOf(finding);
    useful = better(useful, finding, total);
    deciding = better(deciding, finding, rule);
  }
  return { useful, deciding };
}

type Asked = { finding: CompiledFinding; isReask: boolean };

/** Why a question is asked, and the information in nats that is expected of its answer. */
function reasonOf(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
  { finding, isReask }: Asked,
): { reason: QuestionReason; information: number } {
  const worth = createScale(knowledge, state, search)(finding);
  const byWorth = worth.rule > worth.information ? 'red_flag' : 'information';
  const byPlace = worth.place === 'other' ? byWorth : worth.place;
  const byDoubt = state.unconfirmed.includes(finding.index) ? 'confirmation' : byPlace;
  const byFinding = finding.entry.open !== undefined ? 'own_words' : byDoubt;
  return { reason: isReask ? 'unclear_answer' : byFinding, information: worth.information };
}

/** What stands behind the question that is open. `information` is in nats, `rules` are those it alone would complete. */
export function explainQuestion(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  context: ClinicalContext,
  asked: Asked,
): { reason: QuestionReason; information: number; rules: CompiledRule[] } {
  const search = toSearch(knowledge, state, context);
  return {
    ...reasonOf(knowledge, state, search, asked),
    rules: rulesInReach(knowledge, state, search, asked.finding),
  };
}

function toQuestion(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  search: Search,
  asked: Asked,
): Question {
  const { finding, isReask } = asked;
  const { reason } = reasonOf(knowledge, state, search, asked);
  const text = finding.entry.en.ask ?? finding.entry.en.name;
  const textCs = finding.entry.cs.ask ?? finding.entry.cs.name;
  const lead = isReask ? UNCLEAR : finding === knowledge.story && state.unread > 0 ? UNREAD : null;
  return {
    question_id: finding.code,
    text: lead === null ? text : `${lead.en} ${text}`,
    text_cs: lead === null ? textCs : `${lead.cs} ${textCs}`,
    ...answerFormOf(finding.entry),
    reason: { code: reason, text: reasonText(reason, 'en'), text_cs: reasonText(reason, 'cs') },
    targets: [finding.code],
    is_red_flag:
      state.unconfirmed.includes(finding.index) ||
      search.net.has(finding.index) ||
      rulesInReach(knowledge, state, search, finding).length > 0,
    is_reask: isReask,
  };
}
