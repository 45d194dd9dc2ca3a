import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Client } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { until } from '../support/until.ts';
import { text, word } from './canary-scan.ts';
import { listen } from '../support/listening.ts';

/** A receiver that wants nothing more, and says so with the canary in its answer: what it gets is dead-lettered. */
export async function startRefuser(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(410).end(text('excerpt')));
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/${word('refuser')}`, stop: () => void server.close() };
}

type Expect = (what: string, actual: number, expected: number) => void;
type Call = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

const sessionIdOf = (body: unknown): string => (body as { session_id: string }).session_id;

/**
 * The whole life of one session with a canary in every field that a caller can write: opened, answered in every way,
 * repeated, refused, rectified, looked at, exported, finalized, judged. Returns its id and that of a call that was made
 * with an Idempotency-Key.
 */
export async function liveThrough(client: Client, name: string, expect: Expect) {
  const idempotency = { 'idempotency-key': word(`key${randomUUID()}`), 'user-agent': word('agent') };
  const opening: Call = [
    'POST',
    '/v1/sessions',
    {
      chief_complaint: `chest pain ${text('complaint')}`,
      free_text: `since the morning ${text('freetext')}`,
      patient_id: word(`patient${name}`),
      initial_fields: {
        [word('fieldname')]: text('fieldvalue'),
        [word('deep')]: { [word('in')]: [text('deep')] },
      },
    },
    idempotency,
  ];
  const opened = await client(...opening);
  expect('open', opened.status, 201);
  const sessionId = sessionIdOf(opened.body);
  const at = (tail: string): string => `/v1/sessions/${sessionId}${tail}`;
  const { current_question: question } = opened.body as { current_question: { question_id: string } | null };
  const make = async (status: number, ...[method, path, body]: Call): Promise<void> => {
    expect(`${method} ${path.replace(sessionId, '')}`, (await client(method, path, body)).status, status);
  };
  const additional = { question_id: 'additional' };
  await make(200, 'POST', at('/answer'), {
    question_id: question?.question_id,
    raw_text: `no ${text('answer')}`,
    extracted_fields: { [word('given')]: text('given') },
    extracted_flags: [word('flag')],
    field_confidences: { [word('given')]: 0.5 },
  });
  await make(200, 'POST', at('/answer'), { ...additional, raw_text: `and a cough ${text('additional')}` });
  await make(200, 'POST', at('/route'), { text: `I also have a headache ${text('route')}` });
  await make(200, 'PATCH', at('/demographics'), { age: 51, sex: 'female' });
  await make(200, 'POST', at('/rectify'), { age: 50, clear_answers: ['additional'], reason: text('reason') });
  // What is refused: its words must not stand in a log either.
  await make(422, 'POST', at('/answer'), { question_id: word('noquestion'), raw_text: text('refused') });
  await make(422, 'POST', at('/answer'), { ...additional, [word('unknownfield')]: text('refused') });
  await make(422, 'POST', at('/rectify'), { clear_answers: [word('unknownanswer')] });
  await make(409, 'POST', at('/feedback'), { accuracy: 'correct', notes: text('tooearly') });
  await make(422, 'POST', '/v1/sessions', { chief_complaint: [text('wrongtype')] });
  await make(404, 'GET', `/v1/sessions/${word('nosession')}/${word('nopath')}`);
  await make(
    200,
    'GET',
    `/v1/sessions?patient_id=${word(`patient${name}`)}&chief_complaint=${word('search')}`,
  );
  await make(200, 'GET', `/v1/concepts?q=${word('concept')}`);
  for (const look of ['/export', '/export?format=fhir', '/history', '/explain', '/results', '/state']) {
    await make(200, 'GET', at(look));
  }
  await make(200, 'POST', at('/finalize'));
  await make(201, 'POST', at('/feedback'), {
    accuracy: 'incorrect',
    actual_diagnosis: text('diagnosis'),
    actual_icd10: word('').slice(0, 20),
    notes: text('notes'),
  });
  const repeated = await client(...opening);
  expect('repeat', repeated.status, 201);
  expect('it is the stored answer', repeated.headers.get('idempotency-replayed') === 'true' ? 1 : 0, 1);
  return { sessionId, repeat: (): ReturnType<Client> => client(...opening) };
}

/** What belongs to the tenant: a key, a member, a limit, subscriptions, a patient, sign-ins that fail. */
export async function furnish(
  client: Client,
  urls: { good: string; refuser: string; baseUrl: string },
  expect: Expect,
): Promise<{ secret: string; refused: string }> {
  const make = async (status: number, ...call: Call): Promise<unknown> => {
    const answer = await client(...call);
    expect(`${call[0]} ${call[1]}`, answer.status, status);
    return answer.body;
  };
  const scopes = ['sessions:read'];
  await make(201, 'POST', '/v1/admin/keys', { name: text('keyname'), scopes });
  const email = `${word('member')}@clinic.example`;
  await make(201, 'POST', '/v1/admin/team/invite', {
    email,
    name: text('member').slice(0, 100),
    role: 'viewer',
  });
  await make(200, 'PUT', '/v1/admin/rate-limit', { rate_limit_rpm: 5_000, reason: text('limitreason') });
  const events = ['session.created', 'session.answered', 'session.finalized', 'assessment.completed'];
  const good = await make(201, 'POST', '/v1/admin/webhooks', { url: `${urls.good}/${word('hook')}`, events });
  const refuser = await make(201, 'POST', '/v1/admin/webhooks', {
    url: urls.refuser,
    events: ['session.created'],
  });
  await make(422, 'POST', '/v1/admin/webhooks', { url: word('nourl'), events });
  const lists = { allergies: [text('allergy')], current_medications: [text('drug')] };
  const more = {
    chronic_conditions: [text('chronic')],
    risk_factors: [text('risk')],
    family_history: [text('family')],
  };
  for (const name of ['a', 'b']) {
    await make(201, 'PUT', `/v1/patients/${word(`patient${name}`)}`, { ...lists, ...more });
  }
  await make(200, 'GET', `/v1/patients?q=${word('patient')}`);
  const anonymous = { 'content-type': 'application/json' };
  const post = (path: string, body: unknown, headers = {}): Promise<Response> =>
    fetchDescribed(`${urls.baseUrl}${path}`, {
      method: 'POST',
      headers: { ...anonymous, ...headers },
      body: JSON.stringify(body),
    });
  await post('/v1/auth/login', { email: `${word('login')}@clinic.example`, password: text('password') });
  await post('/v1/auth/forgot-password', { email: `${word('forgot')}@clinic.example` });
  await post(
    '/v1/sessions',
    {},
    { authorization: `Bearer ${word('bearer')}`, cookie: `svc=${word('cookie')}` },
  );
  await fetchDescribed(`${urls.baseUrl}/v1/${word('path')}?${word('query')}=${word('value')}`);
  return {
    secret: (good as { secret: string }).secret,
    refused: (refuser as { subscription_id: string }).subscription_id,
  };
}

/** Resolves the dead letter of the subscription that was refused, with a reason. Returns the delivery's id. */
export async function resolveDeadLetter(client: Client, sessionId: string, expect: Expect): Promise<string> {
  type Item = { delivery_id: string; status: string };
  const dead = async (): Promise<Item | undefined> => {
    const { body } = await client('GET', '/v1/admin/webhooks/deliveries?status=dead-lettered');
    return (body as { data: Item[] }).data[0];
  };
  await until('the dead letter', 30_000, async () => (await dead()) !== undefined);
  const id = (await dead())?.delivery_id ?? sessionId;
  const resolved = await client('POST', `/v1/admin/webhooks/deliveries/${id}/resolve`, {
    reason: text('resolved'),
  });
  expect('resolve', resolved.status, 200);
  return id;
}
