import { randomUUID } from 'node:crypto';
import test from 'ava';
import { errorOf } from '../support/answers.ts';
import { clientOf, type Client } from '../support/api.ts';
import {
  allPages,
  at,
  finalize,
  idsOf,
  openSession,
  page,
  PATIENTS,
  startPatientsApi,
} from '../support/patients.ts';
import { newMember } from './support.ts';

const patients = await startPatientsApi();
const { api } = patients;
const newClinic = () => patients.newClinic({ scopes: ['patients:write', 'sessions:read'] });
const { live, sandbox, limited: writer, tenantId } = await newClinic();
test.after.always(patients.stop);

const putAll = async (client: Client, ids: string[]): Promise<void> => {
  for (const id of ids) {
    const { status } = await client('PUT', at(id), { allergies: ['latex'] });
    if (status !== 201) throw new Error('a profile was to be made');
  }
};
const intakeOf = async (requestId: string) => {
  const { rows } = await api.runtime.pool.query<{ action: string; subject_type: string; subject_id: string }>(
    'SELECT action, subject_type, subject_id, test FROM ops.access_intake WHERE request_id = $1',
    [requestId],
  );
  return rows;
};

test('the list is in order of the last change, and each page follows on the one before', async (t) => {
  const { live } = await newClinic();
  const ids = Array.from({ length: 7 }, (_, index) => `P-${index}`);
  await putAll(live, ids);
  await live('PUT', at('P-2'), { allergies: ['nuts'] });
  await live('PUT', at('P-4'), { allergies: ['LATEX'] });
  const order = ['P-2', 'P-6', 'P-5', 'P-4', 'P-3', 'P-1', 'P-0'];
  t.deepEqual(idsOf(await page(live)), order);
  t.is((await page(live)).next_cursor, '');
  for (const limit of ['1', '2', '3', '6', '7', '8']) {
    const { items, pages } = await allPages(live, { limit });
    t.deepEqual(
      items.map((item) => item.partner_patient_id),
      order,
      limit,
    );
    t.is(pages, Math.ceil(7 / Number(limit)));
  }
});

test('paging goes on undisturbed while profiles are changed, made and erased', async (t) => {
  const { live } = await newClinic();
  const ids = Array.from({ length: 9 }, (_, index) => `P-${index}`);
  await putAll(live, ids);
  const { items } = await allPages(live, { limit: '3' }, async () => {
    await live('PUT', at('P-8'), { allergies: ['shown already'] });
    await live('PUT', at('P-1'), { allergies: ['not shown yet'] });
    await live('PUT', at('P-new'), {});
    await live('DELETE', at('P-3'));
  });
  t.deepEqual(
    items.map((item) => item.partner_patient_id),
    ['P-8', 'P-7', 'P-6', 'P-5', 'P-4', 'P-2', 'P-0'],
  );
});

test('profiles that were changed in the same instant have an order all the same', async (t) => {
  const { live, tenantId } = await newClinic();
  await putAll(live, ['A', 'B', 'C', 'D', 'E']);
  await api.runtime.pool.query(
    `UPDATE read.patient_profiles SET updated_at = '2026-01-05T08:00:00.123Z' WHERE tenant_id = $1`,
    [tenantId],
  );
  const { items } = await allPages(live, { limit: '2' });
  const ids = items.map((item) => item.profile_id);
  t.is(new Set(ids).size, 5);
  t.deepEqual(ids, [...ids].sort().reverse());
});

test('a cursor is good for its own list and question only', async (t) => {
  const { live, sandbox } = await newClinic();
  const other = await newClinic();
  await putAll(live, ['P-1', 'P-2', 'P-3']);
  const { next_cursor } = await page(live, { limit: '1', q: 'p-' });
  t.regex(next_cursor, /^[A-Za-z0-9_-]+$/);
  t.is((await page(live, { limit: '2', q: 'p-', cursor: next_cursor })).data.length, 2);
  const flipped = (next_cursor[9] === 'A' ? 'B' : 'A') + next_cursor.slice(10);
  const audit = await live('GET', '/v1/admin/audit-log/events?limit=1');
  t.is(audit.status, 200);
  const wrong: [Client, string, string][] = [
    [live, 'q=p-', next_cursor.slice(0, 9) + flipped],
    [live, 'q=p-', next_cursor.slice(0, -4)],
    [live, 'q=p-', 'nonsense'],
    [live, 'q=p-', '***'],
    [live, '', next_cursor],
    [live, 'q=p-1', next_cursor],
    [sandbox, 'q=p-', next_cursor],
    [other.live, 'q=p-', next_cursor],
  ];
  for (const [client, query, cursor] of wrong) {
    const answer = await client('GET', `${PATIENTS}?${query}&limit=1&cursor=${cursor}`);
    t.deepEqual(errorOf(answer), [422, 'validation_error', 'cursor'], `${query} ${cursor}`);
  }
});

