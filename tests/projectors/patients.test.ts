import test from 'ava';
import { patientAggregate } from '../../command-api/patients/aggregate.ts';
import { executeOnStream } from '../../command-api/kernel/execute-on-stream.ts';
import type { PatientCommand } from '../../domain/patient/index.ts';
import { auditProjection } from '../../projectors/audit/projection.ts';
import { patientProfilesProjection } from '../../projectors/patients/profiles.ts';
import { rebuild } from '../../projectors/rebuild/rebuild.ts';
import { subjectKeyId } from '../../shared/crypto/data-keys.ts';
import { systemRandom } from '../../shared/crypto/seal.ts';
import { patientStream } from '../../shared/event-log/streams.ts';
import { openPatient, type PatientRow } from '../../shared/read-models/patient-rows.ts';
import { patientHash } from '../../shared/read-models/session-rows.ts';
import { startDatabase } from '../support/database.ts';
import { createProjecting, type Projecting } from '../support/projecting.ts';

const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;
const PROJECTIONS = [patientProfilesProjection];

async function clinic() {
  const projecting = await createProjecting(pool);
  const tenantId = await projecting.world.registerTenant();
  const deps = { ...projecting, poolOf: () => pool, random: systemRandom, now: projecting.world.now };
  const execute = (profileId: string, command: PatientCommand) =>
    executeOnStream(deps, patientAggregate, {
      stream: patientStream(profileId),
      command,
      commandId: projecting.world.nextId(),
      tenantId,
      actor: { type: 'api_key', id: 'key' },
      requestId: 'request',
      ip: null,
      now: projecting.world.now(),
      deadline: null,
      test: false,
    });
  const put = (profileId: string, patientId: string, allergies: string[] = []) =>
    execute(profileId, {
      kind: 'put',
      profile_id: profileId,
      test: false,
      partner_patient_id: patientId,
      add: { allergies },
      remove: {},
      smoking_status: undefined,
      alcohol_status: undefined,
    });
  const erase = (profileId: string) => execute(profileId, { kind: 'erase', cause: 'requested' });
  const hold = (profileId: string, partner_patient_id: string) =>
    execute(profileId, {
      kind: 'place_hold',
      profile_id: profileId,
      test: false,
      partner_patient_id,
      reason: 'claim',
    });
  const lift = (profileId: string) => execute(profileId, { kind: 'lift_hold' });
  return { projecting, tenantId, put, hold, lift, erase };
}

/** Rows with what is sealed in them opened. */
async function rowsOf({ dataKeys }: Projecting) {
  const { rows } = await pool.query<PatientRow>(
    `SELECT profile_id, tenant_id, test, revision, patient_hash, grams::text, key_id, profile_sealed, held, created_at, updated_at
     FROM read.patient_profiles ORDER BY profile_id`,
  );
  return Promise.all(
    rows.map(async ({ profile_sealed, ...row }) => {
      const key = (await dataKeys.load(pool, [row.key_id])).get(row.key_id);
      return { ...row, profile: key && openPatient({ ...row, profile_sealed }, key) };
    }),
  );
}

const isDestroyed = async (profileId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ wrapped: Buffer | null }>(
    'SELECT wrapped FROM ops.data_keys WHERE key_id = $1',
    [subjectKeyId(profileId)],
  );
  return rows[0]?.wrapped === null;
};

test.serial('the projector writes the rows that commands write', async (t) => {
  const { projecting, tenantId, put, hold, lift } = await clinic();
  const [first, second] = [projecting.world.nextId(), projecting.world.nextId()];
  await put(first, 'P-1', ['latex']);
  await put(second, 'P-2');
  projecting.world.advance(60_000);
  await put(first, 'P-1', ['nuts']);
  await hold(second, 'P-2');
  const third = projecting.world.nextId();
  await hold(third, 'P-3');
  await lift(third);
  const written = await rowsOf(projecting);
  t.deepEqual(
    [first, second, third].map((id) => written.find(({ profile_id }) => profile_id === id)?.held),
    [false, true, false],
  );
  const row = written.find(({ profile_id }) => profile_id === first);
  t.like(row?.profile, { partner_patient_id: 'P-1', allergies: ['latex', 'nuts'], revision: 1 });
  const tenant = await projecting.dataKeys.tenantKeys(pool, tenantId);
  t.deepEqual(row?.patient_hash, patientHash(tenant, 'P-1'));

  await projecting.project(PROJECTIONS);
  t.deepEqual(await rowsOf(projecting), written, 'nothing is left to do');
  await pool.query('TRUNCATE read.patient_profiles');
  await pool.query('DELETE FROM ops.checkpoints');
  await projecting.project(PROJECTIONS);
  t.deepEqual(await rowsOf(projecting), written);
});

