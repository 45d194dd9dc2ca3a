import { randomUUID } from 'node:crypto';
import type { Account } from '../stack/accounts.ts';
import type { HttpClient, Reply } from './http-client.ts';
import type { StateBody } from './interviews.ts';
import type { Random } from './random.ts';
import { answerText, opening } from './texts.ts';

export type Calls = { sessions: number; answers: number; reads: number; finalized: number };

export type WholeInterviews = {
  /** Makes the next call of one of the interviews under way, or opens one. Returns what it took, in milliseconds. */
  step: () => Promise<number>;
  /** Calls since the beginning. */
  calls: () => Calls;
};

type Interview = { path: string; key: string; questionId: string | null; isRead: boolean };

/** So many are under way at once, those that are in a call not counted. */
const WAITING = 60;

function expect(reply: Reply, status: number): Reply {
  if (reply.status === status) return reply;
  const code = (reply.body as { error?: { code?: string } } | null)?.error?.code ?? 'no code';
  throw new Error(`a call was answered with ${reply.status} (${code})`);
}

const questionOf = (reply: Reply): string | null =>
  (reply.body as StateBody).current_question?.question_id ?? null;

/**
 * Interviews as a partner's software leads them: opened, answered to the last question, results read, finalized, each call
 * that changes something under an Idempotency-Key. They stand at all stages at once.
 */
export function createWholeInterviews(
  clients: { command: HttpClient; query: HttpClient },
  accounts: readonly Account[],
  random: Random,
): WholeInterviews {
  const waiting: Interview[] = [];
  const calls: Calls = { sessions: 0, answers: 0, reads: 0, finalized: 0 };
  let opened = 0;

  const change = async (path: string, key: string, body: unknown, status: number): Promise<Reply> =>
    expect(await clients.command.post(path, key, body, { 'idempotency-key': randomUUID() }), status);

  async function openOne(): Promise<number> {
    const account = accounts[opened++ % accounts.length];
    if (!account) throw new Error('there are no accounts');
    const reply = await change('/v1/sessions', account.key, opening(random), 201);
    calls.sessions += 1;
    const path = `/v1/sessions/${(reply.body as StateBody).session_id}`;
    waiting.push({ path, key: account.key, questionId: questionOf(reply), isRead: false });
    return reply.ms;
  }

  async function goOn(interview: Interview): Promise<number> {
    const { path, key, questionId, isRead } = interview;
    if (questionId !== null) {
      const answer = { question_id: questionId, raw_text: answerText(random) };
      const reply = await change(`${path}/answer`, key, answer, 200);
      calls.answers += 1;
      waiting.push({ ...interview, questionId: questionOf(reply) });
      return reply.ms;
    }
    if (!isRead) {
      const reply = expect(await clients.query.get(`${path}/results`, key), 200);
      calls.reads += 1;
      waiting.push({ ...interview, isRead: true });
      return reply.ms;
    }
    const reply = await change(`${path}/finalize`, key, {}, 200);
    calls.finalized += 1;
    return reply.ms;
  }

  return {
    step: () => {
      // Any of them: in turn they would all be at the same stage.
      const [next] = waiting.length < WAITING ? [] : waiting.splice(random.between(0, WAITING - 1), 1);
      return next ? goOn(next) : openOne();
    },
    calls: () => ({ ...calls }),
  };
}
