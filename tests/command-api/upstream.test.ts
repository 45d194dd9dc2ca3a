import { randomUUID } from 'node:crypto';
import test from 'ava';
import { reassess } from '../../domain/session/reassess.ts';
import { codeOf } from '../support/answers.ts';
import { clientOf } from '../support/api.ts';
import { until } from '../support/until.ts';
import { respondWith, saying, silence } from '../support/upstream.ts';
import { additional, answerTo, bodyOf, CANARY, KEY, open, startUpstreamApis } from './upstream-apis.ts';

/** Over real servers: a text goes to the upstream before anything is decided, and a failing one leaves no trace. */
const world = await startUpstreamApis();
const { api, runtime, upstream, lines, chat, falling, patient, alone } = world;
const { newClinic, accountOf, logged, read } = world;
test.after.always(world.stop);

test('what upstream found stands in the answer, and the fields of the client win over it', async (t) => {
  const { call } = await newClinic();
  const { session_id: id } = await open(call);
  upstream.script(
    'told-one',
    saying([
      { code: 'vomiting', status: 'present', confidence: 0.8 },
      { code: 'temperature_c', status: 'present', value: 39.4 },
      { code: 'nausea', status: 'present' },
    ]),
  );
  const answer = await call(
    'POST',
    answerTo(id),
    additional('told-one: it came up again', { extracted_fields: { nausea: false } }),
  );
  t.is(answer.status, 200);
  t.is(answer.headers.get('x-svc-tokens-charged'), '8');
  const { evidence, extracted_fields } = bodyOf(answer);
  t.like(extracted_fields, { vomiting: true, temperature_c: 39.4, nausea: false });
  t.is(evidence.find(({ finding }) => finding === 'nausea')?.source, 'client');
  t.is(evidence.find(({ finding }) => finding === 'vomiting')?.source, 'text');
  t.is(upstream.heardOf('told-one')[0]?.headers.authorization, `Bearer ${KEY}`);
});

test('each text of a session is asked for once, with the question that it answers', async (t) => {
  const { call } = await newClinic();
  upstream.script('told-two', saying([{ code: 'fever', status: 'absent' }]));
  const opened = await call('POST', '/v1/sessions', {
    chief_complaint: `${CANARY} told-two headache`,
    free_text: 'since yesterday, told-two',
  });
  t.is(opened.status, 201);
  const { session_id: id, current_question } = bodyOf(opened);
  const question_id = current_question?.question_id;
  t.is((await call('POST', answerTo(id), { question_id, raw_text: 'told-two no' })).status, 200);
  t.is((await call('POST', `/v1/sessions/${id}/route`, { text: 'told-two and a cough' })).status, 200);
  t.deepEqual(
    upstream.heardOf('told-two').map(({ text, body }) => [text, body.question_id]),
    [
      [`${CANARY} told-two headache\n\nsince yesterday, told-two`, null],
      ['told-two no', question_id],
      ['told-two and a cough', null],
    ],
  );
});

test('what has no words, or would be refused, is not sent', async (t) => {
  const { call } = await newClinic();
  const { session_id: id, current_question } = await open(call);
  const before = upstream.heard.length;
  const heardSince = () => upstream.heard.slice(before).filter(({ text }) => text.includes('unsent'));
  const question_id = current_question?.question_id;
  t.is(
    (await call('POST', answerTo(id), { question_id: 'additional', extracted_fields: { vomiting: true } }))
      .status,
    200,
  );
  t.is((await call('POST', answerTo(id), { question_id, skip: true })).status, 200);
  t.is((await call('POST', answerTo(id), { question_id, raw_text: 'unsent' })).status, 409);
  const wrong = additional('unsent', { extracted_fields: { temperature_c: 451 } });
  t.is((await call('POST', answerTo(id), wrong)).status, 422);
  t.is((await call('POST', answerTo(randomUUID()), additional('unsent'))).status, 404);
  t.is((await call('POST', `/v1/sessions/${id}/finalize`)).status, 200);
  t.is((await call('POST', `/v1/sessions/${id}/route`, { text: 'unsent' })).status, 409);
  const stranger = clientOf(api.baseUrl, `svc_live_${'x'.repeat(40)}`);
  t.is((await stranger('POST', answerTo(id), additional('unsent'))).status, 401);
  t.deepEqual(heardSince(), []);
});

const FAILURES = [
  ['wrong-json', respondWith('I am sorry, I cannot do that.'), 502, 'bad_gateway'],
  ['wrong-shape', respondWith('{"findings":{"fever":true}}'), 502, 'bad_gateway'],
  ['two-keys', respondWith('{"findings":[],"findings":[]}'), 502, 'bad_gateway'],
  ['proto-key', respondWith('{"__proto__":{},"findings":[]}'), 502, 'bad_gateway'],
  ['huge', respondWith(`{"findings":[]}${' '.repeat(70_000)}`), 502, 'bad_gateway'],
  ['redirect', respondWith('', 302, { location: `${upstream.url}/elsewhere` }), 502, 'bad_gateway'],
  ['fault', respondWith('{"findings":[]}', 500), 502, 'bad_gateway'],
  ['slow', silence, 504, 'gateway_timeout'],
] as const;
for (const [marker, respond] of FAILURES) upstream.script(`fails-${marker}`, respond);

