import test from 'ava';
import fc from 'fast-check';
import { clientOf, startApi } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { accessesOf } from '../support/operational-rows.ts';

/**
 * Time travel through HTTP: what a session answered at each moment, kept as bytes by the test, against what its history
 * answers for that moment later. DRILL=full generates more sessions.
 */
const RUNS = process.env['DRILL'] === 'full' ? 100 : 4;

const api = await startApi();
const tenantId = await api.newTenant();
const key = await api.newKey(tenantId, { test: true });
const client = clientOf(api.baseUrl, key);
const liveKey = await api.newClient(tenantId);
const stranger = await api.newClient(await api.newTenant(), { test: true });
// The generated sessions make more calls a minute than the tier allows.
await liveKey('PUT', '/v1/admin/rate-limit', { rate_limit_rpm: 5_000 });
test.after.always(api.stop);

type ShownEvent = { revision: number; type: string; at: string; data: Record<string, unknown> };
type Question = { question_id: string };
type State = { session_id: string; triage_level: string; current_question: Question | null };

type Json = Record<string, unknown>;
/** What `/history/state` says of a revision for which `?at=` answers this. */
const pastStateOf = (revision: number, { session_id, erased = false, ...state }: Json): Json => ({
  session_id,
  revision,
  erased,
  unreadable: false,
  state: erased === true ? null : { session_id, ...state },
});

