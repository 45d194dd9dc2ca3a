import type { Engine, Outcome } from '../clinical/types.ts';
import { requireFree } from '../hold/types.ts';
import { DomainError } from '../kernel/errors.ts';
import { decideAnswer } from './answer.ts';
import { consequences } from './consequences.ts';
import type {
  GiveFeedbackCommand,
  SessionCommand,
  TimeOutCommand,
  UpdateDemographicsCommand,
} from './commands.ts';
import type { NewSessionEvent } from './events.ts';
import { requireRoom } from './limits.ts';
import { openSession } from './open.ts';
import { rectify } from './rectify.ts';
import { route } from './route.ts';
import {
  isOpen,
  questionsAsked,
  SESSION_UNREADABLE,
  toCase,
  type OpenSession,
  type SessionState,
} from './state.ts';

/**
 * Decides one command: the events that follow from it, in order. Pure; the engine is an input.
 * Throws DomainError where the command cannot be accepted; then nothing happened.
 */
export function decide(state: SessionState, command: SessionCommand, engine: Engine): NewSessionEvent[] {
  if (command.kind === 'open') return openSession(state, command, engine);
  if (!isOpen(state)) throw new DomainError('not_found', 'The session does not exist.');
  requireReadable(state, command);
  switch (command.kind) {
    case 'answer':
      return decideAnswer(active(state, command), command, engine);
    case 'route':
      return route(active(state, command), command, engine);
    case 'update_demographics':
      return updateDemographics(active(state, command), command, engine);
    case 'rectify':
      return rectify(active(state, command), command, engine);
    case 'finalize':
      return finalize(active(state, command), engine);
    case 'give_feedback':
      return giveFeedback(state, command);
    case 'time_out':
      return timeOut(state, command);
    case 'place_hold':
      requireRoom(state, command);
      return [{ type: 'session-hold-placed', data: { note: { reason: command.reason } } }];
    case 'lift_hold':
      if (!state.hold) throw new DomainError('not_found', 'The session is under no hold.');
      return [{ type: 'session-hold-lifted', data: {} }];
    case 'erase':
      requireFree('session', state.hold);
      requireFree('patient', command.patient_hold);
      return [{ type: 'session-erased', data: { cause: command.cause } }];
  }
}

const CONCLUDES_NOTHING: ReadonlySet<SessionCommand['kind']> = new Set([
  'erase',
  'time_out',
  'place_hold',
  'lift_hold',
]);

/** What an event said that cannot be read may have been a warning sign: nothing is concluded without it. */
function requireReadable(state: OpenSession, { kind }: SessionCommand): void {
  if (state.unreadable !== true || CONCLUDES_NOTHING.has(kind)) return;
  throw new DomainError('session_unreadable', SESSION_UNREADABLE);
}

/** A session that is not finalized and has room for the command. */
function active(state: OpenSession, command: SessionCommand): OpenSession {
  if (state.status === 'finalized') {
    throw new DomainError('session_finalized', 'The session is finalized and can no longer be changed.');
  }
  requireRoom(state, command);
  return state;
}

function updateDemographics(
  state: OpenSession,
  command: UpdateDemographicsCommand,
  engine: Engine,
): NewSessionEvent[] {
  const age = command.age === undefined ? state.age : command.age;
  const sex = command.sex === undefined ? state.sex : command.sex;
  const changed_fields = (['age', 'sex'] as const).filter((name) => command[name] !== undefined);
  const outcome = engine.assess(toCase({ ...state, age, sex }));
  return [
    { type: 'demographics-updated', data: { changed_fields, demographics: { age, sex }, outcome } },
    ...consequences(state.outcome, outcome),
  ];
}

function finalize(state: OpenSession, engine: Engine): NewSessionEvent[] {
  const clinicalCase = toCase(state);
  const assessed = engine.assess(clinicalCase);
  const outcome: Outcome = { ...assessed, current_question: null, is_complete: true };
  const summary = engine.summarize(state.chief_complaint, clinicalCase, outcome);
  return [
    { type: 'session-finalized', data: { conclusion: { outcome, summary } } },
    // A newer engine than that of the last answer may find what that one did not.
    ...consequences(state.outcome, outcome),
    {
      type: 'assessment-completed',
      data: {
        assessment: {
          triage_level: outcome.triage_level,
          primary_diagnosis_icd: outcome.differentials[0]?.icd ?? null,
          red_flags: outcome.red_flags.map((flag) => flag.flag),
          questions_asked: questionsAsked(state),
        },
      },
    },
  ];
}

function giveFeedback(state: OpenSession, command: GiveFeedbackCommand): NewSessionEvent[] {
  if (state.status !== 'finalized') {
    throw new DomainError('session_not_finalized', 'Feedback is accepted once the session is finalized.');
  }
  requireRoom(state, command);
  return [{ type: 'feedback-given', data: { feedback: command.feedback } }];
}

/** Once for each idle period, and not where something happened since the caller looked. */
function timeOut(state: OpenSession, { idle_since }: TimeOutCommand): NewSessionEvent[] {
  const isIdle = state.status === 'active' && state.last_activity_at === idle_since;
  return isIdle && state.timed_out_since !== idle_since
    ? [{ type: 'session-timed-out', data: { idle_since } }]
    : [];
}
