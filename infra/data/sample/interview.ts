import type { Question, TriageLevel } from '../../../domain/clinical/types.ts';
import { costOf, type SessionCommand } from '../../../domain/session/commands.ts';
import { decide, evolve, noSession, type SessionState } from '../../../domain/session/index.ts';
import { isOpen, type OpenSession } from '../../../domain/session/state.ts';
import { follow } from '../../../projectors/session-steps/projection.ts';
import type { StepRow } from '../../../projectors/session-steps/step-rows.ts';
import type { Random } from '../../bench/load/random.ts';
import { simulatePatient, type Answer, type Examined } from '../../eval/simulated-patient.ts';
import type { Vignette } from '../../eval/vignettes.ts';
import { factOf, momentOf } from './facts.ts';
import { PATIENTS } from './settings.ts';

/** A command of an interview, and what it left. */
export type Step = {
  /** Types of the events that it wrote, in order. */
  events: string[];
  /** Revision of the first of them in the session's stream. */
  revision: number;
  tokens: number;
  call: string;
  /** Form of the answer to the question that it answers; null where it answers none. */
  answers: Question['answer_type'] | null;
};

/** An interview that was played to its end, at moments of its own: sessions are drawn from it. */
export type Interview = {
  /** Diagnoses that are right, the first one above all, and the level that the case calls for. */
  diagnoses: string[];
  level: TriageLevel;
  /** Whether the patient has a profile. */
  isKnown: boolean;
  steps: Step[];
  /** Rows of read.session_steps: of each step one. */
  rows: StepRow[];
  /** The same before a correction emptied some of them; null where nothing was corrected. */
  uncorrected: StepRow[] | null;
};

/** More than the engine asks. */
const MOST_QUESTIONS = 40;
const CHILD_MONTHS = 60;
const SESSION_ID = '00000000-0000-7000-8000-000000000000';
const PROFILE_ID = '00000000-0000-7000-8000-000000000001';

/** A session that is played through its decider, with the rows that the projection makes of it. */
function createPlay({ engine }: Examined) {
  let state: SessionState = noSession;
  let revision = 0;
  let rows: StepRow[] = [];
  const steps: Step[] = [];
  return {
    rows: () => rows,
    steps,
    state: (): OpenSession => {
      if (!isOpen(state)) throw new Error('the session was not opened');
      return state;
    },
    execute: (command: SessionCommand, about: Pick<Step, 'call' | 'answers'>): void => {
      const events = decide(state, command, engine);
      steps.push({ ...about, events: events.map(({ type }) => type), revision, tokens: costOf(command) });
      for (const event of events) {
        const fact = factOf(event, {
          sessionId: SESSION_ID,
          revision,
          // Its place stands for where it will lie.
          position: steps.length - 1,
          at: momentOf(steps.length - 1),
          engineVersion: engine.version,
        });
        state = evolve(state, fact);
        rows = follow(rows, fact);
        revision += 1;
      }
    },
  };
}

type Play = ReturnType<typeof createPlay>;

/** Plays a vignette to its end. The same random numbers give the same interview. */
export function playInterview(
  examined: Examined,
  { vignette, rectifies }: { vignette: Vignette; rectifies: boolean },
  random: Random,
): Interview {
  const play = createPlay(examined);
  const isKnown = random.next() < PATIENTS.isKnown;
  open(play, vignette, { random, isKnown });
  const { state } = play;
  if (random.next() < PATIENTS.routesText) {
    play.execute(
      { kind: 'route', text: vignette.facts.slice(0, 2).join(' ') },
      { call: 'POST /v1/sessions/{session_id}/route', answers: null },
    );
  }
  const { age, sex } = state();
  if ((age === null || sex === null) && random.next() < PATIENTS.statesThemLater) {
    play.execute(
      { kind: 'update_demographics', age: yearsOf(vignette), sex: vignette.sex },
      { call: 'PATCH /v1/sessions/{session_id}/demographics', answers: null },
    );
  }
  const uncorrected = interview(play, { examined, vignette, random, rectifies });
  play.execute({ kind: 'finalize' }, { call: 'POST /v1/sessions/{session_id}/finalize', answers: null });
  const { diagnosis } = vignette;
  return {
    diagnoses: [diagnosis.icd, ...diagnosis.also],
    level: vignette.level,
    isKnown,
    steps: play.steps,
    rows: play.rows(),
    uncorrected,
  };
}

const yearsOf = ({ age_months }: Vignette): number => Math.floor(age_months / 12);

function open(
  play: Play,
  vignette: Vignette,
  { random, isKnown }: { random: Random; isKnown: boolean },
): void {
  const { age_months, sex, complaint, text, profile } = vignette;
  play.execute(
    {
      kind: 'open',
      session_id: SESSION_ID,
      test: false,
      chief_complaint: complaint,
      age: random.next() < PATIENTS.statesAge ? yearsOf(vignette) : null,
      sex: random.next() < PATIENTS.statesSex ? sex : null,
      free_text: random.next() < PATIENTS.tellsAllAtOnce ? text : null,
      initial_fields: age_months < CHILD_MONTHS ? { age_months } : {},
      patient_id: null,
      background: isKnown ? { ...profile, profile_id: PROFILE_ID } : null,
    },
    { call: 'POST /v1/sessions', answers: null },
  );
}

const ANSWER = { call: 'POST /v1/sessions/{session_id}/answer' };
const NOTHING: Answer = { raw_text: null, extracted_fields: {} };

const answerTo = (question_id: string, answer: Answer, skip = false): SessionCommand => ({
  kind: 'answer',
  question_id,
  extracted_flags: [],
  field_confidences: null,
  skip,
  ...answer,
});

/** Returns the rows of before a correction, where there was one. */
function interview(
  play: Play,
  {
    examined,
    vignette,
    random,
    rectifies,
  }: { examined: Examined; vignette: Vignette; random: Random; rectifies: boolean },
): StepRow[] | null {
  const patient = simulatePatient(examined, vignette);
  let uncorrected: StepRow[] | null = null;
  for (let count = 0; count < MOST_QUESTIONS; count += 1) {
    const question = play.state().outcome.current_question;
    if (question === null) return uncorrected;
    if (count === 2 && random.next() < PATIENTS.reportsMore) tellMore(play, vignette);
    if (count === 3 && rectifies) uncorrected = rectify(play, random);
    const open = play.state().outcome.current_question;
    if (open === null) return uncorrected;
    const skips = random.next() < PATIENTS.skips[open.answer_type];
    const answer = patient(open);
    play.execute(answerTo(open.question_id, skips ? NOTHING : answer, skips), {
      ...ANSWER,
      answers: open.answer_type,
    });
  }
  throw new Error(`${vignette.id}: the interview does not end`);
}

function tellMore(play: Play, { facts }: Vignette): void {
  play.execute(answerTo('additional', { raw_text: facts.at(-1) ?? '', extracted_fields: {} }), {
    ...ANSWER,
    answers: null,
  });
}

/** Clears an answer that told something, where there is one. Returns the rows of before. */
function rectify(play: Play, random: Random): StepRow[] | null {
  const clearable = play
    .state()
    .tellings.flatMap(({ told }) => (told?.question_id && told.evidence.length > 0 ? told.question_id : []));
  const [first, ...others] = clearable;
  if (first === undefined) return null;
  const before = play.rows();
  play.execute(
    {
      kind: 'rectify',
      age: undefined,
      sex: undefined,
      clear_answers: [random.pick([first, ...others])],
      reason: null,
    },
    { call: 'POST /v1/sessions/{session_id}/rectify', answers: null },
  );
  return before;
}
