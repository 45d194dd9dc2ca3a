import test from 'ava';
import { randomUUID } from 'node:crypto';
import { fieldsOf } from '../support/answers.ts';
import { startApi, type Client } from '../support/api.ts';

/**
 * The session interface through HTTP, over the real event store, Postgres and engine. Test keys: no charge, so no
 * projector is needed; money has a file of its own.
 */
const api = await startApi();
const tenantId = await api.newTenant();
const client = await api.newClient(tenantId, { test: true });
const otherTenant = await api.newClient(await api.newTenant(), { test: true });
const liveKey = await api.newClient(tenantId);
test.after.always(api.stop);

type Question = {
  question_id: string;
  text: string;
  text_cs: string;
  answer_type: string;
  choices: unknown[];
  unit: string | null;
  reason: { code: string; text: string } | null;
};
type State = {
  session_id: string;
  status: string;
  questions_asked: number;
  is_complete: boolean;
  triage_level: string;
  red_flags: string[];
  current_question: Question | null;
};

const open = async (body: Record<string, unknown>): Promise<State> => {
  const answer = await client('POST', '/v1/sessions', body);
  if (answer.status !== 201)
    throw new Error(`create answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as State;
};
const path = (session: State, tail = ''): string => `/v1/sessions/${session.session_id}${tail}`;
const questionOf = (state: State): Question => {
  if (!state.current_question) throw new Error('no question is open');
  return state.current_question;
};

/** Answers "no" until the engine has no further question; at most 25 times. */
async function sayNo(session: State, send: Client = client): Promise<State> {
  let state = session;
  for (let count = 0; state.current_question && count < 25; count += 1) {
    const { question_id } = state.current_question;
    const answer = await send('POST', path(session, '/answer'), { question_id, raw_text: 'no' });
    if (answer.status !== 200) throw new Error(`answer gave ${answer.status} ${JSON.stringify(answer.body)}`);
    state = answer.body as State;
  }
  return state;
}

test('an interview goes from chief complaint to summary', async (t) => {
  const session = await open({ chief_complaint: 'chest pain', age: 57, sex: 'male', patient_id: 'p-1' });
  t.is(session.status, 'active');
  t.truthy(questionOf(session).text);
  t.truthy(questionOf(session).text_cs);

  const routed = await client('POST', path(session, '/route'), {
    text: 'Crushing chest pain for one hour, spreading into my left arm, and I am sweating.',
  });
  t.is(routed.status, 200);

  const state = await client('GET', path(session, '/state'));
  t.is(state.status, 200);
  const done = await sayNo(state.body as State);
  t.true(done.is_complete);
  t.is(done.current_question, null);

  const explained = await client('GET', path(session, '/explain'));
  t.like(explained.body, { is_exact: true, question: null, triage: { level: done.triage_level } });

  const results = await client('GET', path(session, '/results'));
  t.is(results.status, 200);
  t.true((results.body as { differentials: unknown[] }).differentials.length > 0);

  const finalized = await client('POST', path(session, '/finalize'));
  t.is(finalized.status, 200);
  const final = finalized.body as State & { summary: { narrative: string; narrative_cs: string } };
  t.is(final.status, 'finalized');
  t.true(final.summary.narrative.length > 50);
  t.true(final.summary.narrative_cs.length > 50);

  const feedback = await client('POST', path(session, '/feedback'), { accuracy: 'correct' });
  t.is(feedback.status, 201);
  const exported = await client('GET', path(session, '/export'));
  t.is(exported.status, 200);
  t.is((exported.body as { feedback: { accuracy: string } }).feedback.accuracy, 'correct');
  const bundle = await client('GET', path(session, '/export?format=fhir'));
  t.is(bundle.headers.get('content-type'), 'application/fhir+json');
  t.like(bundle.body, { resourceType: 'Bundle', entry: { 0: { resource: { resourceType: 'Patient' } } } });
});

test('a GET right after a write shows it', async (t) => {
  const session = await open({ chief_complaint: 'headache' });
  let state = session;
  for (let count = 0; count < 5 && state.current_question; count += 1) {
    const { question_id } = state.current_question;
    const answer = await client('POST', path(session, '/answer'), { question_id, skip: true });
    state = answer.body as State;
    const read = await client('GET', path(session, '/state'));
    t.deepEqual((read.body as State).current_question, state.current_question);
    t.is((read.body as State).questions_asked, state.questions_asked);
  }
  t.true(state.questions_asked > 0);
});

test('fields of the client win over what a text says, and unknown ones are named', async (t) => {
  const session = await open({ chief_complaint: 'fever', initial_fields: { no_such_field: { deep: [1] } } });
  t.deepEqual((session as State & { unrecognised: string[] }).unrecognised, ['no_such_field']);
  const { question_id } = questionOf(session);
  const answer = await client('POST', path(session, '/answer'), {
    question_id,
    raw_text: 'my temperature was 39.5 C',
    extracted_fields: { temperature_c: 38.2, another_unknown: true },
    field_confidences: { temperature_c: 0.8 },
  });
  t.is(answer.status, 200);
  const body = answer.body as { extracted_fields: Record<string, unknown>; unrecognised: string[] };
  t.is(body.extracted_fields.temperature_c, 38.2);
  t.deepEqual(body.unrecognised, ['another_unknown']);
});

test('wrong answers are refused and change nothing', async (t) => {
  const session = await open({ chief_complaint: 'back pain' });
  const question = questionOf(session);
  const answer = (body: unknown) => client('POST', path(session, '/answer'), body);

  const unknown = await answer({ question_id: 'no_such_question', raw_text: 'yes' });
  t.is(unknown.status, 422);
  t.deepEqual(fieldsOf(unknown), ['question_id']);
  t.is((await answer({ question_id: question.question_id })).status, 422);
  t.is((await answer({ question_id: question.question_id, raw_text: 'x', skip: true })).status, 422);
  const badField = await answer({ question_id: 'additional', extracted_fields: { temperature_c: 400 } });
  t.is(badField.status, 422);
  t.deepEqual(fieldsOf(badField), ['extracted_fields.temperature_c']);
  t.deepEqual((await client('GET', path(session, '/state'))).body, without(session, STATE_KEYS));

  t.is((await answer({ question_id: question.question_id, raw_text: 'no' })).status, 200);
  const again = await answer({ question_id: question.question_id, raw_text: 'no' });
  t.is(again.status, 409);
});

const STATE_KEYS = new Set([
  'session_id',
  'status',
  'questions_asked',
  'is_complete',
  'triage_level',
  'active_branches',
  'red_flags',
  'current_question',
  'created_at',
]);
const without = (value: object, keys: Set<string>) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => keys.has(key)));

test('a finalized session is read-only', async (t) => {
  const session = await open({ chief_complaint: 'sore throat', age: 24 });
  t.is((await client('POST', path(session, '/feedback'), { accuracy: 'correct' })).status, 409);
  t.is((await client('POST', path(session, '/finalize'))).status, 200);
  const calls: [string, string, unknown?][] = [
    ['POST', '/finalize'],
    ['POST', '/route', { text: 'cough' }],
    ['POST', '/answer', { question_id: 'additional', raw_text: 'cough' }],
    ['PATCH', '/demographics', { age: 30 }],
    ['POST', '/rectify', { age: 30 }],
  ];
  for (const [method, tail, body] of calls) {
    t.is((await client(method, path(session, tail), body)).status, 409, tail);
  }
  t.is((await client('GET', path(session, '/state'))).status, 200);
});

test('rectification clears an answer and what was derived from it', async (t) => {
  const session = await open({ chief_complaint: 'cough', age: 40 });
  const first = questionOf(session);
  const told = await client('POST', path(session, '/answer'), {
    question_id: first.question_id,
    raw_text: 'yes, and I cough blood',
  });
  t.is(told.status, 200);
  const unknown = await client('POST', path(session, '/rectify'), {
    clear_answers: ['x', first.question_id, 'y'],
  });
  t.is(unknown.status, 422);
  t.deepEqual(fieldsOf(unknown).sort(), ['clear_answers.0', 'clear_answers.2']);
  const cleared = await client('POST', path(session, '/rectify'), {
    clear_answers: [first.question_id],
    reason: 'mistaken identity',
  });
  t.is(cleared.status, 200);
  const body = cleared.body as State & { changed_fields: string[] };
  t.deepEqual(body.changed_fields, [`answers.${first.question_id}`]);
  t.deepEqual(body.current_question?.question_id, first.question_id);
  t.is(body.triage_level, session.triage_level);
  const exported = await client('GET', path(session, '/export'));
  t.is(exported.status, 200);
  t.false(JSON.stringify(exported.body).includes('cough blood'));
  t.true((exported.body as { answers: { erased: boolean }[] }).answers[0]?.erased);
});

test('an erased session is gone, with a signed certificate', async (t) => {
  const session = await open({ chief_complaint: 'dizziness' });
  const erased = await client('DELETE', path(session));
  t.is(erased.status, 200);
  const { certificate } = erased.body as { certificate: { destroyed: { key_ids: string[] } } };
  t.true(certificate.destroyed.key_ids.length >= 2);
  for (const tail of ['/state', '/results', '/export']) {
    t.is((await client('GET', path(session, tail))).status, 404);
  }
  t.is((await client('DELETE', path(session))).status, 404);
  t.is((await client('POST', path(session, '/finalize'))).status, 404);
});

test('nobody else sees the session: another tenant, the other mode', async (t) => {
  const session = await open({ chief_complaint: 'abdominal pain' });
  for (const stranger of [otherTenant, liveKey]) {
    for (const tail of ['/state', '/results', '/export']) {
      t.is((await stranger('GET', path(session, tail))).status, 404);
    }
    t.is((await stranger('POST', path(session, '/finalize'))).status, 404);
    t.is((await stranger('DELETE', path(session))).status, 404);
    const listed = (await stranger('GET', '/v1/sessions?limit=200')).body as {
      data: { session_id: string }[];
    };
    t.false(listed.data.some((item) => item.session_id === session.session_id));
  }
});

test('lists filter by status, patient, complaint and day', async (t) => {
  const patient = `p-${randomUUID()}`;
  const session = await open({ chief_complaint: '  Sore Throat ', patient_id: patient });
  const list = async (query: string) =>
    (await client('GET', `/v1/sessions?${query}`)).body as { total: number; data: State[] };
  t.is((await list(`patient_id=${patient}`)).total, 1);
  t.is((await list(`patient_id=${patient}&status=finalized`)).total, 0);
  t.is((await list(`patient_id=${patient}&chief_complaint=sore%20throat`)).total, 1);
  const today = new Date().toISOString().slice(0, 10);
  t.is((await list(`patient_id=${patient}&date_from=${today}`)).data[0]?.session_id, session.session_id);
  t.is((await list(`patient_id=${patient}&date_to=2020-01-01`)).total, 0);
  t.is((await client('GET', '/v1/sessions?date_from=2026-02-02&date_to=2026-01-01')).status, 400);
  const bad = await client('GET', '/v1/sessions?limit=0&offset=-1&date_from=2026-02-30&status=open');
  t.is(bad.status, 422);
  t.deepEqual(fieldsOf(bad).sort(), ['date_from', 'limit', 'offset', 'status']);
});

test('one Idempotency-Key executes once and answers the same', async (t) => {
  const key = { 'idempotency-key': randomUUID() };
  const body = { chief_complaint: 'fever' };
  const first = await client('POST', '/v1/sessions', body, key);
  const second = await client('POST', '/v1/sessions', body, key);
  t.is(first.status, 201);
  t.deepEqual(second.body, first.body);
  t.is(second.status, 201);
  t.is(second.headers.get('idempotency-replayed'), 'true');
  t.is((await client('POST', '/v1/sessions', { chief_complaint: 'cough' }, key)).status, 422);

  const racing = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all([1, 2, 3, 4].map(() => client('POST', '/v1/sessions', body, racing)));
  const created = answers.filter((answer) => answer.status === 201);
  const ids = new Set(created.map((answer) => (answer.body as State).session_id));
  t.is(ids.size, 1);
  t.true(answers.every((answer) => answer.status === 201 || answer.status === 409));
});

test('a repeat whose mark is long gone is answered from the log, and destroys nothing', async (t) => {
  // A tenant of its own: all its marks go.
  const own = await api.newTenant();
  const send = await api.newClient(own, { test: true });
  const session = (await send('POST', '/v1/sessions', { chief_complaint: 'headache', age: 40 }))
    .body as State;
  const body = { question_id: questionOf(session).question_id, raw_text: 'no' };
  const key = { 'idempotency-key': randomUUID() };
  const first = await send('POST', path(session, '/answer'), body, key);
  t.is(first.status, 200);
  await api.runtime.pool.query('DELETE FROM ops.idempotency_keys WHERE tenant_id = $1', [own]);
  const again = await send('POST', path(session, '/answer'), body, key);
  t.is(again.status, 200);
  t.deepEqual((again.body as State).current_question, (first.body as State).current_question);
  t.is((again.body as State).questions_asked, 1);
  t.is((await send('GET', path(session, '/state'))).status, 200);
});

test('two answers to one question at once: one wins', async (t) => {
  const session = await open({ chief_complaint: 'headache' });
  const { question_id } = questionOf(session);
  const answers = await Promise.all(
    [1, 2, 3].map(() => client('POST', path(session, '/answer'), { question_id, raw_text: 'no' })),
  );
  t.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409]);
});

test('a question tells what fits as its answer, as the concept of its finding does', async (t) => {
  const asked = questionOf(await open({ chief_complaint: 'stomach ache since yesterday' }));
  const concept = await client('GET', `/v1/concepts/${asked.question_id}`);
  const { answer_type, choices, unit } = asked;
  t.like(concept.body, { code: asked.question_id, answer_type, choices, unit });
  t.truthy(asked.reason?.text);
  t.is((await client('GET', '/v1/concepts/no_such_code')).status, 404);
});

test('account, concepts and health answer', async (t) => {
  const account = await client('GET', '/v1/account');
  t.is(account.status, 200);
  t.is((account.body as { test: boolean }).test, true);
  const concepts = (await client('GET', '/v1/concepts?q=horecka&lang=cs')).body as {
    data: { code: string }[];
  };
  t.true(concepts.data.length > 0);
  t.is((await client('GET', '/v1/health/live')).status, 200);
  // A first use of log and database makes connections, which on a busy machine takes longer than a probe waits.
  await open({ chief_complaint: 'headache', age: 34, sex: 'female' });
  const ready = await client('GET', '/v1/health/ready');
  t.is(ready.status, 200, JSON.stringify(ready.body));
});
