import type { Question } from '../clinical/types.ts';
import type { Fact } from '../kernel/event-definition.ts';
import type { SessionEvent } from './events.ts';
import { completeQuestion } from './recorded.ts';

/** The question that was open when the event at `index` came. Null where none was, or where its outcome is erased. */
export function questionBefore(facts: readonly Fact<SessionEvent>[], index: number): Question | null {
  const before = facts.slice(0, index).findLast(({ event }) => 'outcome' in event.data);
  if (!before || !('outcome' in before.event.data)) return null;
  const question = before.event.data.outcome?.current_question ?? null;
  return question && completeQuestion(question);
}
