import test from 'ava';
import { newMember } from '../query-api/support.ts';
import { errorOf } from '../support/answers.ts';
import type { Scope } from '../../domain/api-key/events.ts';
import type { Answer, Client } from '../support/api.ts';
import { at, newPatient, openSession, profileOf, startPatientsApi } from '../support/patients.ts';

/** Legal holds over HTTP: what they refuse, where they are seen, and that refusals are audited. */
const patients = await startPatientsApi();
const { api } = patients;
const {
  tenantId,
  live,
  sandbox,
  limited: writer,
} = await patients.newClinic({
  scopes: ['sessions:read', 'sessions:write', 'patients:read', 'patients:write'],
});
const { live: stranger } = await patients.newClinic();
const { client: admin } = await newMember(api, tenantId, 'admin');
test.after.always(patients.stop);

const REASON = 'claim 2026-114, Dr. Vávrová';
const place = (client: Client, path: string, reason = REASON): Promise<Answer> =>
  client('PUT', `${path}/hold`, { reason });
const lift = (client: Client, path: string): Promise<Answer> => client('DELETE', `${path}/hold`);
const pathOf = (sessionId: string): string => `/v1/sessions/${sessionId}`;
const holdOf = ({ body }: Answer) => (body as { hold: { reason: string; placed_at: string } | null }).hold;

/** Code and hold of a refusal. */
function refusalOf(answer: Answer) {
  const { error } = answer.body as {
    error: { message: string; detail?: { hold?: { reason: string | null } } };
  };
  return [answer.status, error.detail?.hold?.reason, error.message.includes('claim')];
}
const HELD = [409, REASON, false];

/** What was refused of a session or patient, as the intake of the audit trail has it. */
async function refusedOf(subjectId: string): Promise<string[]> {
  const { rows } = await api.runtime.pool.query<{ action: string }>(
    'SELECT action FROM ops.access_intake WHERE subject_id = $1 ORDER BY at, action',
    [subjectId],
  );
  return rows.map(({ action }) => action).filter((action) => action.endsWith('_refused'));
}

/** Answers the current question of a session; returns its id. */
async function answer(client: Client, sessionId: string): Promise<string> {
  const state = (await client('GET', `${pathOf(sessionId)}/state`)).body as {
    current_question: { question_id: string };
  };
  const { question_id } = state.current_question;
  const answered = await client('POST', `${pathOf(sessionId)}/answer`, { question_id, raw_text: 'no' });
  if (answered.status !== 200) throw new Error(JSON.stringify(answered.body));
  return question_id;
}

test('a held session is seen as such, is not erased, and keeps its answers', async (t) => {
  const id = await openSession(live, newPatient('H '));
  const cleared = { clear_answers: [await answer(live, id)], reason: 'misheard' };
  const placed = await place(live, pathOf(id));
  t.is(placed.status, 200);
  t.is(holdOf(placed)?.reason, REASON);
  const { data } = (await live('GET', '/v1/sessions?limit=200')).body as {
    data: { session_id: string; held: boolean }[];
  };
  t.true(data.find(({ session_id }) => session_id === id)?.held);

  t.deepEqual(refusalOf(await writer('DELETE', pathOf(id))), HELD);
  t.deepEqual(refusalOf(await writer('POST', `${pathOf(id)}/rectify`, cleared)), HELD);
  t.deepEqual(await refusedOf(id), ['session.erasure_refused', 'session.clearing_refused']);
  t.is((await writer('POST', `${pathOf(id)}/rectify`, { age: 50 })).status, 200);

  t.is(holdOf(await place(live, pathOf(id), 'another claim'))?.reason, 'another claim');
  t.is(holdOf(await lift(live, pathOf(id))), null);
  t.deepEqual(errorOf(await lift(live, pathOf(id))), [404, 'not_found']);
  t.is((await writer('POST', `${pathOf(id)}/rectify`, cleared)).status, 200);
  t.is((await writer('DELETE', pathOf(id))).status, 200);
  t.deepEqual(errorOf(await place(live, pathOf(id))), [404, 'not_found']);
});

test('holds are placed with admin:write, in the tenant and mode of the session', async (t) => {
  const id = await openSession(live, newPatient('H '));
  t.deepEqual(errorOf(await place(writer, pathOf(id))), [403, 'forbidden']);
  t.deepEqual(errorOf(await place(stranger, pathOf(id))), [404, 'not_found']);
  t.deepEqual(errorOf(await place(sandbox, pathOf(id))), [404, 'not_found']);
  for (const reason of ['', '  ', 'x'.repeat(501)]) {
    t.deepEqual(errorOf(await place(live, pathOf(id), reason)), [422, 'validation_error', 'reason']);
  }
  t.is((await place(admin, pathOf(id))).status, 200);
});

