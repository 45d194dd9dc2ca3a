import type { Outcome, Question, Sex } from '../../../domain/clinical/types.ts';
import { decide, evolve, noSession, type SessionCommand } from '../../../domain/session/index.ts';
import { isOpen, type SessionState } from '../../../domain/session/state.ts';
import { engine } from './engine-fixture.ts';

export type Patient = {
  age: number | null;
  sex: Sex | null;
  complaint: string;
  fields?: Record<string, boolean | number | string>;
  /** What he says to a question; to all others `otherwise`, or no. */
  answers?: Record<string, string>;
  otherwise?: string;
};

export type PlayedInterview = { questions: Question[]; outcome: Outcome };

const MOST_QUESTIONS = 40;

/** An interview through the session's decisions, from the chief complaint to its end. */
export function createInterview({
  age,
  sex,
  complaint,
  fields,
  answers,
  otherwise,
}: Patient): PlayedInterview {
  let state: SessionState = noSession;
  let revision = 0;
  const execute = (command: SessionCommand): Outcome => {
    for (const event of decide(state, command, engine)) {
      state = evolve(state, { event, eventId: '', revision, at: '2026-01-01T00:00:00.000Z', keys: {} });
      revision += 1;
    }
    if (!isOpen(state)) throw new Error('the session was not opened');
    return state.outcome;
  };
  let outcome = execute({
    kind: 'open',
    session_id: '019e0000-0000-7000-8000-000000000001',
    test: true,
    chief_complaint: complaint,
    age,
    sex,
    free_text: null,
    initial_fields: fields ?? {},
    patient_id: null,
  });
  const questions: Question[] = [];
  for (let count = 0; outcome.current_question !== null; count += 1) {
    if (count === MOST_QUESTIONS) throw new Error('the interview does not end');
    const question = outcome.current_question;
    questions.push(question);
    outcome = execute({
      kind: 'answer',
      question_id: question.question_id,
      raw_text: answers?.[question.question_id] ?? otherwise ?? 'no',
      extracted_fields: {},
      extracted_flags: [],
      field_confidences: null,
      skip: false,
    });
  }
  return { questions, outcome };
}

export const levelAfter = ({ outcome }: PlayedInterview): string => outcome.triage_level;
