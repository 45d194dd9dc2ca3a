import type { Engine } from '../../../domain/clinical/types.ts';
import type { AnswerCommand, OpenSessionCommand, SessionCommand } from '../../../domain/session/commands.ts';
import { decide } from '../../../domain/session/decider.ts';
import type { NewSessionEvent } from '../../../domain/session/events.ts';
import {
  evolve,
  isOpen,
  noSession,
  type OpenSession,
  type SessionState,
} from '../../../domain/session/state.ts';
import type { Random } from './random.ts';
import { answerText, opening } from './texts.ts';

/** One interview as the deciders and the engine make it: the events of each command, in order. */
export type Transcript = { command: SessionCommand; events: NewSessionEvent[] }[];

/** Stands for the session's id until the transcript is written under one. */
export const PLACEHOLDER_ID = '00000000-0000-4000-8000-000000000000';
const AT = '2026-01-05T08:00:00.000Z';

export const openingCommand = (random: Random): OpenSessionCommand => ({
  kind: 'open',
  session_id: PLACEHOLDER_ID,
  test: false,
  ...opening(random),
  free_text: null,
  initial_fields: {},
  patient_id: `patient-${random.between(1, 50_000)}`,
});

/** Answers the question that is being asked. */
export const answerCommandFor = (state: OpenSession, random: Random): AnswerCommand => ({
  kind: 'answer',
  question_id: state.outcome.current_question?.question_id ?? 'additional',
  raw_text: answerText(random),
  extracted_fields: {},
  extracted_flags: [],
  field_confidences: null,
  skip: false,
});

const foldEvents = (before: OpenSession | null, events: readonly NewSessionEvent[]): OpenSession => {
  const start: SessionState = before ?? noSession;
  const after = events.reduce<SessionState>(
    (state, event, index) =>
      evolve(state, {
        event,
        eventId: PLACEHOLDER_ID,
        revision: (before?.revision ?? -1) + 1 + index,
        at: AT,
        keys: { subject: 'subject', answer: 'answer', outcome: 'outcome' },
      }),
    start,
  );
  if (!isOpen(after)) throw new Error('the session is not open');
  return after;
};

/** The session after a command. */
export const foldCommand = (
  engine: Engine,
  before: OpenSession | null,
  command: SessionCommand,
): OpenSession => foldEvents(before, decide(before ?? noSession, command, engine));

/** A whole interview: opened, every question answered, finalized. */
export function playInterview(engine: Engine, random: Random): Transcript {
  const transcript: Transcript = [];
  let state: OpenSession | null = null;
  const play = (command: SessionCommand): OpenSession => {
    const events = decide(state ?? noSession, command, engine);
    transcript.push({ command, events });
    return foldEvents(state, events);
  };
  state = play(openingCommand(random));
  while (state.outcome.current_question !== null) state = play(answerCommandFor(state, random));
  play({ kind: 'finalize' });
  return transcript;
}