for (const [marker, , status, code] of FAILURES) {
  test(`${marker}: ${status}; nothing is appended or charged, and the same call can succeed later`, async (t) => {
    const { call, tenantId } = await newClinic();
    const { session_id: id } = await open(call);
    const before = await logged(id);
    const text = `passing-${marker}`;
    upstream.script(text, upstreamScript(marker));
    const key = { 'idempotency-key': randomUUID() };
    const refused = await call('POST', answerTo(id), additional(text), key);
    t.is(refused.status, status);
    t.is(codeOf(refused), code);
    t.false(JSON.stringify(refused.body).includes(CANARY));
    t.is(refused.headers.get('x-svc-tokens-charged'), '0');
    t.deepEqual(await logged(id), before);
    t.deepEqual(await accountOf(tenantId), { charged: 1, intents: 0 });

    upstream.script(text, saying([{ code: 'vomiting', status: 'present' }]));
    const taken = await call('POST', answerTo(id), additional(text), key);
    t.is(taken.status, 200);
    t.is(taken.headers.get('x-svc-tokens-charged'), '8');
    t.is((await logged(id)).charged, before.charged + 8);
    const asked = upstream.heardOf(text).length;
    const repeated = await call('POST', answerTo(id), additional(text), key);
    t.is(repeated.headers.get('idempotency-replayed'), 'true');
    t.is(upstream.heardOf(text).length, asked);
  });
}
function upstreamScript(marker: string) {
  const found = FAILURES.find(([name]) => name === marker);
  if (!found) throw new Error('no such failure');
  return found[1];
}

test('a session that cannot be read is not opened', async (t) => {
  const { call, tenantId } = await newClinic();
  const refused = await call('POST', '/v1/sessions', { chief_complaint: `${CANARY} fails-fault` });
  t.is(refused.status, 502);
  t.is(bodyOf(await call('GET', '/v1/sessions')).total, 0);
  t.deepEqual(await accountOf(tenantId), { charged: 0, intents: 0 });
});

test('a route whose text is not read in time changes nothing', async (t) => {
  const { call } = await newClinic();
  const { session_id: id } = await open(call);
  const before = await logged(id);
  const refused = await call('POST', `/v1/sessions/${id}/route`, { text: `${CANARY} fails-slow` });
  t.is(refused.status, 504);
  t.deepEqual(await logged(id), before);
});

/** The value of a sample by its name and one of its labels, 0 where there is none. */
const samplesOf =
  (scraped: string) =>
  (sample: string): number => {
    const [name = '', label = ''] = sample.split(/[{}]/);
    const found = scraped.split('\n').find((line) => line.startsWith(name) && line.includes(label));
    return Number(found?.split(' ').at(-1) ?? 0);
  };

test('hostile codes and values are dropped and counted, and the rest is taken', async (t) => {
  const call = (await newClinic()).at(patient);
  const { session_id: id } = await open(call);
  upstream.script(
    'odd-codes',
    saying([
      { code: '__proto__', status: 'present', value: 'x' },
      { code: 'constructor', status: 'present' },
      { code: "'; DROP TABLE read.sessions; --", status: 'present' },
      { code: 'temperature_c', status: 'present', value: 4e9 },
      { code: 'nausea', status: 'present' },
      { code: 'nausea', status: 'absent' },
      { code: 'vomiting', status: 'present' },
    ]),
  );
  const answer = await call('POST', answerTo(id), additional('odd-codes'));
  t.is(answer.status, 200);
  const { evidence } = bodyOf(answer);
  t.deepEqual(
    evidence.map(({ finding }) => finding),
    ['vomiting'],
  );
  const valueOf = samplesOf(await world.scrape(patient));
  t.is(valueOf('triage_extractor_findings_dropped_total{reason="unknown_code"}'), 3);
  t.is(valueOf('triage_extractor_findings_dropped_total{reason="invalid_value"}'), 1);
  t.is(valueOf('triage_extractor_findings_dropped_total{reason="contradictory"}'), 2);
});

test('chat completions are asked and read the same way', async (t) => {
  const clinic = await newClinic();
  const call = clinic.at(chat);
  const { session_id: id } = await open(call);
  upstream.script('by-model', saying([{ code: 'vomiting', status: 'present' }]));
  const answer = await call('POST', answerTo(id), additional('by-model'));
  t.is(bodyOf(answer).extracted_fields.vomiting, true);
  t.is(upstream.heardOf('by-model')[0]?.path, '/v1/chat/completions');

  upstream.script('chatty', respondWith('{"choices":[{"message":{"content":"Of course! {}"}}]}'));
  t.is((await call('POST', answerTo(id), additional('chatty'))).status, 502);
  t.is((await call('POST', answerTo(id), additional('fails-slow'))).status, 504);
});