test('a part of the id is found whatever its case, and partner_patient_id goes before it', async (t) => {
  const { live } = await newClinic();
  const ids = ['Ward-7/ABC', 'ward-8/abd', 'x', 'XY', 'aaaa', '100%_\\', 'ABAB'];
  await putAll(live, ids);
  const found = async (q: string) => idsOf(await page(live, { q })).sort();
  const expected = (q: string) => ids.filter((id) => id.toLowerCase().includes(q.toLowerCase())).sort();
  for (const q of [
    '',
    'w',
    'X',
    'ab',
    'xy',
    '%',
    '0%',
    '_\\',
    '100%_\\',
    'WARD',
    'ward-7/abc',
    'rd-',
    'c',
    'bab',
  ]) {
    t.deepEqual(await found(q), expected(q), q);
  }
  for (const q of ['abcd', 'aaaaa', 'zz', 'ž', 'a b', 'ward-9', 'baab']) t.deepEqual(await found(q), [], q);
  t.deepEqual(idsOf(await page(live, { partner_patient_id: 'XY', q: 'nothing' })), ['XY']);
  t.deepEqual(idsOf(await page(live, { partner_patient_id: 'xy' })), [], 'the exact id');
  const { items } = await allPages(live, { q: 'a', limit: '1' });
  t.deepEqual(items.map((item) => item.partner_patient_id).sort(), expected('a'));
});

test('what is wrong with the parameters is named', async (t) => {
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=x', 'limit'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['partner_patient_id=', 'partner_patient_id'],
    [`partner_patient_id=${'x'.repeat(201)}`, 'partner_patient_id'],
  ] as const) {
    t.deepEqual(errorOf(await live('GET', `${PATIENTS}?${query}`)), [422, 'validation_error', field], query);
  }
  t.is((await live('GET', `${PATIENTS}?limit=200&unknown=1`)).status, 200);
});

test('rows tell how many sessions there are, and show the latest one’s age and sex', async (t) => {
  const { live, sandbox } = await newClinic();
  await putAll(live, ['P-1', 'P-2']);
  await sandbox('PUT', at('P-1'), {});
  const first = await openSession(live, 'P-1', { age: 40, sex: 'male' });
  await openSession(live, 'P-1', { age: 41, sex: 'female' });
  await openSession(sandbox, 'P-1', { age: 99 });
  await openSession(live, 'P-without-profile');
  await finalize(live, first);
  await api.caughtUp();
  const { data } = await page(live);
  t.deepEqual(
    data.map((item) => [
      item.partner_patient_id,
      item.session_count_total,
      item.session_count_active,
      item.age,
      item.sex,
      item.test,
    ]),
    [
      ['P-2', 0, 0, null, null, false],
      ['P-1', 2, 1, 41, 'female', false],
    ],
  );
  t.like((await page(sandbox)).data[0], { session_count_total: 1, age: 99, test: true });
});

test('a member of the team sees both modes in one list', async (t) => {
  const { live, sandbox, tenantId } = await newClinic();
  const { client } = await newMember(api, tenantId, 'viewer');
  await putAll(live, ['L-1', 'B']);
  await putAll(sandbox, ['T-1', 'B']);
  const { items } = await allPages(client, { limit: '1' });
  t.deepEqual(
    items.map((item) => [item.partner_patient_id, item.test]),
    [
      ['B', true],
      ['T-1', true],
      ['B', false],
      ['L-1', false],
    ],
  );
  t.is((await client('GET', at('T-1'))).status, 200);
  t.is((await client('PUT', at('T-1'), {})).status, 403, 'a viewer reads only');
});

