import test from 'ava';
import { randomUUID } from 'node:crypto';
import { createAccessIntake } from '../../command-api/reactors/access-intake.ts';
import { whoAccessed } from '../../infra/audit/who-accessed.ts';
import { verifyAuditTrail } from '../../infra/audit/verify-rows.ts';
import { allProjections } from '../../projectors/all.ts';
import { errorOf } from '../support/answers.ts';
import { clientOf, startApi, type Answer } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { keepLog } from '../support/kept-log.ts';
import { startProjections } from '../support/running-projections.ts';

/** X-Svc-On-Behalf-Of: who used the partner's software, sealed on its way and shown to whoever reads the trail. */
const kept = keepLog();
const api = await startApi({ logger: kept.logger });
const { runtime } = api;
const { pool } = runtime;
const projections = await startProjections(runtime, allProjections);
const intake = createAccessIntake({ ...runtime, reportFact: () => undefined });
const NURSE = 'nurse-17@ward.example';
const HEADER = { 'x-svc-on-behalf-of': NURSE };
const tenantId = await api.newTenant();
const rawKey = await api.newKey(tenantId);
const client = clientOf(api.baseUrl, rawKey);
const PATIENT = 'P-behalf';
test.after.always(async () => {
  await projections.stop();
  await api.stop();
});

type Row = { action: string; on_behalf_of: string | null; event_id: string; request_id: string };
const rowsOf = (answer: Answer): Row[] => (answer.body as { data: Row[] }).data;

async function settled(): Promise<void> {
  await intake.runOnce();
  await projections.caughtUp();
}
async function download(format: string): Promise<string> {
  const response = await fetchDescribed(`${api.baseUrl}/v1/admin/audit-log/export?format=${format}`, {
    headers: { authorization: `Bearer ${rawKey}` },
  });
  return response.text();
}

test.serial('reads and changes keep for whom they were made, and the trail shows it', async (t) => {
  await projections.caughtUp();
  await client('PUT', `/v1/patients/${PATIENT}`, { allergies: ['latex'] }, HEADER);
  const opening = { chief_complaint: 'headache', age: 40, patient_id: PATIENT };
  const opened = await client('POST', '/v1/sessions', opening, HEADER);
  const { session_id } = opened.body as { session_id: string };
  await projections.caughtUp();
  for (const path of [
    `/v1/patients/${PATIENT}`,
    `/v1/patients/${PATIENT}/sessions`,
    `/v1/patients/${PATIENT}/summary`,
    '/v1/patients',
    '/v1/sessions',
    `/v1/sessions/${session_id}/export`,
    `/v1/sessions/${session_id}/history`,
    `/v1/sessions/${session_id}/explain`,
    `/v1/sessions/${session_id}`,
  ]) {
    t.is((await client('GET', path, undefined, HEADER)).status, 200, path);
  }
  t.is((await client('POST', '/v1/admin/export', {}, HEADER)).status, 200);
  await client('GET', `/v1/patients/${PATIENT}`);
  const { rows: waiting } = await pool.query('SELECT * FROM ops.access_intake');
  await settled();

  const rows = rowsOf(await client('GET', '/v1/admin/audit-log?limit=200'));
  const named = (row: Row) => row.on_behalf_of === NURSE;
  t.deepEqual(
    rows
      .filter(named)
      .map(({ action }) => action)
      .toSorted(),
    [
      'export.bulk',
      'patient.created',
      'patient.list_accessed',
      'patient.sessions_viewed',
      'patient.summary_viewed',
      'patient.viewed',
      'patient.viewed',
      'session.created',
      'session.explained',
      'session.exported',
      'session.history_viewed',
      'session.list_accessed',
      'session.viewed',
    ],
  );
  t.is(rows.filter(({ action }) => action === 'patient.viewed').length, 3);
  t.deepEqual(
    rowsOf(await client('GET', '/v1/admin/audit-log/events')).filter(named).length,
    rows.filter(named).length,
  );
  t.regex(await download('csv'), new RegExp(`,${NURSE},"\\{`));
  t.true((await download('ndjson')).includes(`"on_behalf_of":"${NURSE}"`));
  t.true(
    (await download('fhir')).includes(
      `"system":"urn:clinical-triage-service:on-behalf-of","value":"${NURSE}"`,
    ),
  );
  const { accesses } = await whoAccessed(runtime, { tenantId, patientId: PATIENT });
  t.true(
    accesses.some(({ action, on_behalf_of }) => action === 'session.exported' && on_behalf_of === NURSE),
  );

  // Sealed everywhere, and bound to its event.
  const stored = await pool.query<{ canonical: string; event_id: string }>(
    'SELECT * FROM read.audit_rows WHERE tenant_id = $1',
    [tenantId],
  );
  for (const text of [JSON.stringify(waiting), JSON.stringify(stored.rows), kept.text()]) {
    t.false(text.includes(NURSE));
    t.false(text.includes(Buffer.from(NURSE).toString('base64').slice(0, 24)));
  }
  for await (const event of runtime.log.readAll(null))
    t.false(JSON.stringify(event.metadata).includes(NURSE));
  t.like(await verifyAuditTrail(pool, tenantId), { intact: true });
});

