import { randomBytes } from 'node:crypto';
import test from 'ava';
import { erasedPatientHash } from '../../shared/erasure/certificates.ts';
import { erasePatient } from '../../command-api/patients/erase-patient.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import { newMember } from '../query-api/support.ts';
import { errorOf, fieldsOf } from '../support/answers.ts';
import { clientOf } from '../support/api.ts';
import {
  at,
  certificateOf,
  finalize,
  isSigned,
  newPatient,
  openSession,
  profileOf,
  startPatientsApi,
} from '../support/patients.ts';

const patients = await startPatientsApi();
const { api } = patients;
const clinic = await patients.newClinic({ scopes: ['patients:read', 'sessions:write'] });
const { tenantId, live, sandbox, limited: reader } = clinic;
const { live: stranger } = await patients.newClinic();
const member = await newMember(api, tenantId, 'developer');
test.after.always(patients.stop);

const hashOf = (patientId: string): Promise<Buffer> => patients.hashOf(tenantId, patientId);

test('a put makes a profile, later ones add to it', async (t) => {
  const id = newPatient();
  const created = await live('PUT', at(id), {
    chronic_conditions: [' Type 2 diabetes ', 'type 2 DIABETES'],
    allergies: ['penicillin'],
    smoking_status: 'former',
    risk_factors: null,
  });
  t.is(created.status, 201);
  const { profile_id, created_at, ...shown } = profileOf(created);
  t.regex(profile_id, /^[0-9a-f-]{36}$/);
  t.is(typeof created_at, 'string');
  t.deepEqual(shown as object, {
    partner_patient_id: id,
    age: null,
    sex: null,
    chronic_conditions: ['Type 2 diabetes'],
    current_medications: [],
    allergies: ['penicillin'],
    risk_factors: [],
    family_history: [],
    smoking_status: 'former',
    alcohol_status: null,
    sessions_count: 0,
    last_session_at: null,
    hold: null,
  });
  const updated = await live('PUT', at(id), {
    allergies: ['Penicillin', 'latex'],
    alcohol_status: 'heavy',
    smoking_status: null,
    remove: { chronic_conditions: ['TYPE 2 DIABETES'] },
  });
  t.is(updated.status, 200);
  t.like(profileOf(updated), {
    profile_id,
    chronic_conditions: [],
    allergies: ['penicillin', 'latex'],
    smoking_status: 'former',
    alcohol_status: 'heavy',
    created_at,
  });
  t.deepEqual((await live('GET', at(id))).body, updated.body);
  t.is((await live('PUT', at(id), {})).status, 200);
  t.deepEqual((await live('GET', at(id))).body, updated.body);
});

test('every field that is wrong is named, and nothing is stored', async (t) => {
  const id = newPatient();
  const refused = await live('PUT', at(id), {
    allergies: ['x'.repeat(201), '  ', 7],
    risk_factors: Array.from({ length: 201 }, (_, index) => `entry ${index}`),
    smoking_status: 'sometimes',
    remove: { allergies: 'x', unknown_list: [] },
    age: 5,
  });
  t.is(refused.status, 422);
  t.deepEqual(
    fieldsOf(refused).sort(),
    [
      'age',
      'allergies.0',
      'allergies.1',
      'allergies.2',
      'remove.allergies',
      'remove.unknown_list',
      'risk_factors',
      'smoking_status',
    ].sort(),
  );
  t.is((await live('GET', at(id))).status, 404);
  for (const wrong of ['x'.repeat(201), 'a\tb', ' b']) {
    const answer = await live('PUT', at(wrong), {});
    t.deepEqual(errorOf(answer), [422, 'validation_error', 'patient_id']);
  }
  const full = Array.from({ length: 200 }, (_, index) => `entry ${index}`);
  t.is((await live('PUT', at(id), { allergies: full })).status, 201);
  const tooMany = await live('PUT', at(id), { allergies: ['one more'] });
  t.deepEqual(errorOf(tooMany), [422, 'validation_error', 'allergies']);
  t.is(profileOf(await live('GET', at(id))).allergies.length, 200);
});

