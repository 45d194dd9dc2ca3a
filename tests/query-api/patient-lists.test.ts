import test from 'ava';
import { errorOf } from '../support/answers.ts';
import type { Client } from '../support/api.ts';
import { at, finalize, openSession, startPatientsApi } from '../support/patients.ts';

const patients = await startPatientsApi();
test.after.always(patients.stop);

test('a profile is found by its own id, in its own tenant and mode', async (t) => {
  const { live: client, sandbox } = await patients.newClinic();
  const { live: stranger } = await patients.newClinic();
  const { body } = await client('PUT', at('P-known'), {});
  await client('PUT', at('P-other'), {});
  const { profile_id } = body as { profile_id: string };
  const found = async (by: Client, query: string) =>
    ((await by('GET', `/v1/patients?${query}`)).body as { data: { partner_patient_id: string }[] }).data.map(
      ({ partner_patient_id }) => partner_patient_id,
    );
  const query = `profile_id=${profile_id}`;
  t.deepEqual(await found(client, query), ['P-known']);
  t.deepEqual(await found(client, `${query}&partner_patient_id=P-other`), []);
  t.deepEqual(await found(client, `${query}&q=known`), ['P-known']);
  t.deepEqual(await found(sandbox, query), []);
  t.deepEqual(await found(stranger, query), [], 'of another tenant');
  const answer = await client('GET', '/v1/patients?profile_id=P-known');
  t.deepEqual(errorOf(answer), [422, 'validation_error', 'profile_id']);
});

test('lists name the likeliest diagnosis in both languages', async (t) => {
  const { live } = await patients.newClinic();
  const chest = { chief_complaint: 'crushing chest pain into my left arm', age: 60, sex: 'male' };
  const concluded = await finalize(live, await openSession(live, 'P-1', chest));
  type Named = { diagnosis: string; diagnosis_cs: string };
  const [first] = (concluded.body as { differentials: Named[] }).differentials;
  t.truthy(first?.diagnosis_cs);
  t.not(first?.diagnosis_cs, first?.diagnosis);
  const named = { primary_diagnosis: first?.diagnosis, primary_diagnosis_cs: first?.diagnosis_cs };
  const bodyOf = async (path: string) => (await live('GET', path)).body;
  t.like(await bodyOf('/v1/sessions'), { data: [named] });
  t.like(await bodyOf(at('P-1', '/sessions')), [named] as object);
  const { diagnosis, diagnosis_cs } = first!;
  t.like(await bodyOf(at('P-1', '/summary')), { primary_diagnoses: [{ diagnosis, diagnosis_cs }] });
});