test('who may erase and not read is not told why something is held', async (t) => {
  const patient_id = newPatient('H ');
  const id = await openSession(live, patient_id);
  await place(live, pathOf(id));
  const keyOf = (...scopes: Scope[]) => api.newClient(tenantId, { scopes });
  const sessionWriter = await keyOf('sessions:write', 'patients:read');
  const patientWriter = await keyOf('patients:write', 'sessions:write');
  const unread = [409, null, false];
  t.deepEqual(refusalOf(await sessionWriter('DELETE', pathOf(id))), unread);
  t.deepEqual(refusalOf(await patientWriter('DELETE', at(patient_id))), unread);
  t.deepEqual(refusalOf(await (await keyOf('sessions:write', 'sessions:read'))('DELETE', pathOf(id))), HELD);
  t.deepEqual(refusalOf(await (await keyOf('sessions:write', 'admin:read'))('DELETE', pathOf(id))), HELD);

  await lift(live, pathOf(id));
  await patientWriter('PUT', at(patient_id), { allergies: ['latex'] });
  await place(live, at(patient_id));
  const removal = { remove: { allergies: ['latex'] } };
  t.deepEqual(refusalOf(await patientWriter('PUT', at(patient_id), removal)), unread);
  t.deepEqual(refusalOf(await patientWriter('DELETE', at(patient_id))), unread);
  t.deepEqual(refusalOf(await sessionWriter('DELETE', pathOf(id))), HELD, 'it may read the patient');
  await lift(live, at(patient_id));
});

test('the hold of a patient protects the profile and every session', async (t) => {
  const patient_id = newPatient('H ');
  const put = (body: object): Promise<Answer> => writer('PUT', at(patient_id), body);
  await put({ allergies: ['latex', 'penicillin'] });
  const id = await openSession(live, patient_id);
  const cleared = { clear_answers: [await answer(live, id)] };
  const placed = await place(live, at(patient_id));
  const { profile_id } = placed.body as { profile_id: string };
  t.deepEqual([placed.status, holdOf(placed)?.reason], [200, REASON]);
  t.deepEqual(holdOf(await live('GET', at(patient_id))), holdOf(placed));

  t.deepEqual(refusalOf(await writer('DELETE', at(patient_id))), HELD);
  t.deepEqual(refusalOf(await put({ remove: { allergies: ['latex'] } })), HELD);
  t.is((await put({ allergies: ['pollen'] })).status, 200);
  t.deepEqual(profileOf(await live('GET', at(patient_id))).allergies, ['latex', 'penicillin', 'pollen']);
  t.deepEqual(refusalOf(await writer('DELETE', pathOf(id))), HELD);
  t.deepEqual(refusalOf(await writer('POST', `${pathOf(id)}/rectify`, cleared)), HELD);
  t.deepEqual(await refusedOf(profile_id), ['patient.erasure_refused', 'patient.removal_refused']);
  t.deepEqual(await refusedOf(id), ['session.erasure_refused', 'session.clearing_refused']);

  t.is(holdOf(await lift(live, at(patient_id))), null);
  t.deepEqual(errorOf(await lift(live, at(patient_id))), [404, 'not_found']);
  t.is((await writer('DELETE', at(patient_id))).status, 200);
});

test('a patient is not erased while one session is held, and then nothing of it is', async (t) => {
  const patient_id = newPatient('H ');
  await writer('PUT', at(patient_id), { allergies: ['latex'] });
  const [held, other] = [await openSession(live, patient_id), await openSession(live, patient_id)];
  await place(live, pathOf(held));
  t.deepEqual(refusalOf(await writer('DELETE', at(patient_id))), HELD);
  t.is((await live('GET', at(patient_id))).status, 200);
  t.is((await live('GET', `${pathOf(other)}/state`)).status, 200);
  await lift(live, pathOf(held));
  t.is((await writer('DELETE', at(patient_id))).status, 200);
});

test('a patient of whom there are only sessions gets an empty profile to hold', async (t) => {
  const patient_id = newPatient('H ');
  t.deepEqual(errorOf(await place(live, at(patient_id))), [404, 'not_found']);
  await openSession(live, patient_id);
  t.deepEqual(errorOf(await lift(live, at(patient_id))), [404, 'not_found']);
  t.is((await place(live, at(patient_id))).status, 200);
  t.deepEqual(profileOf(await live('GET', at(patient_id))).allergies, []);
  t.deepEqual(refusalOf(await writer('DELETE', at(patient_id))), HELD);
});