test('any visible ASCII is a patient id, and case counts', async (t) => {
  const base = newPatient();
  for (const id of [`${base}/a%2F?b#c`, `${base}..`, `${base}"'<&+`, base.toLowerCase()]) {
    t.is((await live('PUT', at(id), { allergies: [id] })).status, 201, id);
    t.like(profileOf(await live('GET', at(id))), { partner_patient_id: id, allergies: [id] });
  }
  t.is((await live('GET', at(base))).status, 404);
});

test('who may not write is told so, without a key there is nothing', async (t) => {
  const id = newPatient();
  t.is((await live('PUT', at(id), {})).status, 201);
  for (const method of ['PUT', 'DELETE']) {
    const body = method === 'PUT' ? {} : undefined;
    t.is((await reader(method, at(id), body)).status, 403);
    t.is((await clientOf(api.baseUrl, 'svc_live_nothing')(method, at(id), body)).status, 401);
  }
  t.is((await stranger('DELETE', at(id))).status, 404);
  t.is((await stranger('PUT', at(id), {})).status, 201, 'a patient of their own');
  t.is((await sandbox('DELETE', at(id))).status, 404);
  t.is((await live('GET', at(id))).status, 200);
});

test('test and live patients of one id are two', async (t) => {
  const id = newPatient();
  const first = profileOf(await live('PUT', at(id), { allergies: ['live'] }));
  t.is((await sandbox('GET', at(id))).status, 404);
  const second = await sandbox('PUT', at(id), { allergies: ['test'] });
  t.is(second.status, 201);
  t.not(profileOf(second).profile_id, first.profile_id);
  t.deepEqual(profileOf(await live('GET', at(id))).allergies, ['live']);
  t.deepEqual(profileOf(await sandbox('GET', at(id))).allergies, ['test']);
  t.is((await sandbox('DELETE', at(id))).status, 200);
  t.is((await live('GET', at(id))).status, 200);
});

test('a member of the team puts live patients, and erases test ones where no live one is', async (t) => {
  const id = newPatient();
  await sandbox('PUT', at(id), { allergies: ['test'] });
  t.deepEqual(profileOf(await member.client('GET', at(id))).allergies, ['test']);
  t.is((await member.client('PUT', at(id), { allergies: ['live'] })).status, 201);
  t.deepEqual(profileOf(await member.client('GET', at(id))).allergies, ['live']);
  t.deepEqual(profileOf(await live('GET', at(id))).allergies, ['live']);
  t.is((await member.client('DELETE', at(id))).status, 200);
  t.is((await live('GET', at(id))).status, 404);
  t.is((await sandbox('GET', at(id))).status, 200);
  t.is((await member.client('DELETE', at(id))).status, 200);
  t.is((await member.client('DELETE', at(id))).status, 404);
});

