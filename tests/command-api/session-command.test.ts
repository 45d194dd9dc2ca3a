import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { QueryConfig } from 'pg';
import type { CommandCall } from '../../command-api/kernel/command-call.ts';
import { executeSessionCommand, type SessionRequest } from '../../command-api/sessions/execute.ts';
import { sha256 } from '../../shared/crypto/seal.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { openCommand } from '../domain/session/events.ts';
import { startApi } from '../support/api.ts';

/** What a command does between its append and its row; no projector runs beside it. */
const api = await startApi();
test.after.always(api.stop);
const { runtime } = api;

const demand = { scope: 'sessions:write', session: false, roles: null, feature: null } as const;
const START = new Date('2026-03-02T08:00:00.000Z');

/** The same call of a test key, which needs no balance, at any second and under one Idempotency-Key. */
async function newCall(): Promise<(second: number) => CommandCall> {
  const rawKey = await api.newKey(await api.newTenant(), { test: true });
  const idempotencyKey = randomUUID();
  return (second) => ({
    requestId: randomUUID(),
    now: new Date(START.getTime() + second * 1_000),
    credentials: {
      authorization: `Bearer ${rawKey}`,
      sessionToken: null,
      csrfToken: null,
      mutates: true,
    },
    idempotencyKey,
    fingerprint: sha256('open').toString('hex'),
    ip: '127.0.0.1',
    route: { method: 'POST', path: '/v1/sessions', demand },
    setRate: () => undefined,
    setCaller: () => undefined,
    signal: new AbortController().signal,
  });
}

type Hook = NonNullable<SessionRequest['beforeWriteThrough']>;

const opening = (beforeWriteThrough: Hook): SessionRequest => ({
  sessionId: null,
  command: ({ sessionId, test: isTest }) => openCommand({ session_id: sessionId, test: isTest }),
  beforeWriteThrough,
  respond: ({ state }) => ({ status: 201, body: { session_id: state.session_id } }),
});

const typesOf = async (sessionId: string): Promise<string[]> => {
  const types: string[] = [];
  for await (const { type } of runtime.log.readStream(sessionStream(sessionId), 0)) types.push(type);
  return types;
};
const hasRow = async (sessionId: string): Promise<boolean> =>
  (await runtime.pool.query('SELECT 1 FROM read.sessions WHERE session_id = $1', [sessionId])).rowCount === 1;

const deps = (now: Date) => ({ ...runtime, now: () => now });

test('a hook finds the events in the log and the row not written yet, and a replay passes it by', async (t) => {
  const call = await newCall();
  const seen: unknown[] = [];
  const request = opening(async ({ facts, row }) => {
    seen.push([
      facts.map(({ event }) => event.type),
      await typesOf(row.session_id),
      await hasRow(row.session_id),
    ]);
  });
  const { status, body } = await executeSessionCommand(deps(START), call(0), request);
  t.is(status, 201);
  t.deepEqual(seen, [[['session-opened'], ['session-opened'], false]]);
  t.true(await hasRow((body as { session_id: string }).session_id));

  const again = await executeSessionCommand(deps(START), call(1), request);
  t.deepEqual(again.body, body);
  t.is(again.headers?.['Idempotency-Replayed'], 'true');
  t.is(seen.length, 1);
});

test('a hook that fails leaves the answer to whoever repeats the call, which runs it once more', async (t) => {
  const call = await newCall();
  const sessionIds: string[] = [];
  let isBroken = true;
  const request = opening(({ row }) => {
    sessionIds.push(row.session_id);
    return isBroken ? Promise.reject(new Error('out of reach')) : Promise.resolve();
  });
  const refused = await t.throwsAsync<ApiError>(executeSessionCommand(deps(START), call(0), request), {
    instanceOf: ApiError,
  });
  t.is(refused.status, 503, 'no projector has mended the row in time');
  const running = await t.throwsAsync<ApiError>(executeSessionCommand(deps(START), call(19), request));
  t.is(running.status, 409);

  isBroken = false;
  const { status, body } = await executeSessionCommand(deps(START), call(20), request);
  t.is(status, 201);
  const [sessionId, ...others] = sessionIds;
  t.deepEqual(others, [sessionId]);
  t.deepEqual(body, { session_id: sessionId });
  t.deepEqual(await typesOf(sessionId ?? ''), ['session-opened'], 'appended once');
});

test('a command that opens a session asks for its admission, appends and writes, and nothing besides', async (t) => {
  const steps: string[] = [];
  const told = (pool: Pool, name: string): Pool => ({
    connect: () => pool.connect(),
    query: ((statement: QueryConfig) => {
      steps.push(name);
      return pool.query(statement);
    }) as Pool['query'],
  });
  const watched: typeof runtime = {
    ...runtime,
    now: () => START,
    admit: (asked) => {
      steps.push('admit');
      return runtime.admit(asked);
    },
    log: {
      ...runtime.log,
      append: (...args) => {
        steps.push('append');
        return runtime.log.append(...args);
      },
      readStream: (...args) => {
        steps.push('read');
        return runtime.log.readStream(...args);
      },
    },
    poolOf: (tenantId) => told(runtime.poolOf(tenantId), 'query'),
    relaxedPoolOf: (tenantId) => told(runtime.relaxedPoolOf(tenantId), 'write through'),
  };
  const call = await newCall();
  const request = opening(() => Promise.resolve());
  // The tenant's own keys are opened once a process.
  await executeSessionCommand(deps(START), { ...call(0), idempotencyKey: null }, request);
  const { status } = await executeSessionCommand(watched, call(1), request);
  t.is(status, 201);
  t.deepEqual(steps, ['admit', 'append', 'write through']);
});
