import type { CompiledKnowledge } from './compiled.ts';
import type { ClinicalCase, ReadReport } from './types.ts';

/**
 * Sentences that nothing was understood of and that nobody has said otherwise since: all of them, and those told unasked, with
 * the findings that they may speak of.
 */
type Unread = { all: number; unasked: number; suggested: string[] };

/**
 * What was not understood counts until it is said in other words: what was told unasked or in the patient's own words, until he
 * tells that again and all of it is understood; the answer to a question, until that question is answered.
 */
export function unreadOf({ story }: CompiledKnowledge, { reports = [] }: ClinicalCase): Unread {
  const open = new Map<string, Pick<ReadReport, 'unread' | 'suggested'>>();
  for (const { question_id, unread, suggested, told } of reports) {
    const topic = question_id ?? story.code;
    // A bare no to the story tells of nothing.
    const isSaid = question_id !== null && told.some((finding) => finding !== story.code);
    if (isSaid && unread === 0) open.delete(topic);
    else {
      const before = open.get(topic) ?? { unread: 0, suggested: [] };
      open.set(topic, { unread: before.unread + unread, suggested: [...before.suggested, ...suggested] });
    }
  }
  const left = [...open.values()];
  return {
    all: left.reduce((sum, { unread }) => sum + unread, 0),
    unasked: open.get(story.code)?.unread ?? 0,
    suggested: left.flatMap(({ suggested }) => suggested),
  };
}
