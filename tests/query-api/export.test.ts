import test from 'ava';
import { randomUUID } from 'node:crypto';
import { createAccessIntake } from '../../command-api/reactors/access-intake.ts';
import { auditProjection } from '../../projectors/audit/projection.ts';
import { readAhead } from '../../query-api/export/read-ahead.ts';
import { queryRoutes } from '../../query-api/routes.ts';
import { verifyAuditTrail } from '../../infra/audit/verify-rows.ts';
import { errorOf } from '../support/answers.ts';
import { startApi, type Client } from '../support/api.ts';
import { startProjections } from '../support/running-projections.ts';
import { newMember } from './support.ts';

const api = await startApi();
const { runtime } = api;
const { pool } = runtime;

type Export = {
  total: number;
  limit: number;
  data: { session_id: string }[];
  count: number;
  exported_at: string;
};
const EXPORT = '/v1/admin/export';
const CANARY = 'I-hurt-where-nobody-looks';

const exportWith = async (client: Client, body: unknown = {}): Promise<Export> => {
  const answer = await client('POST', EXPORT, body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Export;
};
const idsIn = ({ data }: Export): string[] => data.map((record) => record.session_id);

/** A tenant with tokens; no projector runs here that would count them. */
async function newTenant(): Promise<string> {
  const tenantId = await api.newTenant();
  await pool.query('INSERT INTO read.balances VALUES ($1, 10000, 0, 10000, NULL)', [tenantId]);
  return tenantId;
}

async function newSession(client: Client, options: { patientId?: string; finalize?: boolean } = {}) {
  const opened = await client('POST', '/v1/sessions', {
    chief_complaint: 'chest pain',
    age: 60,
    sex: 'male',
    free_text: CANARY,
    ...(options.patientId === undefined ? {} : { patient_id: options.patientId }),
  });
  if (opened.status !== 201) throw new Error(`${opened.status} ${JSON.stringify(opened.body)}`);
  const { session_id } = opened.body as { session_id: string };
  await client('POST', `/v1/sessions/${session_id}/answer`, { question_id: 'additional', raw_text: CANARY });
  if (options.finalize !== false) await client('POST', `/v1/sessions/${session_id}/finalize`);
  return session_id;
}

const tenantId = await newTenant();
const live = await api.newClient(tenantId);
const inTest = await api.newClient(tenantId, { test: true });
const other = await api.newClient(await newTenant());
const member = await newMember(api, tenantId);
/** Oldest first. */
const completed: string[] = [];
for (const patientId of ['P-1', 'P-2', 'P-1', 'P-3', 'P-1', 'P-2']) {
  completed.push(await newSession(live, { patientId }));
}
const active = await newSession(live, { patientId: 'P-1', finalize: false });
const ofTest = [await newSession(inTest, { patientId: 'P-1' }), await newSession(inTest)];
const ofOther = await newSession(other, { patientId: 'P-1' });
test.after.always(api.stop);

const intakeOf = async (ofTenant: string) =>
  (
    await pool.query<Record<string, unknown>>(
      `SELECT actor_type, action, subject_type, subject_id, request_id, test FROM ops.access_intake
       WHERE tenant_id = $1 ORDER BY at`,
      [ofTenant],
    )
  ).rows;

test.serial('an export has the completed sessions of the caller’s mode, newest first', async (t) => {
  const all = await exportWith(live);
  t.deepEqual(idsIn(all), completed.toReversed());
  t.like(all, { total: 6, limit: 1_000, count: 6 });
  t.true(Math.abs(Date.parse(all.exported_at) - Date.now()) < 60_000);
  t.deepEqual(idsIn(await exportWith(inTest)), ofTest.toReversed());
  t.deepEqual(idsIn(await exportWith(other)), [ofOther]);
  t.deepEqual(idsIn(await exportWith(member.client)), [...completed, ...ofTest].toReversed());
  t.false(idsIn(all).includes(active));
});

test.serial('an export is chosen by patient, day and limit', async (t) => {
  const today = new Date().toISOString().slice(0, 10);
  const nothing = { date_from: null, date_to: null, patient_id: null };
  t.deepEqual(idsIn(await exportWith(live, { ...nothing, patient_id: 'P-1' })), [
    completed[4],
    completed[2],
    completed[0],
  ]);
  t.deepEqual(idsIn(await exportWith(live, { patient_id: 'P-9' })), []);
  const answer = await live('POST', EXPORT, { ...nothing, limit: 2 });
  t.is(answer.headers.get('x-total-count'), '6');
  t.is(answer.headers.get('content-type'), 'application/json');
  t.like(answer.body, { total: 6, limit: 2, count: 2 });
  t.deepEqual(idsIn(answer.body as Export), [completed[5], completed[4]]);
  const dayBefore = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  t.is((await exportWith(live, { date_from: dayBefore })).count, 6);
  t.like(await exportWith(live, { date_to: '2026-01-01' }), { total: 0, data: [], count: 0 });
  t.like(await exportWith(live, { date_from: '9999-12-31', date_to: '9999-12-31' }), { total: 0 });
});

test.serial('each record is that of the single export', async (t) => {
  const { data } = await exportWith(live, { patient_id: 'P-3' });
  const single = await live('GET', `/v1/sessions/${completed[3]}/export`);
  const untimed = (record: unknown): unknown =>
    JSON.parse(JSON.stringify(record).replace(/"processing_time_ms":\d+/g, '"processing_time_ms":0'));
  t.true(JSON.stringify(data[0]).includes(CANARY));
  t.deepEqual(untimed(data[0]), untimed(single.body));
});

test.serial('a session that is erased after it was chosen is left out', async (t) => {
  const client = await api.newClient(await newTenant());
  const ids = [await newSession(client), await newSession(client), await newSession(client)];
  // As an erasure does first; its row goes a moment later.
  await pool.query(
    'UPDATE ops.data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = now() WHERE subject_id = $1',
    [ids[1]],
  );
  const answer = await exportWith(client);
  t.like(answer, { total: 3, count: 2 });
  t.deepEqual(idsIn(answer), [ids[2], ids[0]]);
  t.is((await client('GET', `/v1/sessions/${ids[1]}/export`)).status, 404);
});

test.serial('an export says what is wrong with a question, and wants admin:write', async (t) => {
  const wrong: [body: unknown, expected: unknown[]][] = [
    [{ limit: 0 }, [422, 'validation_error', 'limit']],
    [{ limit: 10_001 }, [422, 'validation_error', 'limit']],
    [{ limit: '10' }, [422, 'validation_error', 'limit']],
    [{ date_from: '2026-02-30' }, [422, 'validation_error', 'date_from']],
    [{ patient_id: '' }, [422, 'validation_error', 'patient_id']],
    [{ everything: true }, [422, 'validation_error', 'everything']],
    [{ date_from: '2026-02-02', date_to: '2026-02-01' }, [400, 'bad_request']],
  ];
  for (const [body, expected] of wrong) t.deepEqual(errorOf(await live('POST', EXPORT, body)), expected);
  const reader = await api.newClient(tenantId, { scopes: ['admin:read', 'sessions:read'] });
  t.deepEqual(errorOf(await reader('POST', EXPORT, {})), [403, 'forbidden']);
  const viewer = await newMember(api, tenantId, 'viewer');
  t.deepEqual(errorOf(await viewer.client('POST', EXPORT, {})), [403, 'forbidden']);
});

test.serial('exports leave their trace before they are answered, or are not answered', async (t) => {
  const ownTenant = await newTenant();
  const client = await api.newClient(ownTenant);
  const ownTest = await api.newClient(ownTenant, { test: true });
  const own = await newMember(api, ownTenant);
  const [first, second] = [await newSession(client), await newSession(ownTest)];
  await pool.query('ALTER TABLE ops.access_intake RENAME TO access_intake_gone');
  const refusals = [
    await client('GET', `/v1/sessions/${first}/export`),
    await client('POST', EXPORT, {}),
    await client('POST', EXPORT, {}),
    await client('POST', EXPORT, {}),
  ];
  await pool.query('ALTER TABLE ops.access_intake_gone RENAME TO access_intake');
  for (const refusal of refusals) {
    t.deepEqual(errorOf(refusal), [503, 'service_unavailable']);
    t.false(JSON.stringify(refusal.body).includes(CANARY));
  }
  const id = randomUUID();
  await client('GET', `/v1/sessions/${first}/export`, undefined, { 'x-request-id': id });
  await client('GET', `/v1/sessions/${second}/export`);
  await other('GET', `/v1/sessions/${first}/export`);
  await own.client('GET', `/v1/sessions/${second}/export`);
  await ownTest('POST', EXPORT, {}, { 'x-request-id': id });
  await own.client('POST', EXPORT, {});
  const single = { action: 'session.exported', subject_type: 'session' };
  const bulk = { action: 'export.bulk', subject_type: 'tenant', subject_id: ownTenant };
  const rows = await intakeOf(ownTenant);
  t.deepEqual(
    rows.map((row) => ({ ...row, request_id: row['request_id'] === id })),
    [
      { actor_type: 'api_key', ...single, subject_id: first, request_id: true, test: false },
      { actor_type: 'member', ...single, subject_id: second, request_id: false, test: true },
      { actor_type: 'api_key', ...bulk, request_id: true, test: true },
      { actor_type: 'member', ...bulk, request_id: false, test: false },
    ],
  );
});

test.serial('what was exported stands in the trail, with the address, and the chain holds', async (t) => {
  const requestId = randomUUID();
  await live('GET', `/v1/sessions/${completed[0]}/export`, undefined, { 'x-request-id': requestId });
  await createAccessIntake({ ...runtime, reportFact: () => undefined }).runOnce();
  const projections = await startProjections(runtime, [auditProjection], 'audit-test');
  try {
    await projections.caughtUp();
  } finally {
    await projections.stop();
  }
  const found = await live('GET', '/v1/admin/audit-log/events?action=session.exported');
  const entry = (found.body as { data: { request_id: string }[] }).data.find(
    (row) => row.request_id === requestId,
  );
  t.like(entry, {
    action: 'session.exported',
    subject: { type: 'session', id: completed[0]! },
    changed_fields: [],
    ip: '127.0.0.1',
  });
  t.like(await verifyAuditTrail(pool, tenantId), { intact: true });
});

test.serial('what it was made of is shown to whoever may see the session', async (t) => {
  for (const tail of ['explain', 'history']) {
    t.is((await live('GET', `/v1/sessions/${active}/${tail}`)).status, 200);
    t.deepEqual(errorOf(await inTest('GET', `/v1/sessions/${active}/${tail}`)), [404, 'not_found']);
    t.deepEqual(errorOf(await other('GET', `/v1/sessions/${active}/${tail}`)), [404, 'not_found']);
    t.deepEqual(errorOf(await live('GET', `/v1/sessions/${randomUUID()}/${tail}`)), [404, 'not_found']);
  }
});

test('reading ahead keeps the order, begins nothing unasked, and fails where the item fails', async (t) => {
  const begun: number[] = [];
  const items = Array.from({ length: 1_000 }, (_, index) => index);
  const make = async (item: number): Promise<number> => {
    begun.push(item);
    // Later ones may be done first.
    for (let turn = item % 3; turn < 3; turn += 1) await Promise.resolve();
    if (item === 7) throw new Error('seven');
    return item;
  };
  const results = readAhead(items, 4, make)[Symbol.asyncIterator]();
  t.is(begun.length, 0);
  for (let expected = 0; expected < 7; expected += 1) t.is((await results.next()).value, expected);
  t.true(begun.length <= 7 + 4, `${begun.length} begun`);
  await t.throwsAsync(async () => results.next(), { message: 'seven' });
  t.true((await results.next()).done);
  const few: number[] = [];
  for await (const result of readAhead([1, 2, 3], 4, (item) => Promise.resolve(item * 2))) few.push(result);
  t.deepEqual(few, [2, 4, 6]);
});

test('what is only read is asked for with GET, but for the one export whose question is a body', (t) => {
  const others = queryRoutes(runtime, {} as never).filter((route) => route.method !== 'GET');
  t.deepEqual(
    others.map((route) => `${route.method} ${route.path}`),
    [`POST ${EXPORT}`],
  );
});