test('each mode and each tenant sees its own patients only', async (t) => {
  const other = await newClinic();
  const id = 'P-separate';
  await live('PUT', at(id), {});
  await openSession(live, id);
  for (const tail of ['', '/sessions', '/summary']) {
    t.is((await live('GET', at(id, tail))).status, 200, tail);
    for (const client of [sandbox, other.live, other.sandbox]) {
      t.deepEqual(errorOf(await client('GET', at(id, tail))), [404, 'not_found'], tail);
    }
  }
  t.deepEqual(idsOf(await page(other.live)), []);
  const search = 'SELECT ops.search_patients($1, false, NULL, NULL, NULL, NULL, 10)';
  const own = await api.runtime.poolOf(tenantId).query(search, [tenantId]);
  t.true((own.rowCount ?? 0) > 0);
  const others = await api.runtime.poolOf(other.tenantId).query(search, [tenantId]);
  t.is(others.rowCount, 0, 'the search stays in the tenant of its connection');
});

test('reading takes the scope, and a key', async (t) => {
  await live('PUT', at('P-scope'), {});
  for (const path of [PATIENTS, at('P-scope'), at('P-scope', '/sessions'), at('P-scope', '/summary')]) {
    t.is((await writer('GET', path)).status, 403, path);
    t.is((await clientOf(api.baseUrl, 'svc_live_nothing')('GET', path)).status, 401, path);
  }
  t.is((await live('GET', at('x'.repeat(201)))).status, 422);
});

test('the sessions of a patient are listed newest first, active and finalized', async (t) => {
  const id = `P-${randomUUID()}`;
  t.is((await live('GET', at(id, '/sessions'))).status, 404);
  await live('PUT', at(id), {});
  t.deepEqual((await live('GET', at(id, '/sessions'))).body, []);
  const first = await openSession(live, id, { chief_complaint: 'crushing chest pain', age: 60, sex: 'male' });
  const second = await openSession(live, id, { chief_complaint: 'my throat is sore' });
  await openSession(live, 'P-somebody-else');
  const finalized = (await finalize(live, first)).body as Record<string, unknown>;
  const sessions = (await live('GET', at(id, '/sessions'))).body as Record<string, unknown>[];
  t.deepEqual(
    sessions.map((session) => [session.session_id, session.status, session.completed_at]),
    [
      [second, 'active', null],
      [first, 'finalized', finalized.finalized_at],
    ],
  );
  t.like(sessions[1], {
    chief_complaint: 'crushing chest pain',
    triage_level: finalized.triage_level,
    primary_diagnosis: finalized.primary_diagnosis,
    primary_diagnosis_icd: finalized.primary_diagnosis_icd,
    questions_asked: 0,
  });
});

type Concluded = {
  triage_level: string;
  primary_diagnosis: string;
  primary_diagnosis_icd: string;
  red_flags: { flag: string }[];
};

test('the summary is over all sessions, with and without a profile', async (t) => {
  const id = `P-${randomUUID()}`;
  const summaryOf = async (patientId: string) =>
    (await live('GET', at(patientId, '/summary'))).body as Record<string, object[]>;
  t.is((await live('GET', at(id, '/summary'))).status, 404);
  const chest = { chief_complaint: 'crushing chest pain into my left arm, cold sweat', age: 60, sex: 'male' };
  await finalize(live, await openSession(live, id, chest));
  const concluded = (await finalize(live, await openSession(live, id, chest))).body as Concluded;
  const active = await openSession(live, id, { chief_complaint: 'my throat is sore', age: 61 });
  const { created_at } = (await live('GET', `/v1/sessions/${active}/state`)).body as { created_at: string };
  const summary = await summaryOf(id);
  const flags = concluded.red_flags.map(({ flag }) => flag);
  const { triage_level, primary_diagnosis: diagnosis, primary_diagnosis_icd: icd } = concluded;
  t.true(flags.length > 0);
  t.like(summary, {
    partner_patient_id: id,
    profile_exists: false,
    profile: null,
    sessions_finalized: 2,
    sessions_active: 1,
    last_session_at: created_at,
    red_flags_ever_seen: flags,
    most_urgent_triage_level: triage_level,
  });
  t.like(summary.triage_levels_seen, [{ triage_level, sessions: 2 }, { sessions: 1 }]);
  t.like(summary.complaints, [
    { complaint: 'chest_pain', sessions: 2 },
    { complaint: 'sore_throat', sessions: 1, last_seen_at: created_at },
  ]);
  t.is(summary.primary_diagnoses?.length, 1, 'an active session has none yet');
  t.like(summary.primary_diagnoses?.[0], { diagnosis, icd, sessions: 2 });

  await live('PUT', at(id), { allergies: ['latex'] });
  const known = await summaryOf(id);
  t.like(known, { profile_exists: true, sessions_finalized: 2, sessions_active: 1 });
  t.deepEqual(known.profile, (await live('GET', at(id))).body as object[]);
  t.like(known.profile, { age: 61, sex: 'unknown', sessions_count: 3, last_session_at: created_at });

  await live('PUT', at('P-no-sessions'), {});
  t.like(await summaryOf('P-no-sessions'), {
    profile_exists: true,
    sessions_finalized: 0,
    sessions_active: 0,
    last_session_at: null,
    red_flags_ever_seen: [],
    most_urgent_triage_level: null,
  });
});

