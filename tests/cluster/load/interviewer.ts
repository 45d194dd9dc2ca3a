import { seededRandom, type Random } from '../../../infra/bench/load/random.ts';
import { answerText, longText, opening } from '../../../infra/bench/load/texts.ts';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import type { Decided, Insist, Wanted } from './insist.ts';
import { isAcknowledged, type Operation, type OperationKind, type Partner } from './operation.ts';

/** One of a partner's workplaces: it leads one interview after another, and does one thing after another. */
export type Interviewer = {
  partner: Partner;
  number: number;
  insist: Insist;
  note: (operation: Operation) => void;
};

/** From one thing that it does to the next: what a day has, in minutes, and not what the machine can do. */
const PACE_MS = 220;
const MOST_ANSWERS = 8;
const SHORT_STORY = 120;
const LONG_STORY = 400;

type State = {
  session_id: string;
  questions_asked: number;
  current_question: { question_id: string } | null;
};
type About = { sessionId?: string | null; patientId?: string | null };

/** Leads interviews until it is told to stop; ends with the operation that it has begun. */
export async function interview(interviewer: Interviewer, signal: AbortSignal, seed: number): Promise<void> {
  const random = seededRandom(seed);
  for (let count = 0; !signal.aborted; count += 1) {
    const patientId = random.next() < 0.5 ? `patient ${interviewer.number}-${seed}-${count}` : null;
    await new Interview(interviewer, signal, random).run(patientId);
  }
}

/** The partner has asked for an end. */
class Stopped extends Error {}

class Interview {
  private readonly interviewer: Interviewer;
  private readonly signal: AbortSignal;
  private readonly random: Random;
  private dueMs = Date.now();

  constructor(interviewer: Interviewer, signal: AbortSignal, random: Random) {
    this.interviewer = interviewer;
    this.signal = signal;
    this.random = random;
  }

  /** What was refused ends the interview; the record has it. */
  async run(patientId: string | null): Promise<void> {
    try {
      if (patientId !== null) await this.saveProfile(patientId);
      const session = await this.open(patientId);
      if (session === null) return;
      await this.fill(session);
      await this.post('finalize', session.session_id);
      await this.forget(session.session_id, patientId);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }

  private async open(patientId: string | null): Promise<State | null> {
    const body = { ...opening(this.random), ...(patientId === null ? {} : { patient_id: patientId }) };
    const opened = await this.act('open', { method: 'POST', path: '/v1/sessions', body }, { patientId });
    return opened.status === 201 ? (opened.body as State) : null;
  }

  private async fill(session: State): Promise<void> {
    const id = session.session_id;
    let state = session;
    if (this.random.next() < 0.5) {
      const text = longText(this.random, this.random.between(SHORT_STORY, LONG_STORY));
      await this.post('route', id, { text });
      // What comes next is seen in the state, which query-api answers.
      const seen = await this.read(id, '/state');
      if (seen.status !== 200) return;
      state = seen.body as State;
    }
    for (let answers = 0; answers < MOST_ANSWERS && state.current_question !== null; answers += 1) {
      const { question_id } = state.current_question;
      const answered = await this.post('answer', id, { question_id, raw_text: answerText(this.random) });
      if (answered.status !== 200) return;
      state = answered.body as State;
      if (this.random.next() < 0.3) await this.read(id, '/state', state);
    }
    await this.read(id, '/results');
  }

  private async forget(sessionId: string, patientId: string | null): Promise<void> {
    const chance = this.random.next();
    if (patientId !== null && chance < 0.15) {
      const path = `/v1/patients/${encodeURIComponent(patientId)}`;
      await this.act('erase-patient', { method: 'DELETE', path }, { sessionId, patientId });
    } else if (chance < 0.3) {
      const path = `/v1/sessions/${sessionId}`;
      await this.act('erase-session', { method: 'DELETE', path }, { sessionId, patientId });
    }
  }

  private saveProfile(patientId: string): Promise<Decided> {
    const path = `/v1/patients/${encodeURIComponent(patientId)}`;
    const body = { chronic_conditions: ['hypertension'] };
    return this.act('save-profile', { method: 'PUT', path, body }, { patientId });
  }

  private post(kind: OperationKind, sessionId: string, body?: unknown): Promise<Decided> {
    const path = `/v1/sessions/${sessionId}/${kind}`;
    return this.act(kind, { method: 'POST', path, ...(body === undefined ? {} : { body }) }, { sessionId });
  }

  /** What was acknowledged is seen at once, whichever process answers. */
  private read(sessionId: string, path: string, expected?: State): Promise<Decided> {
    const wanted = { method: 'GET', path: `/v1/sessions/${sessionId}${path}` } as const;
    return this.act('read', wanted, { sessionId }, (body) => {
      if (expected === undefined) return null;
      const state = body as State;
      const isSame =
        state.questions_asked === expected.questions_asked &&
        state.current_question?.question_id === expected.current_question?.question_id;
      return isSame ? null : 'a read is behind an answer that was acknowledged';
    });
  }

  private async act(
    kind: OperationKind,
    wanted: Wanted,
    { sessionId = null, patientId = null }: About,
    problemOf: (body: unknown) => string | null = () => null,
  ): Promise<Decided> {
    await sleep(Math.max(0, this.dueMs - Date.now()), this.signal);
    if (this.signal.aborted) throw new Stopped();
    this.dueMs = Math.max(this.dueMs, Date.now()) + PACE_MS;
    const { partner, insist, note } = this.interviewer;
    const decided = await insist(partner.key, wanted);
    const { body, status, isReplayed, failures, idempotencyKey, startedMs, endedMs } = decided;
    const operation: Operation = {
      kind,
      tenantId: partner.tenantId,
      sessionId: sessionId ?? (body as Partial<State> | null)?.session_id ?? null,
      patientId,
      idempotencyKey,
      status,
      isReplayed,
      failures,
      problem: null,
      startedMs,
      endedMs,
    };
    if (isAcknowledged(operation)) operation.problem = problemOf(body);
    note(operation);
    return decided;
  }
}