test('puts at once make one profile and lose nothing', async (t) => {
  const id = newPatient();
  const entries = ['a', 'b', 'c', 'd'];
  const answers = await Promise.all(
    entries.map((entry) => live('PUT', at(id), { allergies: [entry, 'common'] })),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
  t.is(new Set(answers.map((answer) => profileOf(answer).profile_id)).size, 1);
  t.deepEqual(profileOf(await live('GET', at(id))).allergies.sort(), [...entries, 'common'].sort());
  const { rows } = await api.runtime.pool.query(
    'SELECT 1 FROM read.patient_profiles WHERE tenant_id = $1 AND patient_hash = $2',
    [tenantId, await hashOf(id)],
  );
  t.is(rows.length, 1);
});

test('a session takes the profile along as it stands when it is opened', async (t) => {
  const id = newPatient();
  const kept = profileOf(
    await live('PUT', at(id), { current_medications: ['warfarin 5 mg'], allergies: ['latex'] }),
  );
  await sandbox('PUT', at(id), { allergies: ['of the test patient'] });
  const sessionId = await openSession(live, id, { age: 54, sex: 'female' });
  await live('PUT', at(id), { allergies: ['came later'], remove: { allergies: ['latex'] } });
  const finalized = await finalize(live, sessionId);
  const { summary } = finalized.body as { summary: { patient_context: string[]; narrative: string } };
  t.deepEqual(summary.patient_context, [
    '54 years old',
    'female',
    'Anticoagulant treatment',
    'Current medication: warfarin 5 mg',
    'Allergies: latex',
  ]);
  t.false(summary.narrative.includes('came later'));
  t.like(profileOf(await live('GET', at(id))), { age: 54, sex: 'female', sessions_count: 1 });
  t.like(profileOf(await sandbox('GET', at(id))), { age: null, sex: null, sessions_count: 0 });
  const nobody = newPatient();
  await openSession(live, nobody);
  t.is((await live('GET', at(nobody))).status, 404, 'a session makes no profile');
  await api.caughtUp();
  const { rows } = await api.runtime.pool.query(
    'SELECT DISTINCT profile_id FROM read.session_steps WHERE session_id = $1',
    [sessionId],
  );
  t.deepEqual(rows, [{ profile_id: kept.profile_id }], 'data teams know the patient by the profile');
});

/** The text of every row of the database, as it stands and as what its bytes may hold. */
async function databaseText(): Promise<string> {
  const { pool } = api.runtime;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('read', 'ops')`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      return rows.map((row) => row.text).join('\n');
    }),
  );
  return texts.join('\n');
}

test('an erasure takes profile and sessions, and signs for it', async (t) => {
  const canary = `canary${randomBytes(6).toString('hex')}`;
  const hash = (await hashOf(canary)).toString('hex');
  const profile = profileOf(
    await live('PUT', at(canary), { allergies: [`${canary} allergy`], chronic_conditions: ['diabetes'] }),
  );
  const sessionIds = [await openSession(live, canary), await openSession(live, canary)];
  await finalize(live, sessionIds[0] ?? '');
  await api.caughtUp();
  const before = await databaseText();
  t.true(before.includes(hash), 'the test finds what it looks for');
  t.false(before.includes(canary) || before.includes(Buffer.from(canary).toString('hex')));

  const erased = await live('DELETE', at(canary));
  t.is(erased.status, 200);
  const certificate = certificateOf(erased);
  const subject = { type: 'patient', id: profile.profile_id };
  t.like(erased.body, { erased: true, subject });
  t.like(certificate, { subject, destroyed: { rows: { sessions: 2, patient_profiles: 1 } } });
  t.true(isSigned(certificate));
  t.false(isSigned({ ...certificate, remains: [] }));

  const { rows } = await api.runtime.pool.query<{ key_id: string; wrapped: Buffer | null }>(
    'SELECT key_id, wrapped FROM ops.data_keys WHERE subject_id = ANY ($1::uuid[]) ORDER BY key_id',
    [[profile.profile_id, ...sessionIds]],
  );
  t.true(rows.every(({ wrapped }) => wrapped === null));
  t.deepEqual(
    certificate.destroyed.key_ids,
    rows.map(({ key_id }) => key_id),
  );
  t.true(rows.length >= 6);
  await api.caughtUp();
  t.false((await databaseText()).includes(hash), 'nothing finds the patient any more');
  for (const tail of ['', '/sessions', '/summary'])
    t.is((await live('GET', at(canary, tail))).status, 404, tail);
  for (const sessionId of sessionIds) {
    t.is((await live('GET', `/v1/sessions/${sessionId}/state`)).status, 404);
  }
  t.is((await live('DELETE', at(canary))).status, 404);
  const again = await live('PUT', at(canary), {});
  t.is(again.status, 201);
  t.not(profileOf(again).profile_id, profile.profile_id);
  t.deepEqual(profileOf(again).allergies, []);
});

test('a patient that has sessions alone is erased under the keyed hash of its id', async (t) => {
  const id = newPatient();
  t.is((await live('DELETE', at(id))).status, 404);
  await openSession(live, id);
  const testSession = await openSession(sandbox, id);
  const erased = await live('DELETE', at(id));
  t.is(erased.status, 200);
  t.like(certificateOf(erased), {
    subject: {
      type: 'patient',
      id: erasedPatientHash(await patients.tenantKeys(tenantId), id).toString('hex'),
    },
    destroyed: { rows: { sessions: 1, patient_profiles: 0 } },
  });
  t.is((await sandbox('GET', `/v1/sessions/${testSession}/state`)).status, 200);
});

/** A log that goes out of reach after so many appends. */
const failingAfter = (appends: number): EventLog => {
  let left = appends;
  return {
    ...api.runtime.log,
    append: (...args) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : api.runtime.log.append(...args);
    },
  };
};

test('an erasure that was broken off anywhere is finished by the next call, which signs for both', async (t) => {
  const { runtime } = api;
  for (const appends of [0, 1, 2, 3]) {
    const id = newPatient();
    const { profile_id } = profileOf(await live('PUT', at(id), { allergies: ['latex'] }));
    const sessionIds = await Promise.all([openSession(live, id), openSession(live, id)]);
    const broken = erasePatient(
      { ...runtime, log: failingAfter(appends) },
      await patients.erasureOf(tenantId, id),
    );
    if (appends < 3) await t.throwsAsync(broken, { message: 'killed' });
    else {
      const first = await broken;
      t.is(first.destroyed.rows['sessions'], 2);
    }
    const repeated = await live('DELETE', at(id));
    t.is(repeated.status, appends < 3 ? 200 : 404);
    const left = await runtime.pool.query(
      'SELECT key_id FROM ops.data_keys WHERE subject_id = ANY ($1::uuid[]) AND wrapped IS NOT NULL',
      [[profile_id, ...sessionIds]],
    );
    t.is(left.rowCount, 0);
    if (appends === 3) continue;
    t.like(certificateOf(repeated), {
      subject: { type: 'patient', id: profile_id },
      destroyed: { rows: { sessions: 2, patient_profiles: 1 } },
    });
    const { rows } = await runtime.pool.query<{ key_id: string }>(
      'SELECT key_id FROM ops.data_keys WHERE subject_id = ANY ($1::uuid[]) ORDER BY key_id',
      [[profile_id, ...sessionIds]],
    );
    t.deepEqual(
      certificateOf(repeated).destroyed.key_ids,
      rows.map(({ key_id }) => key_id),
    );
    t.is((await live('DELETE', at(id))).status, 404);
  }
});

test('an erasure with more than one call can do says so, and goes on', async (t) => {
  const { runtime } = api;
  const id = newPatient();
  await live('PUT', at(id), {});
  await openSession(live, id);
  const begun = new Date();
  const slow = { ...runtime, now: () => new Date(begun.getTime() + 9_000) };
  const request = await patients.erasureOf(tenantId, id, begun);
  await t.throwsAsync(erasePatient(slow, request), { message: /repeat the call/ });
  t.is((await live('GET', at(id))).status, 404, 'the profile goes first');
  t.is((await live('GET', at(id, '/sessions'))).status, 200);
  t.is((await live('DELETE', at(id))).status, 200);
  t.is((await live('GET', at(id, '/sessions'))).status, 404);
});

test('a put while the patient is being erased makes a new profile', async (t) => {
  const id = newPatient();
  const { profile_id } = profileOf(await live('PUT', at(id), { allergies: ['old'] }));
  const [put, erased] = await Promise.all([
    live('PUT', at(id), { allergies: ['new'] }),
    live('DELETE', at(id)),
  ]);
  t.is(erased.status, 200);
  t.true([200, 201, 503].includes(put.status));
  const again = await live('PUT', at(id), { allergies: ['newer'] });
  t.not(profileOf(again).profile_id, profile_id);
  t.false(profileOf(again).allergies.includes('old'));
});
