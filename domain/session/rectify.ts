import type { Engine, Outcome } from '../clinical/types.ts';
import { requireFree } from '../hold/types.ts';
import { DomainError } from '../kernel/errors.ts';
import type { RectifyCommand } from './commands.ts';
import { consequences } from './consequences.ts';
import type { NewSessionEvent } from './events.ts';
import { toCase, type OpenSession, type PatientReport } from './state.ts';

/**
 * Corrects demographics and clears answers. Clearing names the keys to destroy: those of the cleared answers and
 * of every outcome that was derived with them; the outcome of what remains is recorded in the same event. What
 * follows is told as if the cleared answers had never been given.
 */
export function rectify(state: OpenSession, command: RectifyCommand, engine: Engine): NewSessionEvent[] {
  const cleared = clearedReports(state, command.clear_answers);
  if (cleared.length > 0) {
    requireFree('session', state.hold);
    requireFree('patient', command.patient_hold);
  }
  const age = command.age === undefined ? state.age : command.age;
  const sex = command.sex === undefined ? state.sex : command.sex;
  const changed_fields = [
    ...(['age', 'sex'] as const).filter((name) => command[name] !== undefined),
    ...[...new Set(command.clear_answers)].map((questionId) => `answers.${questionId}`),
  ];
  if (changed_fields.length === 0) {
    throw new DomainError('invalid_command', 'The rectification changes nothing.', [
      { field: 'clear_answers', code: 'required', message: 'Send age, sex or clear_answers.' },
    ]);
  }
  const remaining = state.tellings.filter((report) => !cleared.includes(report));
  const outcome = engine.assess(toCase({ ...state, age, sex, tellings: remaining }));
  return [
    {
      type: 'session-rectified',
      data: {
        changed_fields,
        cleared_revisions: cleared.map((report) => report.revision),
        destroyed_keys: keysDerivedFrom(state, cleared),
        rectification: { age, sex, reason: command.reason },
        outcome,
      },
    },
    ...consequences(outcomeBefore(state, cleared, engine), outcome, state.outcome),
  ];
}

/**
 * What the consequences are measured against: with a clearing not what stood last, since a comparison with that would tell
 * what the cleared answers had led to, but what stood before the first of them. So a flag may be told once more. A level is told only
 * where it is above the one that stands: levels are no secret.
 */
function outcomeBefore(state: OpenSession, cleared: PatientReport[], engine: Engine): Outcome {
  const first = cleared.reduce((earliest, { revision }) => Math.min(earliest, revision), Infinity);
  if (first === Infinity) return state.outcome;
  return engine.assess(
    toCase({ ...state, tellings: state.tellings.filter(({ revision }) => revision < first) }),
  );
}

function clearedReports(state: OpenSession, questionIds: string[]): PatientReport[] {
  const known = new Set(state.tellings.map((report) => report.told?.question_id));
  const issues = questionIds.flatMap((questionId, index) =>
    known.has(questionId)
      ? []
      : [
          {
            field: `clear_answers.${index}`,
            code: 'unknown_question',
            message: 'No stored answer to this question.',
          },
        ],
  );
  if (issues.length > 0)
    throw new DomainError('invalid_command', 'Some answers to clear do not exist.', issues);
  const wanted = new Set(questionIds);
  return state.tellings.filter(
    (report) => typeof report.told?.question_id === 'string' && wanted.has(report.told.question_id),
  );
}

function keysDerivedFrom(state: OpenSession, cleared: PatientReport[]): string[] {
  if (cleared.length === 0) return [];
  const first = Math.min(...cleared.map((report) => report.revision));
  const outcomes = state.outcome_keys.filter((key) => key.revision >= first).map((key) => key.key_id);
  return [...cleared.map((report) => report.key_id), ...outcomes];
}
