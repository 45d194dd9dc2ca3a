import type { Engine, Question } from '../clinical/types.ts';
import { DomainError } from '../kernel/errors.ts';
import { ADDITIONAL, type AnswerCommand } from './commands.ts';
import { consequences, newRedFlags } from './consequences.ts';
import type { NewSessionEvent } from './events.ts';
import { read } from './reading.ts';
import { toCase, reportedFindings, withReport, type OpenSession } from './state.ts';

/** Records the answer to the current question (or something told besides) and what follows from it. */
export function decideAnswer(state: OpenSession, command: AnswerCommand, engine: Engine): NewSessionEvent[] {
  const kind = command.question_id === ADDITIONAL ? 'additional' : 'question';
  const question = kind === 'question' ? currentQuestion(state, command.question_id, engine) : null;
  requireContent(command, kind);
  const { reading } = read(engine, {
    texts: command.raw_text === null ? [] : [command.raw_text],
    fields: command.extracted_fields,
    flags: command.extracted_flags,
    confidences: command.field_confidences,
    pending: question,
    upstream: command.upstream,
    fieldName: 'extracted_fields',
  });
  const { question_id } = command;
  const unclear = question !== null && !command.skip && !engine.settles(question, reading.evidence);
  const told = { ...reportedFindings(reading, []), question_id, unclear };
  const outcome = engine.assess(toCase(withReport(state, { kind, told })));
  return [
    {
      type: 'session-answered',
      data: {
        kind,
        skipped: command.skip,
        answer: {
          question_id,
          raw_text: command.raw_text,
          supplied_fields: command.extracted_fields,
          supplied_flags: command.extracted_flags,
          unclear,
          reading,
        },
        outcome: { ...outcome, new_red_flags: newRedFlags(state.outcome, outcome) },
      },
    },
    ...consequences(state.outcome, outcome),
  ];
}

function currentQuestion(state: OpenSession, questionId: string, engine: Engine): Question {
  const current = state.outcome.current_question;
  if (current?.question_id === questionId) return current;
  const now = current ? `The current question is ${current.question_id}.` : 'No question is open.';
  const answered = state.tellings.some((report) => report.told?.question_id === questionId);
  if (answered) {
    throw new DomainError('question_already_answered', `This question was answered already. ${now}`);
  }
  if (engine.isQuestion(questionId)) {
    throw new DomainError('question_not_current', `This question is not being asked. ${now}`);
  }
  throw new DomainError('invalid_command', 'The question is unknown.', [
    { field: 'question_id', code: 'unknown_question', message: `No such question. ${now}` },
  ]);
}

function requireContent(command: AnswerCommand, kind: 'question' | 'additional'): void {
  const coded = Object.keys(command.extracted_fields).length > 0 || command.extracted_flags.length > 0;
  // A skipped answer is free: it must not tell what others pay for.
  if (command.skip && (coded || Boolean(command.raw_text))) {
    throw new DomainError('invalid_command', 'The answer is both skipped and told.', [
      { field: 'skip', code: 'invalid_value', message: 'An answer is either skipped or told, not both.' },
    ]);
  }
  if (command.skip ? kind === 'question' : coded || Boolean(command.raw_text?.trim())) return;
  throw new DomainError('invalid_command', 'The answer holds nothing.', [
    {
      field: 'raw_text',
      code: 'required',
      message: 'Send raw_text, extracted_fields or extracted_flags, or skip an asked question.',
    },
  ]);
}
