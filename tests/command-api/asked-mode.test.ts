import { randomUUID } from 'node:crypto';
import test from 'ava';
import { allProjections } from '../../projectors/all.ts';
import { newMember } from '../query-api/support.ts';
import { errorOf } from '../support/answers.ts';
import { startApi, type Answer, type Client } from '../support/api.ts';
import { newBrowser } from '../support/browser.ts';

/** A member sees both modes, and says with X-Svc-Mode which one a call is about. A key has a mode of its own. */
const api = await startApi({ projections: allProjections, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
test.after.always(api.stop);

const TEST = { 'x-svc-mode': 'test' };
const LIVE = { 'x-svc-mode': 'live' };
const SESSION = { chief_complaint: 'headache', age: 40 };

async function newClinic() {
  const tenantId = await api.newTenant();
  const { client: member } = await newMember(api, tenantId);
  const live = await api.newClient(tenantId);
  const sandbox = await api.newClient(tenantId, { test: true });
  await api.caughtUp();
  return { tenantId, member, live, sandbox };
}

type Opened = { session_id: string; test: boolean; current_question: { question_id: string } };
const opened = ({ body }: Answer): Opened => body as Opened;
const chargeOf = ({ headers }: Answer): string | null => headers.get('x-svc-tokens-charged');
const sessionsOf = async (client: Client, headers?: Record<string, string>): Promise<string[]> => {
  const { body } = await client('GET', '/v1/sessions', undefined, headers);
  return (body as { data: Opened[] }).data.map(({ session_id }) => session_id);
};
const balanceOf = async (client: Client): Promise<number> => {
  await api.caughtUp();
  return ((await client('GET', '/v1/admin/balance')).body as { balance: number }).balance;
};

test('a test session of a member costs nothing, and nothing that is done on it does', async (t) => {
  const { member, live, sandbox } = await newClinic();
  const before = await balanceOf(member);
  const answer = await member('POST', '/v1/sessions', SESSION, TEST);
  t.is(answer.status, 201);
  const { session_id, test: isTest, current_question } = opened(answer);
  t.true(isTest);
  const path = `/v1/sessions/${session_id}`;
  const charges = [
    answer,
    await member('POST', `${path}/answer`, { question_id: current_question.question_id, raw_text: 'no' }),
    await member('POST', `${path}/route`, { text: 'It began yesterday.' }),
    await member('POST', `${path}/finalize`),
  ].map((each) => [each.status, chargeOf(each)]);
  t.deepEqual(charges, [
    [201, '0'],
    [200, '0'],
    [200, '0'],
    [200, '0'],
  ]);
  t.is(await balanceOf(member), before);
  t.is((await sandbox('GET', `${path}/state`)).status, 200);
  t.deepEqual(errorOf(await live('GET', `${path}/state`)), [404, 'not_found']);
});

test('without the header, and with live, a member opens live sessions, which are charged', async (t) => {
  const { member } = await newClinic();
  for (const headers of [{}, LIVE]) {
    const answer = await member('POST', '/v1/sessions', SESSION, headers);
    t.deepEqual([answer.status, opened(answer).test, chargeOf(answer)], [201, false, '1']);
  }
});

test('beside a key, and in the session of a key, the header says nothing', async (t) => {
  const { tenantId, live, sandbox } = await newClinic();
  const byLive = await live('POST', '/v1/sessions', SESSION, TEST);
  t.deepEqual([opened(byLive).test, chargeOf(byLive)], [false, '1']);
  t.true(opened(await sandbox('POST', '/v1/sessions', SESSION, LIVE)).test);
  t.is((await live('POST', '/v1/sessions', SESSION, { 'x-svc-mode': 'staging' })).status, 201);
  const browser = newBrowser(api.baseUrl);
  const authorization = `Bearer ${await api.newKey(tenantId)}`;
  await browser.send('POST', '/v1/admin/auth', undefined, { authorization });
  t.false(opened(await browser.send('POST', '/v1/sessions', SESSION, TEST)).test);
});

test('another word is refused, and nothing is made', async (t) => {
  const { member } = await newClinic();
  for (const mode of ['staging', 'TEST', '']) {
    const refused = await member('POST', '/v1/sessions', SESSION, { 'x-svc-mode': mode });
    t.deepEqual(errorOf(refused), [400, 'bad_request'], mode);
    t.is((await member('GET', '/v1/sessions', undefined, { 'x-svc-mode': mode })).status, 400, mode);
  }
  t.deepEqual(await sessionsOf(member), []);
});

test('an Idempotency-Key is another one in the other mode', async (t) => {
  const { member } = await newClinic();
  const key = { 'idempotency-key': randomUUID() };
  const answers = [TEST, LIVE, {}, TEST].map((mode) => ({ ...key, ...mode }));
  const ids: string[] = [];
  for (const headers of answers)
    ids.push(opened(await member('POST', '/v1/sessions', SESSION, headers)).session_id);
  t.is(new Set(ids).size, 2);
  t.deepEqual([ids[0], ids[1]], [ids[3], ids[2]]);
});

test('a member is shown both modes, or the one that the call names', async (t) => {
  const { member } = await newClinic();
  const isTest = opened(await member('POST', '/v1/sessions', SESSION, TEST)).session_id;
  const isLive = opened(await member('POST', '/v1/sessions', SESSION)).session_id;
  await api.caughtUp();
  t.deepEqual(new Set(await sessionsOf(member)), new Set([isLive, isTest]));
  t.deepEqual(await sessionsOf(member, TEST), [isTest]);
  t.deepEqual(await sessionsOf(member, LIVE), [isLive]);
});

test('a patient of each mode has a profile of its own, which a member reads and erases by mode', async (t) => {
  const { member, live, sandbox } = await newClinic();
  const path = '/v1/patients/CARDIO-7';
  t.is((await member('PUT', path, { allergies: ['latex'] }, TEST)).status, 201);
  t.is((await member('PUT', path, { allergies: ['penicillin'] })).status, 201);
  const allergiesOf = async (client: Client, headers?: Record<string, string>): Promise<unknown> =>
    ((await client('GET', path, undefined, headers)).body as { allergies?: unknown }).allergies;
  t.deepEqual(await allergiesOf(member, TEST), ['latex']);
  t.deepEqual(await allergiesOf(member, LIVE), ['penicillin']);
  t.deepEqual(await allergiesOf(member), ['penicillin']);
  t.deepEqual(await allergiesOf(sandbox), ['latex']);
  const of = { ...SESSION, patient_id: 'CARDIO-7' };
  const { session_id } = opened(await member('POST', '/v1/sessions', of, TEST));
  const { body: record } = await member('GET', `/v1/sessions/${session_id}/export`);
  t.like(record, { test: true, background: { allergies: ['latex'] } });
  t.is((await member('DELETE', path, undefined, TEST)).status, 200);
  t.deepEqual(errorOf(await member('GET', path, undefined, TEST)), [404, 'not_found']);
  t.deepEqual(await allergiesOf(live), ['penicillin']);
});

test('a subscription that a member makes in test mode is one of a test key', async (t) => {
  const { member, sandbox } = await newClinic();
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['session.created'] };
  const made = async (headers?: Record<string, string>): Promise<string> =>
    ((await member('POST', '/v1/admin/webhooks', hook, headers)).body as { subscription_id: string })
      .subscription_id;
  const [ofTests, ofBoth] = [await made(TEST), await made()];
  t.is((await sandbox('GET', `/v1/admin/webhooks/${ofTests}`)).status, 200);
  t.is((await sandbox('GET', `/v1/admin/webhooks/${ofBoth}`)).status, 404);
});
