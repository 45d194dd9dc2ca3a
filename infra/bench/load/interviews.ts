import type { Account } from '../stack/accounts.ts';
import type { HttpClient, Reply } from './http-client.ts';
import type { Random } from './random.ts';
import { answerText, opening } from './texts.ts';

/** A session that waits for its next answer. */
export type Interview = { sessionId: string; key: string; questionId: string; answers: number };

/** What the benchmark reads of a session's state. */
export type StateBody = {
  session_id: string;
  questions_asked: number;
  is_complete: boolean;
  triage_level: string;
  current_question: { question_id: string } | null;
};

export type Answered = { interview: Interview; state: StateBody; ms: number };

export type Interviews = {
  /** Opens sessions until `answers` more can be given. Not part of any measurement. */
  prepare: (answers: number) => Promise<void>;
  /** A session with an open question, the one answered last: interviews are led to their end. Throws when none is left. */
  take: () => Interview;
  /** Answers the question, and puts the session back where it has another one. */
  answer: (interview: Interview, options?: AnswerOptions) => Promise<Answered>;
};

/** `client` answers through another server; `requestId` becomes the call's own. */
export type AnswerOptions = { client?: HttpClient; requestId?: string };

/** Sessions opened at once while preparing. */
const OPENING_AT_ONCE = 8;
/** Answers of an interview, until some were finished. */
const FIRST_GUESS_ANSWERS = 4;
/** However few answers are wanted: more sessions than callers could hold at once. */
const LEAST_READY = 400;

/** Anything but the expected status ends the benchmark: its numbers would be those of refusals. */
function expect(reply: Reply, status: number): StateBody {
  if (reply.status === status) return reply.body as StateBody;
  const code = (reply.body as { error?: { code?: string } } | null)?.error?.code ?? 'no code';
  throw new Error(`a call was answered with ${reply.status} (${code})`);
}

/** Interviews over one server, spread over all accounts in turn; the same seed gives the same interviews. */
export function createInterviews(
  client: HttpClient,
  accounts: readonly Account[],
  random: Random,
): Interviews {
  const ready: Interview[] = [];
  const done = { answers: 0, interviews: 0 };
  let opened = 0;

  /** A little less than what the prepared sessions will take, by the length of those that are over. */
  const expectedAnswers = (): number => {
    const length = done.interviews < 50 ? FIRST_GUESS_ANSWERS : (done.answers / done.interviews) * 0.8;
    return ready.reduce((sum, { answers }) => sum + Math.max(1, length - answers), 0);
  };

  async function openOne(): Promise<void> {
    const account = accounts[opened++ % accounts.length];
    if (!account) throw new Error('there are no accounts');
    const state = expect(await client.post('/v1/sessions', account.key, opening(random)), 201);
    const question = state.current_question;
    if (question === null) return;
    ready.push({
      sessionId: state.session_id,
      key: account.key,
      questionId: question.question_id,
      answers: 0,
    });
  }

  return {
    prepare: async (answers) => {
      const opener = async (): Promise<void> => {
        while (ready.length < LEAST_READY || expectedAnswers() < answers) await openOne();
      };
      await Promise.all(Array.from({ length: OPENING_AT_ONCE }, opener));
    },
    take: () => {
      const interview = ready.pop();
      if (!interview) throw new Error('too few sessions were prepared');
      return interview;
    },
    answer: async (interview, options = {}) => {
      const path = `/v1/sessions/${interview.sessionId}/answer`;
      const body = { question_id: interview.questionId, raw_text: answerText(random) };
      const headers = options.requestId === undefined ? {} : { 'x-request-id': options.requestId };
      const reply = await (options.client ?? client).post(path, interview.key, body, headers);
      const state = expect(reply, 200);
      const answers = interview.answers + 1;
      if (state.current_question === null) {
        done.interviews += 1;
        done.answers += answers;
      } else ready.push({ ...interview, answers, questionId: state.current_question.question_id });
      return { interview, state, ms: reply.ms };
    },
  };
}