test('with the fallback the built-in reader reads alone, and that is counted', async (t) => {
  const clinic = await newClinic();
  const call = clinic.at(falling);
  const { session_id: id } = await open(call);
  const said = 'I vomited twice.';
  const sure = await call('POST', answerTo(id), additional(`good ${said}`));
  t.is(sure.status, 200);
  for (const [marker] of FAILURES) {
    const answer = await call('POST', answerTo(id), additional(`fails-${marker} ${said}`));
    t.is(answer.status, 200, marker);
    t.is(bodyOf(answer).extracted_fields.vomiting, true, marker);
  }
  const tellings = (await read(clinic.tenantId, id)).flatMap(({ event }) =>
    event.type === 'session-answered' ? [event.data.answer?.reading.upstream] : [],
  );
  t.deepEqual(tellings, [[], ...FAILURES.map(() => undefined)]);

  const scraped = await world.scrape(falling);
  const valueOf = samplesOf(scraped);
  t.is(valueOf('triage_extractor_fallbacks_total{failure="timeout"}'), 1);
  t.is(valueOf('triage_extractor_fallbacks_total{failure="bad_status"}'), 2);
  t.is(valueOf('triage_extractor_fallbacks_total{failure="malformed"}'), 4);
  t.is(valueOf('triage_extractor_fallbacks_total{failure="too_large"}'), 1);
  t.is(valueOf('triage_extractor_request_duration_seconds_count{outcome="timeout"}'), 1);
  t.is(valueOf('triage_extractor_request_duration_seconds_count{outcome="answered"}'), 2);
  t.false(scraped.includes(CANARY));
});

test('whoever hangs up takes the request along, and nothing is left of the call', async (t) => {
  const { call, tenantId, rawKey } = await newClinic();
  const { session_id: id } = await open(call);
  const before = await logged(id);
  upstream.script('hung-up', silence);
  const caller = new AbortController();
  const headers = { authorization: `Bearer ${rawKey}`, 'content-type': 'application/json' };
  const calling = fetch(`http://127.0.0.1:${patient.port()}${answerTo(id)}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(additional('hung-up')),
    signal: caller.signal,
  });
  await until('the text has arrived', 10_000, () => upstream.heardOf('hung-up').length === 1);
  caller.abort();
  await t.throwsAsync(calling, { any: true });
  await upstream.heardOf('hung-up')[0]?.left;
  await until('the call is over', 10_000, () => lines.some((line) => line.includes('"abandoned"')));
  t.deepEqual(await accountOf(tenantId), { charged: 1, intents: 0 });
  t.deepEqual(await logged(id), before);
});

test('a session that upstream has read needs no upstream any more', async (t) => {
  const { call, at, tenantId } = await newClinic();
  upstream.script(
    'kept',
    saying([
      { code: 'vomiting', status: 'present' },
      { code: 'fever', status: 'present' },
    ]),
  );
  const { session_id: id } = await open(call, `${CANARY} kept headache`);
  t.is((await call('POST', answerTo(id), additional('kept'))).status, 200);
  const asked = upstream.heard.length;
  const facts = await read(tenantId, id);
  const again = reassess(facts, runtime.engine);
  const state = await at(alone)('GET', `/v1/sessions/${id}/results`);
  t.is(again?.triage_level, bodyOf(state).triage_level as never);
  t.deepEqual(again?.differentials, bodyOf(state).differentials as never);
  const rectified = await at(alone)('POST', `/v1/sessions/${id}/rectify`, { age: 44 });
  t.is(rectified.status, 200);
  t.is((await at(alone)('POST', `/v1/sessions/${id}/finalize`)).status, 200);
  t.is(upstream.heardOf('kept').length, 2);
  t.true(upstream.heard.length >= asked);
});

test('two answers at once both stand, and each text was sent once', async (t) => {
  const { call } = await newClinic();
  const { session_id: id } = await open(call);
  upstream.script('both-', saying([{ code: 'vomiting', status: 'present' }]));
  const answers = await Promise.all(
    ['both-1', 'both-2', 'both-3'].map((text) => call('POST', answerTo(id), additional(text))),
  );
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  t.deepEqual(
    upstream
      .heardOf('both-')
      .map(({ text }) => text.slice(-6))
      .toSorted(),
    ['both-1', 'both-2', 'both-3'],
  );
});

test.serial.after('nothing that was said, and no key, is in a log line', (t) => {
  t.true(lines.length > 0);
  for (const line of lines) {
    t.false(line.includes(CANARY));
    t.false(line.includes(KEY));
  }
});