/** Exactly what was answered. */
async function bytesOf(path: string): Promise<string> {
  const response = await fetchDescribed(`${api.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

async function send(method: string, path: string, body: unknown): Promise<{ status: number; state: State }> {
  const { status, body: answered } = await client(method, path, body);
  return { status, state: answered as State };
}

const eventsOf = async (sessionId: string): Promise<ShownEvent[]> => {
  const { body } = await client('GET', `/v1/sessions/${sessionId}/history`);
  return (body as { events: ShownEvent[] }).events;
};

type Step =
  | { kind: 'answer'; text: string }
  | { kind: 'skip' }
  | { kind: 'additional'; text: string }
  | { kind: 'route'; text: string }
  | { kind: 'demographics'; age: number | null }
  | { kind: 'rectify'; age: number }
  | { kind: 'clear' };

const words = fc.constantFrom(
  'yes',
  'no',
  "I don't know",
  'ano, od včerejška',
  'chest pain spreading to my left arm',
  'teplota 38,5 a kašel',
  'since this morning, I am sweating and short of breath',
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('answer' as const), text: words }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('skip' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('additional' as const), text: words }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('route' as const), text: words }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('demographics' as const),
      age: fc.option(fc.integer({ min: 0, max: 130 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rectify' as const), age: fc.integer({ min: 0, max: 130 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
);
const complaint = fc.constantFrom('chest pain', 'bolest hlavy', 'cough and fever', 'something strange');

/** A session under test, with the questions that have an answer which could be cleared. */
type Interview = { path: string; state: State; answered: string[] };

/** Takes one step; false where the session has no place for it. */
async function take(interview: Interview, next: Step): Promise<boolean> {
  const { path, answered } = interview;
  const questionId = interview.state.current_question?.question_id;
  const call = async (method: string, tail: string, body: unknown): Promise<boolean> => {
    const { status, state } = await send(method, `${path}${tail}`, body);
    if (status === 200 && tail !== '/route') interview.state = state;
    else if (status === 200) interview.state = JSON.parse(await bytesOf(`${path}/state`)) as State;
    return status === 200;
  };
  switch (next.kind) {
    case 'answer':
    case 'skip': {
      if (questionId === undefined) return false;
      const told = next.kind === 'skip' ? { skip: true } : { raw_text: next.text };
      const isDone = await call('POST', '/answer', { question_id: questionId, ...told });
      if (isDone) answered.push(questionId);
      return isDone;
    }
    case 'additional':
      return call('POST', '/answer', { question_id: 'additional', raw_text: next.text });
    case 'route':
      return call('POST', '/route', { text: next.text });
    case 'demographics':
      return call('PATCH', '/demographics', { age: next.age });
    case 'rectify':
      return call('POST', '/rectify', { age: next.age });
    case 'clear': {
      const cleared = answered.pop();
      if (cleared === undefined) return false;
      const isDone = await call('POST', '/rectify', { clear_answers: [cleared] });
      // The question may be asked again, or may have been asked twice: all of its answers are gone.
      interview.answered = answered.filter((one) => one !== cleared);
      return isDone;
    }
  }
}

test('the state as of each revision is, byte for byte, what was answered then', async (t) => {
  await fc.assert(
    fc.asyncProperty(complaint, fc.array(step, { minLength: 2, maxLength: 12 }), async (chief, steps) => {
      const opened = await send('POST', '/v1/sessions', { chief_complaint: chief, age: 50 });
      t.is(opened.status, 201);
      const path = `/v1/sessions/${opened.state.session_id}`;
      const interview: Interview = { path, state: opened.state, answered: [] };
      const seen: { revision: number; bytes: string }[] = [];
      const look = async () => {
        const { rows } = await api.runtime.pool.query<{ revision: number }>(
          'SELECT revision FROM read.sessions WHERE session_id = $1',
          [opened.state.session_id],
        );
        seen.push({ revision: rows[0]?.revision ?? -1, bytes: await bytesOf(`${path}/state`) });
      };
      await look();
      for (const next of steps) if (await take(interview, next)) await look();
      await send('POST', `${path}/finalize`, undefined);
      await look();

      const events = await eventsOf(opened.state.session_id);
      t.deepEqual(
        events.map((event) => event.revision),
        events.map((_, index) => index),
      );
      const cleared = events.flatMap(({ type, revision, data }) =>
        type === 'session-rectified'
          ? (data.cleared_revisions as number[]).map((first) => ({ first, until: revision }))
          : [],
      );
      const isCleared = (revision: number) =>
        cleared.some(({ first, until }) => revision >= first && revision < until);
      for (const { revision, bytes } of seen) {
        const then = await bytesOf(`${path}/history?at=${revision}`);
        const { body } = await client('GET', `${path}/history/state?revision=${revision}`);
        t.deepEqual(body, pastStateOf(revision, JSON.parse(then) as Json));
        const expected = isCleared(revision)
          ? JSON.stringify({ session_id: opened.state.session_id, erased: true })
          : bytes;
        if (isCleared(revision)) t.deepEqual(JSON.parse(then), JSON.parse(expected));
        else t.is(then, expected);
      }
    }),
    { numRuns: RUNS, seed: 20260131 },
  );
});

test('the history shows what was told, and erased in the place of what was cleared', async (t) => {
  const { state } = await send('POST', '/v1/sessions', { chief_complaint: 'chest pain', age: 61 });
  const path = `/v1/sessions/${state.session_id}`;
  const question_id = state.current_question?.question_id;
  const secret = 'yes, since I carried the piano';
  await send('POST', `${path}/answer`, { question_id, raw_text: secret });
  const before = await eventsOf(state.session_id);
  t.is((before[1]?.data.answer as { raw_text: string }).raw_text, secret);
  t.is((before[0]?.data.intake as { age: number }).age, 61);

  await send('POST', `${path}/rectify`, { clear_answers: [question_id], reason: 'told in error' });
  const after = await bytesOf(`${path}/history`);
  t.false(after.includes('piano'));
  const events = (JSON.parse(after) as { events: ShownEvent[] }).events;
  t.deepEqual(events[1]?.data.answer, { erased: true });
  t.deepEqual(events[1]?.data.outcome, { erased: true });
  t.like(events.findLast(({ type }) => type === 'session-rectified')?.data, {
    changed_fields: [`answers.${question_id ?? ''}`],
    rectification: { reason: 'told in error' },
  });
});

test('a time means what stood then, and there was nothing before the opening', async (t) => {
  const { state } = await send('POST', '/v1/sessions', { chief_complaint: 'headache' });
  const path = `/v1/sessions/${state.session_id}/history`;
  const [opening] = await eventsOf(state.session_id);
  const openedMs = Date.parse(opening?.at ?? '');
  const at = (ms: number) => client('GET', `${path}?at=${new Date(ms).toISOString()}`);
  t.is((await at(openedMs)).status, 200);
  t.is((await at(openedMs - 1)).status, 404);
  t.is((await client('GET', `${path}?at=1`)).status, 404);
  for (const wrong of ['-1', '1.5', 'yesterday', '2026-02-30T00:00:00Z']) {
    t.is((await client('GET', `${path}?at=${wrong}`)).status, 422, wrong);
  }
});

test('an earlier state is asked for by its time or by its revision', async (t) => {
  const { state } = await send('POST', '/v1/sessions', { chief_complaint: 'headache' });
  const [opening] = await eventsOf(state.session_id);
  const then = (query: string) => client('GET', `/v1/sessions/${state.session_id}/history/state?${query}`);
  const expected = (await then('revision=0')).body;
  t.like(expected, { session_id: state.session_id, revision: 0, erased: false });
  t.deepEqual((await then(`time=${opening?.at}`)).body, expected);
  const beforeMs = Date.parse(opening?.at ?? '') - 1;
  t.is((await then(`time=${new Date(beforeMs).toISOString()}`)).status, 404);
  t.is((await then('revision=1000')).status, 404);
  for (const query of ['', `revision=0&time=${opening?.at}`]) t.is((await then(query)).status, 400, query);
  for (const query of ['revision=-1', 'revision=x', 'time=0', 'time=yesterday'])
    t.is((await then(query)).status, 422, query);
});

test('nobody else sees it, nor anybody after its erasure', async (t) => {
  const { state } = await send('POST', '/v1/sessions', { chief_complaint: 'headache' });
  const path = `/v1/sessions/${state.session_id}`;
  for (const other of [stranger, liveKey]) {
    t.is((await other('GET', `${path}/history`)).status, 404);
    t.is((await other('GET', `${path}/history/state?revision=0`)).status, 404);
  }
  await client('DELETE', path);
  t.is((await client('GET', `${path}/history`)).status, 404);
  t.is((await client('GET', `${path}/history?at=0`)).status, 404);
  t.is((await client('GET', `${path}/history/state?revision=0`)).status, 404);
});

test('each look at it is audited', async (t) => {
  const { state } = await send('POST', '/v1/sessions', { chief_complaint: 'headache' });
  await client('GET', `/v1/sessions/${state.session_id}/history`);
  await client('GET', `/v1/sessions/${state.session_id}/history?at=0`);
  await client('GET', `/v1/sessions/${state.session_id}/history/state?revision=0`);
  await client('GET', `/v1/sessions/${state.session_id}/history/state?revision=1000`);
  t.deepEqual(await accessesOf(api.runtime.pool, state.session_id), [
    'session.history_viewed',
    'session.history_viewed',
    'session.history_viewed',
  ]);
});