test.serial('events in many small batches give the same rows', async (t) => {
  const { projecting, put } = await clinic();
  const profileId = projecting.world.nextId();
  for (const entry of ['a', 'b', 'c', 'd']) await put(profileId, 'P-1', [entry]);
  const written = await rowsOf(projecting);
  await pool.query('TRUNCATE read.patient_profiles');
  await projecting.project(PROJECTIONS, { limits: { maxEvents: 1, lingerMs: 0, maxQueued: 10 } });
  t.deepEqual(await rowsOf(projecting), written);
});

test.serial(
  'an erasure that was killed before its keys were destroyed is finished by the projector',
  async (t) => {
    const { projecting, put, erase } = await clinic();
    const [gone, kept] = [projecting.world.nextId(), projecting.world.nextId()];
    await put(gone, 'P-1', ['latex']);
    await put(kept, 'P-2');
    await erase(gone);
    t.false(await isDestroyed(gone), 'the command was killed here');
    await projecting.project(PROJECTIONS);
    t.true(await isDestroyed(gone));
    t.false(await isDestroyed(kept));
    t.deepEqual(
      (await rowsOf(projecting)).map(({ profile_id }) => profile_id),
      [kept],
    );
  },
);

test.serial(
  'events that come after the keys were destroyed bring nothing back and stop nothing',
  async (t) => {
    const { projecting, put, erase } = await clinic();
    const [gone, kept] = [projecting.world.nextId(), projecting.world.nextId()];
    await put(gone, 'P-1', ['latex']);
    await projecting.project(PROJECTIONS);
    await put(gone, 'P-1', ['nuts']);
    await put(kept, 'P-2');
    await erase(gone);
    await pool.query(
      'UPDATE ops.data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = now() WHERE key_id = $1',
      [subjectKeyId(gone)],
    );
    await projecting.project(PROJECTIONS, { limits: { maxEvents: 1, lingerMs: 0, maxQueued: 10 } });
    t.deepEqual(
      (await rowsOf(projecting)).map(({ profile_id }) => profile_id),
      [kept],
    );
  },
);

test.serial('a late write of a command does not bring an erased profile back', async (t) => {
  const { projecting, put } = await clinic();
  const profileId = projecting.world.nextId();
  await put(profileId, 'P-1', ['latex']);
  await pool.query('DELETE FROM read.patient_profiles');
  await pool.query(
    'UPDATE ops.data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = now() WHERE key_id = $1',
    [subjectKeyId(profileId)],
  );
  await t.throwsAsync(put(profileId, 'P-1', ['nuts']), { message: 'The patient was erased.' });
  t.deepEqual(await rowsOf(projecting), []);
});

test.serial('a rebuild gives the same rows, and tells where they differ', async (t) => {
  const { projecting, put, erase } = await clinic();
  const profileIds = Array.from({ length: 3 }, () => projecting.world.nextId());
  for (const [index, profileId] of profileIds.entries()) await put(profileId, `P-${index}`, ['latex']);
  await put(profileIds[0]!, 'P-0', ['nuts']);
  await erase(profileIds[1]!);
  await projecting.project(PROJECTIONS);
  const options = {
    projections: PROJECTIONS,
    databaseUrl: pool.options.connectionString ?? '',
    log: projecting.log,
    codec: projecting.codec,
    dataKeys: projecting.dataKeys,
    now: () => new Date(),
  };
  t.true((await rebuild({ ...options, check: true })).isSame);
  await pool.query(`UPDATE read.patient_profiles SET grams = '{1}' WHERE profile_id = $1`, [profileIds[2]]);
  t.false((await rebuild({ ...options, check: true })).isSame);
  const before = await rowsOf(projecting);
  await rebuild({ ...options, check: false });
  const after = await rowsOf(projecting);
  t.is(after.length, 2);
  t.deepEqual(
    after.map(({ grams: _grams, ...row }) => row),
    before.map(({ grams: _grams, ...row }) => row),
  );
  t.true((await rebuild({ ...options, check: true })).isSame);
});

test.serial('the trail names the profile and the changed fields, and nobody', async (t) => {
  const { projecting, put, erase } = await clinic();
  const profileId = projecting.world.nextId();
  await put(profileId, 'P-canary', ['canary']);
  await put(profileId, 'P-canary', ['second canary']);
  await erase(profileId);
  await projecting.project([auditProjection]);
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT action, subject_type, subject_id, changed_fields, a::text AS text FROM read.audit_rows a
     WHERE subject_type = 'patient' ORDER BY seq`,
  );
  const subject = { subject_type: 'patient', subject_id: profileId };
  t.deepEqual(
    rows.map(({ text: _text, ...row }) => row),
    [
      { action: 'patient.created', ...subject, changed_fields: [] },
      { action: 'patient.updated', ...subject, changed_fields: ['allergies'] },
      { action: 'patient.erased', ...subject, changed_fields: [] },
    ],
  );
  t.false(rows.some(({ text }) => String(text).includes('canary')));
});
