import type { CompiledFinding, CompiledKnowledge } from './compiled.ts';
import { canAsk, isSettled } from './may-be-asked.ts';
import type { QuestionState, Search } from './question-worth.ts';
import { LEVEL_EMERGENCY } from './triage.ts';

/** So many dangers are asked for before the patient's own words. */
const FIRST_DANGERS = 2;
/** So many questions are asked because words that were not understood are like them. */
const MOST_SUGGESTED = 3;

/**
 * Behind the first dangers, or before them where no complaint was recognised, the patient is asked to tell it in his own
 * words, unless he has done so; and once more where a part of it was not understood. What the last answer calls for on its
 * own topic comes before: after low mood, thoughts of suicide.
 */
export function wantsStory(
  knowledge: CompiledKnowledge,
  { facts, asked, unread }: QuestionState,
  { branches, net, next }: Search,
): boolean {
  const { story, findings, findingByCode } = knowledge;
  const topic = findingByCode.get(asked.at(-1)?.question_id ?? '')?.entry.topic;
  if (next.some((finding) => findings[finding]?.entry.topic === topic)) return false;
  const isPlace =
    asked.length >= FIRST_DANGERS || (next.length === 0 && branches.every(({ entry }) => entry.fallback));
  const times = asked.filter(({ question_id }) => question_id === story.code).length;
  // What was not understood is asked for in other words, also of who has told a whole story.
  if (unread > 0) return isPlace && times < 2;
  return times === 0 && !isSettled(facts, story) && (isPlace || net.size === 0);
}

/** What the words that were not understood are most like, once their place to be told in other words is behind. */
export function suggestedQuestion(
  { findingByCode }: CompiledKnowledge,
  { facts, asked, suggested }: QuestionState,
  { demographics }: Search,
): CompiledFinding | null {
  if (asked.length < FIRST_DANGERS) return null;
  const before = new Set(asked.map(({ question_id }) => question_id));
  if (suggested.filter((code) => before.has(code)).length >= MOST_SUGGESTED) return null;
  const open = suggested
    .filter((code) => !before.has(code))
    .flatMap((code) => findingByCode.get(code) ?? [])
    .find((finding) => finding.askable && canAsk(finding, facts, demographics));
  return open ?? null;
}

/** Before an interview ends below an emergency the patient may tell what he was not asked for, unless he has just told. */
export function wantsClosing(
  { story, closing }: CompiledKnowledge,
  { level, asked }: QuestionState,
): boolean {
  if (level <= LEVEL_EMERGENCY || asked.length === 0 || asked.at(-1)?.question_id === story.code)
    return false;
  return !asked.some(({ question_id }) => question_id === closing.code);
}