test.serial('what a legal hold refuses keeps for whom it was asked', async (t) => {
  const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache', age: 40 });
  const { session_id } = opened.body as { session_id: string };
  await client('PUT', `/v1/sessions/${session_id}/hold`, { reason: 'claim 1' });
  t.is((await client('DELETE', `/v1/sessions/${session_id}`, undefined, HEADER)).status, 409);
  await settled();
  const rows = rowsOf(await client('GET', '/v1/admin/audit-log?action=session.erasure_refused'));
  t.deepEqual(
    rows.map(({ on_behalf_of }) => on_behalf_of),
    [NURSE],
  );
});

test.serial('a row without it is what it was before there was one', async (t) => {
  const requestId = randomUUID();
  await client('GET', '/v1/patients', undefined, { 'x-request-id': requestId });
  await settled();
  const { rows } = await pool.query<{ canonical: string; on_behalf_of_sealed: Buffer | null }>(
    'SELECT canonical, on_behalf_of_sealed FROM read.audit_rows WHERE request_id = $1',
    [requestId],
  );
  t.is(rows.length, 1);
  t.is(rows[0]?.on_behalf_of_sealed, null);
  t.deepEqual(Object.keys(JSON.parse(rows[0]?.canonical ?? '{}') as object), [
    'action',
    'actor',
    'at',
    'changed_fields',
    'data_digest',
    'event_id',
    'ip',
    'request_id',
    'revision',
    'stream',
    'subject',
    'tenant_id',
    'tokens_charged',
    'type',
    'v',
  ]);
});

test.serial('verify names a row whose end user was taken out or put in', async (t) => {
  await pool.query('UPDATE read.audit_rows SET on_behalf_of_sealed = NULL WHERE tenant_id = $1', [tenantId]);
  t.like(await verifyAuditTrail(pool, tenantId), {
    intact: false,
    problem: 'columns differ from the canonical content',
  });
});

test('a malformed name is refused like any other header, and nothing is done', async (t) => {
  const path = `/v1/patients/P-${randomUUID()}`;
  for (const name of ['nurse 17', '', 'n'.repeat(129), 'sestra-č']) {
    const headers = { 'x-svc-on-behalf-of': Buffer.from(name).toString('latin1') };
    t.deepEqual(errorOf(await client('PUT', path, {}, headers)), [400, 'bad_request'], name);
    t.deepEqual(errorOf(await client('GET', path, undefined, headers)), [400, 'bad_request'], name);
  }
  t.is((await client('GET', path)).status, 404);
  t.is((await client('PUT', path, {}, { 'x-svc-on-behalf-of': '~'.repeat(128) })).status, 201);
});
