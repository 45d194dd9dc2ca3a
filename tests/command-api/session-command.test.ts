import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { QueryConfig } from 'pg';
import type { CommandCall } from '../../command-api/kernel/command-call.ts';
import { createIntentSweeper, GRACE_MS } from '../../command-api/reactors/intent-sweeper.ts';
import { executeSessionCommand, type SessionRequest } from '../../command-api/sessions/execute.ts';
import { sha256 } from '../../shared/crypto/seal.ts';
import { NothingSentError } from '../../shared/event-log/ask-before-appends.ts';
import { LogUnavailableError, type EventLog } from '../../shared/event-log/event-log.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { openCommand } from '../domain/session/events.ts';
import { startApi } from '../support/api.ts';
import { until } from '../support/until.ts';

/** What a command does between its append and its row; no projector runs beside it. */
const api = await startApi();
test.after.always(api.stop);
const { runtime } = api;

const demand = { scope: 'sessions:write', session: false, roles: null, feature: null } as const;
const START = new Date('2026-03-02T08:00:00.000Z');

/** The same call of a test key, which needs no balance, at any second and under one Idempotency-Key. */
async function newCall(tenantId?: string): Promise<(second: number) => CommandCall> {
  const rawKey = await api.newKey(tenantId ?? (await api.newTenant()), { test: true });
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
    onBehalfOf: null,
    askedMode: null,
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
  isBroken = false;
  const { status, body } = await executeSessionCommand(deps(START), call(0), request);
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

type Append = EventLog['append'];
/** The runtime with other appends, at a second of the calls. */
const appending = (append: Append, second: number) => ({
  ...runtime,
  now: () => new Date(START.getTime() + second * 1_000),
  log: { ...runtime.log, append },
});
const plain = opening(() => Promise.resolve());
const sessionOf = (body: unknown): string => (body as { session_id: string }).session_id;
const statusOf = async (t: ExecutionContext, answer: Promise<unknown>): Promise<number> => {
  const error = await t.throwsAsync(answer);
  return error instanceof ApiError ? error.status : error instanceof LogUnavailableError ? 503 : 500;
};
const marks = async (tenantId: string): Promise<number> =>
  (await runtime.pool.query('SELECT 1 FROM ops.idempotency_keys WHERE tenant_id = $1', [tenantId]))
    .rowCount ?? 0;
const intents = async (tenantId: string): Promise<number> =>
  (await runtime.pool.query('SELECT 1 FROM ops.intents WHERE tenant_id = $1', [tenantId])).rowCount ?? 0;

test.serial(
  'a call of which nothing was sent leaves nothing behind, and its repeat is carried out at once',
  async (t) => {
    const tenantId = await api.newTenant();
    const call = await newCall(tenantId);
    const unsent = appending(() => Promise.reject(new NothingSentError()), 0);
    t.is(await statusOf(t, executeSessionCommand(unsent, call(0), plain)), 503);
    t.deepEqual([await marks(tenantId), await intents(tenantId)], [0, 0]);

    const { status, body } = await executeSessionCommand(deps(START), call(0), plain);
    t.is(status, 201);
    t.deepEqual(await typesOf(sessionOf(body)), ['session-opened']);
  },
);

test.serial(
  'a call whose append comes late is not carried out twice: a repeat finds it in the log',
  async (t) => {
    const call = await newCall();
    const held: Parameters<Append>[] = [];
    const paused: Append = (...args) => {
      held.push(args);
      return Promise.reject(new LogUnavailableError());
    };
    t.is(await statusOf(t, executeSessionCommand(appending(paused, 0), call(0), plain)), 503);
    const forbidden = appending(() => Promise.reject(new Error('appended')), 1);
    t.is(await statusOf(t, executeSessionCommand(forbidden, call(1), plain)), 409, 'it may still happen');
    t.is(
      await statusOf(t, executeSessionCommand(forbidden, call(7), plain)),
      409,
      'for the time of its deadline',
    );

    const [append] = held;
    if (!append) throw new Error('nothing was appended');
    await runtime.log.append(...append);
    const { status, body } = await executeSessionCommand(forbidden, call(8), plain);
    t.is(status, 201, 'answered from the log');
    t.is(append[0], sessionStream(sessionOf(body)));
    t.deepEqual(await typesOf(sessionOf(body)), ['session-opened']);
    const again = await executeSessionCommand(forbidden, call(9), plain);
    t.is(again.headers?.['Idempotency-Replayed'], 'true');
  },
);

test.serial(
  'a call whose append never came is carried out by a repeat after its deadline, and once',
  async (t) => {
    const tenantId = await api.newTenant();
    const call = await newCall(tenantId);
    const lost = appending(() => Promise.reject(new LogUnavailableError()), 0);
    t.is(await statusOf(t, executeSessionCommand(lost, call(0), plain)), 503);
    t.is(await intents(tenantId), 1, 'its place is held while it may still happen');
    const swept = new Date(START.getTime() + 10_000 + GRACE_MS);
    const sweep = () =>
      createIntentSweeper({ ...runtime, now: () => swept, reportFact: () => undefined }).runOnce();

    const repeats = await Promise.allSettled([
      executeSessionCommand(
        appending((...args) => runtime.log.append(...args), 8),
        call(8),
        plain,
      ),
      executeSessionCommand(
        appending((...args) => runtime.log.append(...args), 8),
        call(8),
        plain,
      ),
    ]);
    const done = repeats.filter((repeat) => repeat.status === 'fulfilled');
    t.true(done.length >= 1, 'one of them takes it over');
    for (const repeat of repeats)
      if (repeat.status === 'rejected') t.is((repeat.reason as ApiError).status, 409);
    const [sessionId = ''] = done.map(({ value }) => sessionOf(value.body));
    t.deepEqual(await typesOf(sessionId), ['session-opened']);
    await sweep();
    t.is(await intents(tenantId), 1, 'of what stands in the log the projection of balances lets go');
  },
);

test.serial('a call that nobody repeats is swept up, and may be repeated later all the same', async (t) => {
  const tenantId = await api.newTenant();
  const call = await newCall(tenantId);
  const lost = appending(() => Promise.reject(new LogUnavailableError()), 0);
  t.is(await statusOf(t, executeSessionCommand(lost, call(0), plain)), 503);
  const now = (): Date => new Date(START.getTime() + 10_000 + GRACE_MS);
  await createIntentSweeper({ ...runtime, now, reportFact: () => undefined }).runOnce();
  t.is(await intents(tenantId), 0, 'it is not in the log');
  const { status, body } = await executeSessionCommand(
    appending((...args) => runtime.log.append(...args), 70),
    call(70),
    plain,
  );
  t.is(status, 201);
  t.deepEqual(await typesOf(sessionOf(body)), ['session-opened']);
});

test.serial('a handler that hangs is taken over after 20 seconds, not before', async (t) => {
  const call = await newCall();
  let end: ((error: Error) => void) | null = null;
  const never = appending(
    () =>
      new Promise((_, reject) => {
        end = reject;
      }),
    0,
  );
  const hanging = executeSessionCommand(never, call(0), plain);
  await until('it appends', 5_000, () => end !== null);
  t.is(await statusOf(t, executeSessionCommand(deps(START), call(19), plain)), 409);
  const { status, body } = await executeSessionCommand(deps(START), call(20), plain);
  t.is(status, 201);
  (end as ((error: Error) => void) | null)?.(new LogUnavailableError());
  t.deepEqual((await hanging).body, body, 'it finds the events of the other, which are its own');
  t.deepEqual(await typesOf(sessionOf(body)), ['session-opened']);
  const again = await executeSessionCommand(deps(START), call(21), plain);
  t.is(again.headers?.['Idempotency-Replayed'], 'true');
});
