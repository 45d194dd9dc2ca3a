import test from 'ava';
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
