import { upstreamRequest } from '../../command-api/sessions/upstream-request.ts';
import type { Engine, Evidence, Outcome, Question, Summary } from '../../domain/clinical/types.ts';
import { decide, evolve, noSession, type SessionCommand } from '../../domain/session/index.ts';
import {
  isOpen,
  questionsAsked,
  toCase,
  type OpenSession,
  type SessionState,
} from '../../domain/session/state.ts';
import { simulatePatient, type Answer, type Examined } from './simulated-patient.ts';
import type { UpstreamFinding } from '../../domain/session/types.ts';
import type { ExtractorRequest } from '../../shared/extractor/types.ts';
import type { Vignette } from './vignettes.ts';

export type Mode = 'text' | 'interview';

/** A question and what was sent as its answer. */
export type Exchange = { question: Question; answer: Answer };

/** `finalize` ends the session, and gives the summary that this records and what it was made from. */
export type Played = {
  outcome: Outcome;
  exchanges: Exchange[];
  questions: number;
  finalize: () => Finalized;
};
export type Finalized = { summary: Summary; evidence: Evidence[] };

/** More than the engine asks: an interview that goes on is a fault. */
const MOST_QUESTIONS = 40;
/** From here on whole years say enough. */
const CHILD_MONTHS = 60;

const OPENING = {
  kind: 'open',
  session_id: '019e0000-0000-7000-8000-000000000001',
  test: true,
  age: null,
  sex: null,
  free_text: null,
  initial_fields: {},
  patient_id: null,
} as const;

/**
 * A session that is played: it asks what an upstream extractor says of each text, as the service would, and goes on with
 * the answer. Undefined: none was heard, and the built-in reader reads alone.
 */
export type Playing<T> = Generator<ExtractorRequest, T, UpstreamFinding[] | undefined>;

/** Plays where there is no upstream. */
export function playAlone<T>(playing: Playing<T>): T {
  for (;;) {
    const step = playing.next(undefined);
    if (step.done === true) return step.value;
  }
}

/** What comes of a chief complaint where nothing else is told but these answers, each to the question that is open. */
export const tell = (engine: Engine, complaint: string, answers: readonly string[] = []): Outcome =>
  playAlone(telling(engine, complaint, answers));

/** The same with an upstream. */
export function* telling(
  engine: Engine,
  complaint: string,
  answers: readonly string[] = [],
): Playing<Outcome> {
  const session = createSession(engine);
  yield* session.execute({ ...OPENING, chief_complaint: complaint });
  for (const raw_text of answers) {
    const question = session.state().outcome.current_question;
    if (question === null) break;
    yield* session.execute(answerTo(question, { raw_text, extracted_fields: {} }));
  }
  return session.state().outcome;
}

const answerTo = ({ question_id }: Question, answer: Answer): SessionCommand => ({
  kind: 'answer',
  question_id,
  extracted_flags: [],
  field_confidences: null,
  skip: false,
  ...answer,
});

/**
 * Plays a vignette through the decisions of the session as the interface would: all text at once, or an interview that
 * begins with the chief complaint, age, sex and profile, and goes on with the simulated patient.
 */
export const play = (examined: Examined, vignette: Vignette, mode: Mode): Played =>
  playAlone(playing(examined, vignette, mode));

/** The same with an upstream. `engine` decides, where that is another than the one that the simulated patient uses. */
export function* playing(
  examined: Examined,
  vignette: Vignette,
  mode: Mode,
  engine: Engine = examined.engine,
): Playing<Played> {
  const session = createSession(engine);
  const { age_months, sex, complaint, text, profile } = vignette;
  yield* session.execute({
    ...OPENING,
    chief_complaint: complaint,
    age: Math.floor(age_months / 12),
    sex,
    free_text: mode === 'text' ? text : null,
    initial_fields: age_months < CHILD_MONTHS ? { age_months } : {},
    background: profile,
  });
  const exchanges = mode === 'interview' ? yield* interview(session, examined, vignette) : [];
  const { outcome } = session.state();
  const finalize = (): Finalized => {
    const { evidence } = toCase(session.state());
    playAlone(session.execute({ kind: 'finalize' }));
    const { summary } = session.state();
    if (summary === null) throw new Error('the session was not finalized');
    return { summary, evidence };
  };
  return { outcome, exchanges, questions: questionsAsked(session.state()), finalize };
}

type Session = { state: () => OpenSession; execute: (command: SessionCommand) => Playing<void> };

function createSession(engine: Engine): Session {
  let state: SessionState = noSession;
  let revision = 0;
  return {
    state: () => {
      if (!isOpen(state)) throw new Error('the session was not opened');
      return state;
    },
    execute: function* (command) {
      const alone = decide(state, command, engine);
      const request = upstreamRequest({ state, command }, alone);
      const upstream = request === null ? undefined : yield request;
      const heard = { ...command, upstream } as SessionCommand;
      for (const event of upstream === undefined ? alone : decide(state, heard, engine)) {
        // Ids, keys and times matter to the log alone.
        const fact = { event, eventId: '', revision, at: '2026-01-01T00:00:00.000Z', keys: {} };
        state = evolve(state, fact);
        revision += 1;
      }
    },
  };
}

function* interview(session: Session, examined: Examined, vignette: Vignette): Playing<Exchange[]> {
  const patient = simulatePatient(examined, vignette);
  const exchanges: Exchange[] = [];
  for (let count = 0; count < MOST_QUESTIONS; count += 1) {
    const question = session.state().outcome.current_question;
    if (question === null) return exchanges;
    const answer = patient(question);
    exchanges.push({ question, answer });
    yield* session.execute(answerTo(question, answer));
  }
  throw new Error(`${vignette.id}: the interview does not end`);
}
