import test from 'ava';
import { errorOf } from '../support/answers.ts';
import { at, newPatient, openSession, profileOf, startPatientsApi } from '../support/patients.ts';

const patients = await startPatientsApi();
const { api } = patients;
const { tenantId, live } = await patients.newClinic();
test.after.always(patients.stop);

test('a put answers with no more of the profile than its caller may read, and that is audited', async (t) => {
  const id = newPatient();
  const stored = { allergies: ['penicillin'], family_history: ['father: stroke'], smoking_status: 'former' };
  const created = await live('PUT', at(id), stored);
  const { profile_id, created_at } = profileOf(created);
  await openSession(live, id, { age: 54, sex: 'male' });
  const writer = await api.newClient(tenantId, { scopes: ['patients:write'] });
  const known = { profile_id, partner_patient_id: id, created_at };

  const empty = await writer('PUT', at(id), {});
  t.is(empty.status, 200);
  t.deepEqual(empty.body, known);
  const added = await writer('PUT', at(id), { allergies: ['latex', 'Penicillin'], alcohol_status: 'heavy' });
  t.deepEqual(added.body, { ...known, allergies: ['latex', 'Penicillin'], alcohol_status: 'heavy' });
  const whole = await live('PUT', at(id), {});
  t.deepEqual(whole.body, (await live('GET', at(id))).body);

  const looks = async ({ headers }: { headers: Headers }) => {
    const { rows } = await api.runtime.pool.query<{ action: string; subject_id: string }>(
      'SELECT action, subject_id FROM ops.access_intake WHERE request_id = $1',
      [headers.get('x-request-id')],
    );
    return rows;
  };
  const look = [{ action: 'patient.viewed', subject_id: profile_id }];
  t.deepEqual(await looks(created), look);
  t.deepEqual(await looks(whole), look);
  t.deepEqual([...(await looks(empty)), ...(await looks(added))], []);
});

test('finalizing tells of the profile only whom the session or the patient may be read by, in repeats too', async (t) => {
  const id = newPatient();
  const profile = {
    chronic_conditions: ['HIV infection'],
    current_medications: ['ramipril 5 mg'],
    allergies: ['penicillin'],
    family_history: ['father: heart attack at 52'],
    smoking_status: 'current',
  };
  t.is((await live('PUT', at(id), profile)).status, 201);
  const writer = await api.newClient(tenantId, { scopes: ['sessions:write'] });
  const reader = await api.newClient(tenantId, { scopes: ['sessions:write', 'sessions:read'] });
  const doctor = await api.newClient(tenantId, { scopes: ['sessions:write', 'patients:read'] });
  const ofProfile = /HIV|ramipril|penicillin|heart|smoker|immunity|ACE inhibitor/i;
  const finalizeAs = async (client: typeof live, sessionId: string, key: string) =>
    client('POST', `/v1/sessions/${sessionId}/finalize`, undefined, { 'idempotency-key': key });
  type Body = { summary: { patient_context: string[] }; triage_level: string };

  const one = await openSession(writer, id, { age: 54, sex: 'male' });
  const told = await finalizeAs(writer, one, `one-${id}`);
  t.is(told.status, 200);
  t.notRegex(JSON.stringify(told.body), ofProfile);
  t.deepEqual((told.body as Body).summary.patient_context, ['54 years old', 'male']);
  t.deepEqual((await finalizeAs(writer, one, `one-${id}`)).body, told.body);
  const record = await api.newClient(tenantId, { scopes: ['sessions:read'] });
  t.regex(JSON.stringify((await record('GET', `/v1/sessions/${one}/export`)).body), ofProfile, 'it is kept');

  for (const client of [reader, doctor, live]) {
    const sessionId = await openSession(writer, id, { age: 54, sex: 'male' });
    const key = `whole-${sessionId}`;
    const whole = await finalizeAs(client, sessionId, key);
    t.regex((whole.body as Body).summary.patient_context.join(), ofProfile);
    t.deepEqual(errorOf(await finalizeAs(writer, sessionId, key)), [403, 'forbidden']);
    t.deepEqual((await finalizeAs(client, sessionId, key)).body, whole.body);
  }
});
