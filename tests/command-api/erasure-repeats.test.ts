import test from 'ava';
import { erasePatient } from '../../command-api/patients/erase-patient.ts';
import { certificateOf as recertify } from '../../infra/erasure/certificate.ts';
import { at, certificateOf, newPatient, openSession, startPatientsApi } from '../support/patients.ts';

/** What a repeat of an erasure states whose answer nobody got. */
const patients = await startPatientsApi();
const { api } = patients;
const { tenantId, live } = await patients.newClinic();
test.after.always(patients.stop);

test('an erasure whose answer was lost states the same when it is repeated, with its first time', async (t) => {
  const id = newPatient();
  await live('PUT', at(id), { allergies: ['latex'] });
  await openSession(live, id);
  const request = await patients.erasureOf(tenantId, id);
  const first = await erasePatient(api.runtime, request);
  t.is(first.erased_at, request.now.toISOString());
  const later = { ...request, now: new Date(request.now.getTime() + 90_000) };
  t.deepEqual(await erasePatient(api.runtime, later), first);

  // Killed after all was destroyed, before the erasure was ended: the next call finds it standing.
  const half = newPatient();
  await live('PUT', at(half), {});
  const begun = await patients.erasureOf(tenantId, half);
  const pool = api.runtime.poolOf(tenantId);
  const isEnd = (text: unknown): boolean => String(text).startsWith('DELETE FROM ops.patient_erasures');
  const query = (...args: [string, unknown[]]) =>
    isEnd(args[0]) ? Promise.reject(new Error('killed')) : pool.query(...args);
  const dying = { connect: () => pool.connect(), query } as unknown as typeof pool;
  await t.throwsAsync(erasePatient({ ...api.runtime, poolOf: () => dying }, begun), { message: 'killed' });
  const repeated = await live('DELETE', at(half));
  t.is(repeated.status, 200);
  t.like(certificateOf(repeated), { certificate_id: begun.commandId, erased_at: begun.now.toISOString() });
});

test('a session whose answer got lost is certified with the time of the erasure, not of the repeat', async (t) => {
  const { pool } = api.runtime;
  const sessionId = await openSession(live, newPatient());
  // The database refuses the certificate after all was destroyed.
  await pool.query(`CREATE FUNCTION public.fail_away() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'away'; END $$`);
  await pool.query(`CREATE TRIGGER away BEFORE INSERT ON ops.erasure_certificates
    FOR EACH ROW WHEN (NEW.subject_id = '${sessionId}') EXECUTE FUNCTION public.fail_away()`);
  t.is((await live('DELETE', `/v1/sessions/${sessionId}`)).status, 500);
  await pool.query('DROP TRIGGER away ON ops.erasure_certificates');
  t.is((await live('DELETE', `/v1/sessions/${sessionId}`)).status, 404, 'it is gone');
  const { rows } = await pool.query<{ erased_at: Date }>(
    'SELECT erased_at FROM ops.erasures WHERE subject_id = $1',
    [sessionId],
  );
  const certificate = await recertify(api.runtime, sessionId);
  t.like(certificate, {
    subject: { type: 'session', id: sessionId },
    erased_at: rows[0]?.erased_at.toISOString(),
  });
  t.true((certificate?.destroyed.key_ids.length ?? 0) > 0);
});
