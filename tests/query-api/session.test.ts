import test from 'ava';
import { createAccessIntake } from '../../command-api/reactors/access-intake.ts';
import { allProjections } from '../../projectors/all.ts';
import { errorOf } from '../support/answers.ts';
import { startApi, type Client } from '../support/api.ts';

const api = await startApi({ projections: allProjections });
test.after.always(api.stop);
const intake = createAccessIntake({ ...api.runtime, reportFact: () => undefined });

type Body = Record<string, unknown>;
const read = async (client: Client, path: string): Promise<Body> => (await client('GET', path)).body as Body;

/** A tenant whose balance is known. */
async function newTenant(): Promise<string> {
  const tenantId = await api.newTenant();
  await api.caughtUp();
  return tenantId;
}

async function openedBy(client: Client): Promise<string> {
  const opened = await client('POST', '/v1/sessions', {
    chief_complaint: 'chest pain since this morning',
    free_text: 'I am short of breath and in a cold sweat.',
    age: 61,
    sex: 'male',
    patient_id: 'CARDIO-7',
  });
  return `/v1/sessions/${(opened.body as { session_id: string }).session_id}`;
}

test('a session in whole says what its state and its results say', async (t) => {
  const client = await api.newClient(await newTenant());
  const path = await openedBy(client);
  const session = await read(client, path);
  const { red_flags: codes, ...state } = await read(client, `${path}/state`);
  const { meta: _meta, ...results } = await read(client, `${path}/results`);
  t.like(session, state);
  t.like(session, results);
  t.true((session['red_flags'] as Body[]).length > 0);
  t.deepEqual(
    (session['red_flags'] as Body[]).map(({ flag }) => flag),
    codes,
  );
  const { data } = (await read(client, '/v1/sessions')) as { data: Body[] };
  t.deepEqual(data[0]?.['red_flags'], codes, 'the list has the codes as well');
  t.like(session, {
    chief_complaint: 'chest pain since this morning',
    complaint_code: 'chest_pain',
    patient_id: 'CARDIO-7',
    test: false,
    demographics: { age: 61, sex: 'male' },
    finalized_at: null,
    held: false,
    summary: null,
    feedback: null,
  });
  t.is((await client('GET', `${path}/history/state?revision=${String(session['revision'])}`)).status, 200);
});

test('a finalized session has its summary and the feedback', async (t) => {
  const client = await api.newClient(await newTenant());
  const path = await openedBy(client);
  const finalized = (await client('POST', `${path}/finalize`)).body as Body;
  await client('POST', `${path}/feedback`, { accuracy: 'correct', actual_icd10: 'I21.9' });
  await client('PUT', `${path}/hold`, { reason: 'claim 1' });
  t.like(await read(client, path), {
    status: 'finalized',
    finalized_at: finalized['finalized_at'],
    summary: finalized['summary'] as Body,
    feedback: { accuracy: 'correct', actual_icd10: 'I21.9' },
    current_question: null,
    held: true,
  });
});

test('a session is nobody’s but its tenant’s, in its own mode, and gone once it is erased', async (t) => {
  const tenantId = await newTenant();
  const client = await api.newClient(tenantId);
  const path = await openedBy(client);
  for (const other of [
    await api.newClient(tenantId, { test: true }),
    await api.newClient(await newTenant()),
  ]) {
    t.deepEqual(errorOf(await other('GET', path)), [404, 'not_found']);
  }
  const blind = await api.newClient(tenantId, { scopes: ['patients:read', 'admin:read'] });
  t.deepEqual(errorOf(await blind('GET', path)), [403, 'forbidden']);
  await client('DELETE', path);
  t.deepEqual(errorOf(await client('GET', path)), [404, 'not_found']);
});

test('each look at a session in whole is audited', async (t) => {
  const tenantId = await newTenant();
  const client = await api.newClient(tenantId);
  const path = await openedBy(client);
  await client('GET', path, undefined, { 'x-svc-on-behalf-of': 'nurse-17' });
  await intake.runOnce();
  await api.caughtUp();
  const { data } = (await read(client, '/v1/admin/audit-log?action=session.viewed')) as { data: Body[] };
  t.is(data.length, 1);
  t.like(data[0], {
    action: 'session.viewed',
    subject: { type: 'session', id: path.slice('/v1/sessions/'.length) },
    on_behalf_of: 'nurse-17',
  });
});