test('sessions of a patient are read page by page, and their number is told beside the array', async (t) => {
  const id = `P-${randomUUID()}`;
  for (let count = 0; count < 3; count += 1) await openSession(live, id);
  const all = (await live('GET', at(id, '/sessions'))).body as object[];
  t.is(all.length, 3);
  const page = await live('GET', `${at(id, '/sessions')}?limit=2&offset=1`);
  t.deepEqual(page.body, all.slice(1));
  t.is(page.headers.get('x-total-count'), '3');
  t.is((await live('GET', `${at(id, '/sessions')}?limit=2001`)).status, 422);
});

test('every read leaves one audit row that names nobody, and one that finds nothing leaves none', async (t) => {
  const id = `P-${randomUUID()}`;
  const { profile_id } = (await live('PUT', at(id), {})).body as { profile_id: string };
  const bare = `P-${randomUUID()}`;
  await openSession(sandbox, bare);
  const hash = await patients.hashOf(tenantId, bare);
  const read = async (client: Client, path: string) => {
    const requestId = randomUUID();
    const { status } = await client('GET', path, undefined, { 'x-request-id': requestId });
    return [status, await intakeOf(requestId)];
  };
  const patient = { subject_type: 'patient', subject_id: profile_id, test: false };
  const tenant = { action: 'patient.list_accessed', subject_type: 'tenant', subject_id: tenantId };
  t.deepEqual(await read(live, PATIENTS), [200, [{ ...tenant, test: false }]]);
  t.deepEqual(await read(sandbox, `${PATIENTS}?q=nothing`), [200, [{ ...tenant, test: true }]]);
  const sessions = { ...tenant, action: 'session.list_accessed' };
  t.deepEqual(await read(live, '/v1/sessions'), [200, [{ ...sessions, test: false }]]);
  t.deepEqual(await read(sandbox, `/v1/sessions?patient_id=${bare}`), [
    200,
    [{ ...sessions, subject_type: 'patient', subject_id: hash.toString('hex'), test: true }],
  ]);
  t.deepEqual(await read(live, '/v1/sessions?limit=0'), [422, []]);
  t.deepEqual(await read(live, at(id)), [200, [{ action: 'patient.viewed', ...patient }]]);
  t.deepEqual(await read(live, at(id, '/sessions')), [
    200,
    [{ action: 'patient.sessions_viewed', ...patient }],
  ]);
  t.deepEqual(await read(live, at(id, '/summary')), [
    200,
    [{ action: 'patient.summary_viewed', ...patient }],
  ]);
  t.deepEqual(await read(sandbox, at(bare, '/summary')), [
    200,
    [
      {
        action: 'patient.summary_viewed',
        subject_type: 'patient',
        subject_id: hash.toString('hex'),
        test: true,
      },
    ],
  ]);
  t.deepEqual(await read(sandbox, at(id)), [404, []]);
  t.deepEqual(await read(live, `${PATIENTS}?limit=0`), [422, []]);
});
