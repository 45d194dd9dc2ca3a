import type { AnswerChoice, AnswerType } from './question.ts';
import type { FindingEntry } from './merge.ts';

/** A value that is counted in hours is a length of time. */
const HOURS = 'h';

/** What an answer about a finding looks like: its type, what can be chosen, and the unit of its number. */
export type AnswerForm = { answer_type: AnswerType; choices: AnswerChoice[]; unit: string | null };

export function answerFormOf({ value, open }: FindingEntry): AnswerForm {
  if (open !== undefined) return { answer_type: 'text', choices: [], unit: null };
  if (value === undefined) return { answer_type: 'boolean', choices: [], unit: null };
  if (value.type === 'choice') {
    const choices = value.choices.map(({ value: code, en, cs }): AnswerChoice => ({
      code,
      text: en.name,
      text_cs: cs.name,
    }));
    return { answer_type: 'choice', choices, unit: null };
  }
  const { unit } = value;
  return { answer_type: unit === HOURS ? 'duration' : 'number', choices: [], unit };
}
