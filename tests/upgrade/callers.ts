import { randomUUID } from 'node:crypto';
import { sleep } from '../../shared/lifecycle/timing.ts';
import type { Fleet } from './fleet.ts';

const CALL_LIMIT_MS = 15_000;
const ANSWERS = 3;

/** What was acknowledged of a session, to be found again. */
export type Acknowledged = { sessionId: string; status: 'active' | 'finalized' | 'erased'; level: string };

type Json = Record<string, unknown>;

/** Looks that partners and dashboards have, whichever release answers. */
const LOOKS = [
  '/v1/sessions?limit=5',
  '/v1/patients?limit=5',
  '/v1/admin/balance',
  '/v1/admin/usage',
  '/v1/admin/usage/summary?window=24h',
  '/v1/admin/usage/summary?window=7d&group_by=key',
  '/v1/admin/usage/details?limit=5',
  '/v1/admin/stats',
  '/v1/admin/access-review',
  '/v1/admin/audit-log/events?limit=5',
  '/v1/admin/requests?limit=5',
  '/v1/admin/webhooks',
  '/v1/events?limit=5',
];

const codeOf = (text: string): string => /"code":"(\w+)"/.exec(text)?.[1] ?? '';

/** Callers that interview patients one after the other, each call at one of the API processes. Each failure is counted by its cause. */
export function startCallers(
  fleet: Fleet,
  key: string,
  { count, paceMs }: { count: number; paceMs: number },
) {
  const failures = new Map<string, number>();
  const byRelease = new Map<string, number>();
  const sessions: Acknowledged[] = [];
  let calls = 0;
  let isOver = false;

  const fail = (cause: string): null => {
    failures.set(cause, (failures.get(cause) ?? 0) + 1);
    return null;
  };

  async function call(method: string, path: string, body?: unknown): Promise<Json | null> {
    const member = fleet.pick(method === 'GET' ? 'query-api' : 'command-api');
    calls += 1;
    byRelease.set(member.release.name, (byRelease.get(member.release.name) ?? 0) + 1);
    const where = `${member.release.name} ${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…')}`;
    try {
      const answer = await fetch(`${member.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      const text = await answer.text();
      if (!answer.ok) return fail(`${where}: ${answer.status} ${codeOf(text)}`);
      return text === '' ? {} : (JSON.parse(text) as Json);
    } catch (error) {
      return fail(`${where}: ${error instanceof Error ? error.name : 'error'}`);
    }
  }

  async function answerQuestions(sessionId: string, opened: Json): Promise<Json> {
    let state = opened;
    for (let turn = 0; turn < ANSWERS; turn++) {
      const question = state.current_question as { question_id: string } | null;
      if (!question) break;
      const answer = { question_id: question.question_id, raw_text: turn === 1 ? 'yes' : 'no' };
      state = (await call('POST', `/v1/sessions/${sessionId}/answer`, answer)) ?? state;
    }
    return state;
  }

  async function interview(turn: number): Promise<void> {
    const patient = `patient-${turn % 40}`;
    if (turn % 4 === 0)
      await call('PUT', `/v1/patients/${patient}`, { chronic_conditions: ['hypertension'] });
    const opened = await call('POST', '/v1/sessions', {
      chief_complaint: turn % 2 === 0 ? 'headache' : 'chest pain',
      age: 40,
      sex: 'female',
      ...(turn % 3 === 0 && { patient_id: patient }),
    });
    if (opened === null) return;
    const sessionId = String(opened.session_id);
    const at = (tail: string): string => `/v1/sessions/${sessionId}${tail}`;
    await answerQuestions(sessionId, opened);
    if (turn % 5 === 1) await call('POST', at('/rectify'), { age: 41, reason: 'a slip' });
    const state = await call('GET', at('/state'));
    const known: Acknowledged = { sessionId, status: 'active', level: String(state?.triage_level) };
    sessions.push(known);
    if (turn % 6 === 5) return;
    const finalized = await call('POST', at('/finalize'));
    if (finalized === null) return;
    known.status = 'finalized';
    await call('GET', at('/results'));
    if (turn % 7 === 3 && (await call('DELETE', at(''))) !== null) known.status = 'erased';
    await call('GET', LOOKS[turn % LOOKS.length] ?? '/v1/admin/balance');
  }

  let turns = 0;
  const running = Array.from({ length: count }, async () => {
    while (!isOver) {
      const next = sleep(paceMs);
      await interview(turns++);
      await next;
    }
  });
  return {
    sessions,
    failures,
    calls: () => calls,
    byRelease,
    stop: async (): Promise<void> => {
      isOver = true;
      await Promise.all(running);
    },
  };
}
