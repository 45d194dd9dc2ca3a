import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { createAccessIntake } from '../../../command-api/reactors/access-intake.ts';
import {
  NothingToReplayError,
  replay,
  type ReplayOptions,
  type ReplayStep,
  type ReplaySubject,
} from '../../../infra/audit/replay.ts';
import { programOf } from '../../../infra/embedded/program.ts';
import { whoAccessed } from '../../../infra/audit/who-accessed.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { balancesProjection } from '../../../projectors/balances/projection.ts';
import { patientProfilesProjection } from '../../../projectors/patients/profiles.ts';
import { sessionsProjection } from '../../../projectors/sessions/projection.ts';
import { startApi } from '../../support/api.ts';
import { startProjections } from '../../support/running-projections.ts';
import { runVerifier } from './world.ts';

/** What an operator asks of the trail: who looked at a patient, what happened to it, step by step. */
const api = await startApi();
const { runtime, stack } = api;
const { pool } = runtime;
const projections = await startProjections(runtime, [
  balancesProjection,
  sessionsProjection,
  patientProfilesProjection,
  auditProjection,
]);
const intake = createAccessIntake({ ...runtime, reportFact: () => undefined });

const PATIENT = 'P-1024-nobody-else';
const SECRET = 'only after dancing on Fridays';
const tenantId = await api.newTenant();
const client = await api.newClient(tenantId);
await projections.caughtUp();
const idOf = async (body: object): Promise<string> => {
  const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache', age: 40, ...body });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return (opened.body as { session_id: string }).session_id;
};
await client('PUT', `/v1/patients/${PATIENT}`, { allergies: ['latex'] });
const [sessionId, strangerId] = [
  await idOf({ patient_id: PATIENT, chief_complaint: `headache, ${SECRET}` }),
  await idOf({ patient_id: 'P-2' }),
];
await client('GET', `/v1/patients/${PATIENT}`);
await client('GET', '/v1/patients/P-2');
await client('GET', `/v1/sessions/${sessionId}/export`);
await client('POST', `/v1/sessions/${sessionId}/finalize`, {});
await client('GET', '/v1/patients');
await intake.runOnce();
await projections.caughtUp();
const folder = mkdtempSync(path.join(os.tmpdir(), 'audit-cli-'));
test.after.always(async () => {
  await projections.stop();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function stepsOf(subject: ReplaySubject, options: Partial<ReplayOptions> = {}): Promise<ReplayStep[]> {
  const steps: ReplayStep[] = [];
  for await (const step of replay(runtime, subject, { open: false, ...options })) steps.push(step);
  return steps;
}
const actionsOf = (steps: readonly { action: string }[]): string[] => steps.map(({ action }) => action);

test.serial('who looked at a patient, or changed it, and nobody else', async (t) => {
  const question = { tenantId, patientId: PATIENT };
  const { subjects, accesses } = await whoAccessed(runtime, question);
  t.deepEqual(subjects.sessionIds, [sessionId]);
  t.deepEqual(
    accesses.map(({ kind, action, whole_tenant }) => [kind, action, whole_tenant]),
    [
      ['changed', 'patient.created', false],
      ['changed', 'session.created', false],
      ['changed', 'session.finalized', false],
      ['changed', 'session.assessment_completed', false],
      // Who put the profile was answered with it.
      ['looked', 'patient.viewed', false],
      ['looked', 'patient.viewed', false],
      ['looked', 'session.exported', false],
      ['looked', 'patient.list_accessed', true],
    ],
  );
  t.true(accesses.every(({ actor }) => actor.type === 'api_key'));
  const text = JSON.stringify(accesses);
  for (const secret of [PATIENT, SECRET, 'latex', strangerId]) t.false(text.includes(secret));
  t.deepEqual((await whoAccessed(runtime, { ...question, patientId: 'P-3' })).subjects.sessionIds, []);
});

test.serial(
  'a session is walked through from its first event, to a revision or a time, with nothing opened',
  async (t) => {
    const steps = await stepsOf({ kind: 'session', sessionId });
    t.deepEqual(actionsOf(steps), ['session.created', 'session.finalized', 'session.assessment_completed']);
    t.deepEqual(
      steps.map(({ step, revision }) => [step, revision]),
      [
        [1, 0],
        [2, 1],
        [3, 2],
      ],
    );
    t.true((steps[0]?.sealed.length ?? 0) > 0);
    t.false(JSON.stringify(steps).includes(SECRET));
    t.false('opened' in (steps[0] ?? {}));
    t.is((await stepsOf({ kind: 'session', sessionId }, { until: { revision: 1 } })).length, 2);
    const firstMs = Date.parse(steps[0]?.at ?? '');
    t.is((await stepsOf({ kind: 'session', sessionId }, { until: { timeMs: firstMs } })).length, 1);
    await t.throwsAsync(stepsOf({ kind: 'session', sessionId: tenantId }), {
      instanceOf: NothingToReplayError,
    });
  },
);

test.serial('a patient and a tenant are walked through in log order', async (t) => {
  const patient = await stepsOf({ kind: 'patient', tenantId, patientId: PATIENT });
  t.deepEqual(actionsOf(patient), [
    'patient.created',
    'session.created',
    'session.finalized',
    'session.assessment_completed',
  ]);
  const tenant = await stepsOf({ kind: 'tenant', tenantId });
  t.deepEqual(actionsOf(tenant).slice(0, 3), ['tenant.registered', 'tenant.tokens_granted', 'key.created']);
  t.true(actionsOf(tenant).includes('patient.list_accessed'));
  t.is(tenant.filter(({ subject }) => subject.id === strangerId).length, 1);
  const positions = tenant.map(({ position }) => BigInt(position));
  t.deepEqual(
    positions,
    positions.toSorted((a, b) => (a < b ? -1 : 1)),
  );
});

test.serial('what is sealed is opened only after the look was left in the trail', async (t) => {
  const left = async (): Promise<unknown[]> => {
    const query = `SELECT actor_type, actor_id, action, subject_type, subject_id, ip FROM ops.access_intake WHERE tenant_id = $1`;
    return (await pool.query<object>(query, [tenantId])).rows;
  };
  await pool.query('ALTER TABLE ops.access_intake RENAME TO gone');
  const shown: ReplayStep[] = [];
  await t.throwsAsync(async () => {
    for await (const step of replay(runtime, { kind: 'session', sessionId }, { open: true }))
      shown.push(step);
  });
  await pool.query('ALTER TABLE ops.gone RENAME TO access_intake');
  t.deepEqual(shown, []);
  const steps = await stepsOf({ kind: 'session', sessionId }, { open: true });
  t.true(JSON.stringify(steps[0]?.opened).includes(SECRET));
  const look = { actor_type: 'operator', actor_id: 'cli', action: 'replay.opened', ip: null };
  t.deepEqual(await left(), [{ ...look, subject_type: 'session', subject_id: sessionId }]);
  t.is(await intake.runOnce(), 1);
  await projections.caughtUp();
  t.is(
    (await whoAccessed(runtime, { tenantId, patientId: PATIENT })).accesses.at(-1)?.action,
    'replay.opened',
  );
});

type Outcome = { code: number; out: string; err: string };
const ops = (args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      DATABASE_URL: stack.databaseUrl,
      EVENTSTORE_URL: stack.eventStoreUrl,
      MASTER_KEY_FILE: stack.masterKeyFile,
    };
    const command = [programOf('infra/cli/main.ts'), 'audit', ...args];
    execFile(process.execPath, command, { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });

test.serial('the commands tell what they found, and by their exit code', async (t) => {
  const exported = path.join(folder, 'export');
  const [wrote, walked, unknown] = await Promise.all([
    ops(['export', tenantId, exported]),
    ops(['replay', '--session', sessionId, '--ndjson', '--until', '0']),
    ops(['verify', randomUUID()]),
  ]);
  t.is(unknown.code, 1);
  t.regex(unknown.err, /neither rows nor checkpoints/);
  t.is(wrote.code, 0, wrote.err);
  t.like(JSON.parse(wrote.out), { tenant_id: tenantId, verified: { intact: true, broken: null } });
  const verified = await runVerifier(exported);
  t.is(verified.code, 0, verified.text);
  t.like(JSON.parse(walked.out), { step: 1, action: 'session.created', subject: { id: sessionId } });

  await pool.query("UPDATE read.audit_rows SET actor_id = 'x' WHERE tenant_id = $1 AND seq = 2", [tenantId]);
  const [broken, again] = await Promise.all([
    ops(['verify', '--all', '--against-log', '--earlier', exported]),
    ops(['export', tenantId, exported]),
  ]);
  t.is(broken.code, 1);
  const verdict = JSON.parse(broken.out) as { intact: boolean; tenants: { tenant_id: string }[] };
  t.false(verdict.intact);
  t.like(
    verdict.tenants.find((tenant) => tenant.tenant_id === tenantId),
    {
      intact: false,
      broken: { where: 'rows', seq: 2, problem: 'columns differ from the canonical content' },
    },
  );
  t.is(again.code, 1);
  t.true(again.err.includes('is not empty'));
  t.regex(broken.err, /rows .*%|log .*%/, 'a bar');
});
