import test from 'ava';
import { randomUUID } from 'node:crypto';
import { STRETCH_ROWS } from '../../query-api/audit/export.ts';
import { EXPORTS_PER_TENANT } from '../../query-api/export/running-exports.ts';
import { writeCursor } from '../../shared/http/cursor.ts';
import { errorOf } from '../support/answers.ts';
import { clientOf, startApi, type Answer, type Client } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { until } from '../support/until.ts';
import { addAuditRows, digestOf, withoutTrailer, newMember, stall } from './support.ts';
import { keepLog } from '../support/kept-log.ts';

const kept = keepLog();
const api = await startApi({ logger: kept.logger });
const { runtime } = api;
const { pool } = runtime;

const LIST = '/v1/admin/audit-log';
const EVENTS = `${LIST}/events`;
const EXPORT = `${LIST}/export`;
/** All rows of `addAuditRows` lie in this month. */
const JANUARY = 'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z';

type Row = { event_id: string; at: string; action: string; request_id: string };
const rowsOf = (answer: Answer): Row[] => (answer.body as { data: Row[] }).data;
const nextOf = (answer: Answer): string => (answer.body as { next_cursor: string }).next_cursor;

async function newCaller(): Promise<{ tenantId: string; rawKey: string; client: Client }> {
  const tenantId = await api.newTenant();
  const rawKey = await api.newKey(tenantId);
  return { tenantId, rawKey, client: clientOf(api.baseUrl, rawKey) };
}

type Download = { status: number; headers: Headers; text: string };
async function download(rawKey: string, query = ''): Promise<Download> {
  const response = await fetchDescribed(`${api.baseUrl}${EXPORT}${query}`, {
    headers: { authorization: `Bearer ${rawKey}` },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Far more than the buffers between server and client hold. */
const BIG_COUNT = 40_000;
const big = await newCaller();
for (let from = 1; from <= BIG_COUNT; from += 10_000) {
  await addAuditRows(pool, big.tenantId, { count: 10_000, from, requestId: `repeat('r', 128)` });
}

test.after.always(api.stop);

test('the list is newest first, in pages, and filtered by action and day', async (t) => {
  const { tenantId, client } = await newCaller();
  await addAuditRows(pool, tenantId, {
    count: 60,
    at: "timestamptz '2026-01-05T23:59:00Z' + n * interval '1 second'",
    action: "CASE WHEN n % 3 = 0 THEN 'auth.login' ELSE 'session.created' END",
  });
  const first = await client('GET', LIST);
  t.like(first.body, { total: 60, limit: 50, offset: 0 });
  t.deepEqual(
    rowsOf(first).map((row) => row.request_id),
    Array.from({ length: 50 }, (_, index) => `req-${60 - index}`),
  );
  t.like(rowsOf(first)[0], {
    at: '2026-01-06T00:00:00.000Z',
    action: 'auth.login',
    actor: { type: 'api_key', id: 'actor-1' },
    subject: { type: 'session', id: 'subject-60' },
    changed_fields: ['age', 'sex'],
    count: null,
    ip: '203.0.113.7',
    hash: digestOf('60'),
    previous_hash: digestOf('59'),
  });
  const second = await client('GET', `${LIST}?limit=50&offset=50`);
  t.is(rowsOf(second).at(-1)?.request_id, 'req-1');
  t.is(rowsOf(second).length, 10);
  t.like((await client('GET', `${LIST}?action=auth.login&limit=1`)).body, { total: 20, limit: 1 });
  t.like((await client('GET', `${LIST}?date_to=2026-01-05`)).body, { total: 59 });
  t.like((await client('GET', `${LIST}?date_from=2026-01-06&date_to=2026-01-06`)).body, { total: 1 });
  t.like((await client('GET', `${LIST}?date_from=9999-12-31&date_to=9999-12-31`)).body, { total: 0 });
});

test('both lists say what is wrong with a question', async (t) => {
  const { client } = await newCaller();
  const wrong: [query: string, expected: unknown[]][] = [
    [`${LIST}?limit=201`, [422, 'validation_error', 'limit']],
    [`${LIST}?offset=-1`, [422, 'validation_error', 'offset']],
    [`${LIST}?action=auth.nothing`, [422, 'validation_error', 'action']],
    [`${LIST}?date_from=2026-01-06T00:00:00Z`, [422, 'validation_error', 'date_from']],
    [`${LIST}?date_from=2026-01-06&date_to=2026-01-05`, [400, 'bad_request']],
    [`${EVENTS}?limit=0`, [422, 'validation_error', 'limit']],
    [`${EVENTS}?limit=501`, [422, 'validation_error', 'limit']],
    [`${EVENTS}?action=auth.login&action=nothing`, [422, 'validation_error', 'action.1']],
    [`${EVENTS}?from=2026-01-05`, [422, 'validation_error', 'from']],
    [`${EVENTS}?from=2026-01-06T00:00:00Z&to=2026-01-05T00:00:00Z`, [400, 'bad_request']],
    [`${EVENTS}?from=2026-01-01T00:00:00Z&to=2026-04-01T00:00:00.001Z`, [422, 'validation_error', 'from']],
    [`${EVENTS}?from=2020-01-01T00:00:00Z`, [422, 'validation_error', 'from']],
    [`${EXPORT}?from=2026-01-06T00:00:00Z&to=2026-01-05T00:00:00Z`, [400, 'bad_request']],
    [`${EXPORT}?action=nothing`, [422, 'validation_error', 'action.0']],
    [`${EXPORT}?format=xlsx`, [422, 'validation_error', 'format']],
  ];
  for (const [path, expected] of wrong) t.deepEqual(errorOf(await client('GET', path)), expected, path);
  for (const window of [
    'from=2026-01-01T00:00:00Z&to=2026-04-01T00:00:00Z',
    'to=0001-01-01T00:00:00%2B14:00',
  ]) {
    t.deepEqual((await client('GET', `${EVENTS}?${window}`)).body, { data: [], next_cursor: '' });
  }
});

test('pages by cursor show the trail as it stood at the first one, each row once', async (t) => {
  const { tenantId, client } = await newCaller();
  // Four rows an instant: the cursor has to tell them apart.
  const at = "timestamptz '2026-01-05T08:00:00Z' + (n / 4) * interval '1 second'";
  await addAuditRows(pool, tenantId, { count: 25, at });
  const shown: string[] = [];
  let cursor = '';
  for (let page = 0; page === 0 || cursor !== ''; page += 1) {
    const answer = await client('GET', `${EVENTS}?${JANUARY}&limit=${page === 0 ? 10 : 4}&cursor=${cursor}`);
    shown.push(...rowsOf(answer).map((row) => row.request_id));
    cursor = nextOf(answer);
    // Late ones go to where the list has not been yet.
    await addAuditRows(pool, tenantId, {
      count: 3,
      from: 26 + page * 3,
      at: "timestamptz '2026-01-05T08:00:00Z'",
    });
  }
  t.deepEqual(
    shown,
    Array.from({ length: 25 }, (_, index) => `req-${25 - index}`),
  );
  t.true(rowsOf(await client('GET', `${EVENTS}?${JANUARY}&limit=500`)).length > 25);
});

test('events are found by window, actions and actor', async (t) => {
  const { tenantId, client } = await newCaller();
  await addAuditRows(pool, tenantId, {
    count: 12,
    action: "(ARRAY['auth.login', 'auth.failed', 'key.created'])[1 + n % 3]",
    actor: "CASE WHEN n <= 4 THEN 'member-1' ELSE 'member-2' END",
  });
  const found = async (query: string) =>
    rowsOf(await client('GET', `${EVENTS}?${query}`)).map((row) => Number(row.request_id.slice(4)));
  t.deepEqual(await found(`${JANUARY}&actor_id=member-1`), [4, 3, 2, 1]);
  t.deepEqual(await found(`${JANUARY}&action=auth.login&action=auth.failed&actor_id=member-1`), [4, 3, 1]);
  t.deepEqual(await found('from=2026-01-05T08:00:03Z&to=2026-01-05T08:00:05Z'), [4, 3]);
  t.deepEqual(await found('from=2026-01-05T09:00:03%2B01:00&to=2026-01-05T09:00:05%2B01:00'), [4, 3]);
  t.deepEqual(await found('to=2026-01-05T08:00:03Z'), [2, 1]);
  for (const far of ['to=2026-05-01T00:00:00Z', 'from=9000-01-01T00:00:00Z'])
    t.deepEqual(await found(far), []);
});

test('a cursor is good for its list, its tenant and its question only', async (t) => {
  const { tenantId, client } = await newCaller();
  const other = await newCaller();
  await addAuditRows(pool, tenantId, { count: 5 });
  await addAuditRows(pool, other.tenantId, { count: 5 });
  const cursor = nextOf(await client('GET', `${EVENTS}?${JANUARY}&limit=2`));
  t.is((await client('GET', `${EVENTS}?${JANUARY}&limit=3&cursor=${cursor}`)).status, 200);
  const refused = [422, 'validation_error', 'cursor'];
  const turned = cursor.slice(8) + cursor.slice(0, 8);
  const { seal } = await runtime.dataKeys.tenantKeys(pool, tenantId);
  const ofAnotherList = writeCursor(
    { key: seal, tenantId, list: 'patients' },
    { from: '2026-01-01T00:00:00.000Z', before: '2026-02-01T00:00:00.000Z', upper: 5, shown: null },
    runtime.random,
  );
  const answerTo = async (caller: Client, query: string) =>
    errorOf(await caller('GET', `${EVENTS}?${JANUARY}&cursor=${query}`));
  for (const wrong of [turned, cursor.slice(0, -4), 'AAAA', ofAnotherList, `${cursor}&action=key.created`]) {
    t.deepEqual(await answerTo(client, wrong), refused);
  }
  t.deepEqual(await answerTo(other.client, cursor), refused);
});

test('a trail is shown to its tenant, with the scope, and to no one else', async (t) => {
  const { tenantId, client } = await newCaller();
  const other = await newCaller();
  await addAuditRows(pool, other.tenantId, { count: 3 });
  t.like((await client('GET', LIST)).body, { total: 0 });
  t.deepEqual(rowsOf(await client('GET', `${EVENTS}?${JANUARY}`)), []);
  t.false((await download(other.rawKey.slice(0, -1) + 'x')).text.includes('req-1'));
  const reader = await api.newClient(tenantId, { scopes: ['admin:read'] });
  t.is((await reader('GET', LIST)).status, 200);
  t.deepEqual(errorOf(await reader('GET', EXPORT)), [403, 'forbidden']);
  const sessionsOnly = await api.newClient(tenantId, { scopes: ['sessions:read'] });
  for (const path of [LIST, EVENTS, EXPORT, `${LIST}/proof`]) {
    t.deepEqual(errorOf(await sessionsOnly('GET', path)), [403, 'forbidden']);
  }
  const billing = await newMember(api, other.tenantId, 'billing');
  t.like((await billing.client('GET', LIST)).body, { total: 3 });
  t.is((await reader('GET', `${LIST}/proof`)).status, 200);
});

test('a CSV has its rows in chain order, no formulas, and a trailer that proves it whole', async (t) => {
  const { tenantId, rawKey } = await newCaller();
  const count = STRETCH_ROWS + 7;
  await addAuditRows(pool, tenantId, {
    count,
    requestId: `(ARRAY['=1+1', '+1', '-1', '@SUM(A1)', 'a,b', 'say"so', 'plain'])[1 + n % 7]`,
  });
  const { status, headers, text } = await download(rawKey);
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/csv');
  t.regex(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const { content, trailer } = withoutTrailer(text, '\r\n');
  const [header, ...lines] = content.split('\r\n').slice(0, -1);
  t.is(
    header,
    'event_id,at,action,actor_type,actor_id,subject_type,subject_id,changed_fields,request_id,ip,hash,previous_hash,count,on_behalf_of,canonical',
  );
  t.is(lines.length, count);
  t.is(lines[0]?.split(',')[6], 'subject-1');
  t.is(lines.at(-1)?.split(',')[6], `subject-${count}`);
  t.is(lines[0]?.split(',')[7], 'age;sex');
  const written = [`'+1`, `'-1`, `'@SUM(A1)`, '"a,b"', '"say""so"', 'plain', `'=1+1`];
  written.forEach((cell, index) => t.true(lines[index]?.includes(`,age;sex,${cell},203.0.113.7,`), cell));
  const cells = trailer.split(',');
  t.is(cells.length, 15);
  t.is(cells[0], '#trailer');
  t.deepEqual(cells.slice(2, 6), [
    `count=${count}`,
    `digest=${digestOf(content)}`,
    `chain_position=${count}`,
    `chain_hash=${digestOf(String(count))}`,
  ]);
});

test('NDJSON has the rows of the list and the same trailer; a filter goes for both forms', async (t) => {
  const { tenantId, rawKey, client } = await newCaller();
  await addAuditRows(pool, tenantId, {
    count: 30,
    action: "CASE WHEN n % 2 = 0 THEN 'auth.login' ELSE 'key.created' END",
  });
  const { headers, text } = await download(rawKey, '?format=ndjson');
  t.is(headers.get('content-type'), 'application/x-ndjson');
  const { content, trailer } = withoutTrailer(text, '\n');
  const rows = content
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const listed = rowsOf(await client('GET', LIST)).map((row) => ({ ...row, canonical: '{}' }));
  t.deepEqual(rows.toReversed(), listed);
  t.like((JSON.parse(trailer) as { trailer: object }).trailer, {
    count: 30,
    digest: digestOf(content),
    chain_position: 30,
    chain_hash: digestOf('30'),
  });
  const window = 'from=2026-01-05T08:00:05Z&to=2026-01-05T08:00:10Z&action=auth.login&action=auth.failed';
  const filtered = await download(rawKey, `?format=ndjson&${window}`);
  t.deepEqual(
    filtered.text
      .split('\n')
      .slice(0, -2)
      .map((line) => (JSON.parse(line) as Row).request_id),
    ['req-6', 'req-8'],
  );
  t.regex((await download(rawKey, `?${window}`)).text, /\r\n#trailer,[^,]+,count=2,/);
  const none = await download(rawKey, '?from=2027-01-01T00:00:00Z');
  t.is(none.text.split('\r\n').length, 3);
  t.regex(
    none.text,
    new RegExp(`,count=0,digest=${digestOf(none.text.slice(0, none.text.indexOf('#trailer')))},`),
  );
  const empty = await download((await newCaller()).rawKey, '?format=ndjson');
  t.like((JSON.parse(empty.text) as { trailer: object }).trailer, {
    count: 0,
    digest: digestOf(''),
    chain_position: 0,
  });
});

test.serial('who leaves half way gives back what the export held', async (t) => {
  const { rawKey } = big;
  const running = await Promise.all(
    Array.from({ length: EXPORTS_PER_TENANT }, () => stall(api.baseUrl, EXPORT, { rawKey })),
  );
  const refused = await download(rawKey);
  t.is(refused.status, 429);
  t.is(refused.headers.get('retry-after'), '30');
  t.like(JSON.parse(refused.text), {
    error: { code: 'rate_limited', detail: { retry_after: 30, limit: 2 } },
  });
  const aborted = () => kept.entries().filter((entry) => entry['aborted'] === true).length;
  const before = aborted();
  for (const download of running) download.leave();
  await until('the log lines of those who left', 5_000, () => aborted() === before + EXPORTS_PER_TENANT);
  const whole = await download(rawKey);
  t.is(whole.status, 200);
  t.regex(whole.text.slice(-300), /\r\n#trailer,[^,]+,count=40000,/);
  const { rows } = await pool.query<{ busy: number }>(
    `SELECT count(*) AS busy FROM pg_stat_activity
     WHERE application_name = 'test-api' AND (state <> 'idle' OR wait_event_type = 'Lock')`,
  );
  t.is(rows[0]?.busy, 0);
});

test.serial('who leaves before the first byte gives it back as well', async (t) => {
  const { tenantId, rawKey } = await newCaller();
  await addAuditRows(pool, tenantId, { count: 3 });
  const lock = await pool.connect();
  await lock.query('BEGIN; LOCK TABLE read.audit_rows IN ACCESS EXCLUSIVE MODE');
  try {
    for (let round = 0; round < EXPORTS_PER_TENANT; round += 1) {
      const waiting = await stall(api.baseUrl, EXPORT, { rawKey, untilBytes: false });
      await until('the export waits for the table', 5_000, async () => {
        const { rows } = await pool.query<{ n: number }>(
          `SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'test-api'`,
        );
        return rows[0]!.n > round;
      });
      waiting.leave();
    }
    t.is((await download(rawKey)).status, 429);
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
  await until('the exports are over', 5_000, async () => (await download(rawKey)).status === 200);
});

test.serial('a database that fails half way breaks the connection and tells nothing', async (t) => {
  const { rawKey } = big;
  const { rest } = await stall(api.baseUrl, EXPORT, { rawKey });
  const before = kept.entries().length;
  await pool.query('ALTER TABLE read.audit_rows RENAME TO audit_rows_gone');
  const [answer] = await Promise.allSettled([rest()]);
  await pool.query('ALTER TABLE read.audit_rows_gone RENAME TO audit_rows');
  const text = (answer as PromiseFulfilledResult<string>).value;
  t.true(text.startsWith('HTTP/1.1 200'));
  t.false(text.includes('#trailer'));
  t.false(text.endsWith('0\r\n\r\n'), 'the last chunk was never sent');
  const logged = kept.entries().slice(before);
  const failed = logged.find((entry) => entry['msg'] === 'response failed');
  t.like(failed, { error: { class: 'DatabaseError', code: '42P01' } });
  t.false(JSON.stringify(logged).includes('rrrr'));
  t.false(JSON.stringify(logged).includes('does not exist'));
  t.is((await download(rawKey, '?from=2027-01-01T00:00:00Z')).status, 200);
});

test.serial('an export leaves its own trace before it is answered, or is not answered', async (t) => {
  const { tenantId } = await newCaller();
  await addAuditRows(pool, tenantId, { count: 2 });
  const { client } = await newMember(api, tenantId, 'admin');
  const rawKey = await api.newKey(tenantId, { test: true });
  await pool.query('ALTER TABLE ops.access_intake RENAME TO access_intake_gone');
  for (let round = 0; round <= EXPORTS_PER_TENANT; round += 1) {
    const refused = await download(rawKey);
    t.is(refused.status, 503);
    t.like(JSON.parse(refused.text), { error: { code: 'service_unavailable' } });
    t.false(refused.text.includes('req-1'));
  }
  await pool.query('ALTER TABLE ops.access_intake_gone RENAME TO access_intake');
  const requestId = randomUUID();
  await clientOf(api.baseUrl, rawKey)('GET', EXPORT, undefined, { 'x-request-id': requestId });
  await client('GET', `${EXPORT}?format=ndjson&to=2020-01-01T00:00:00Z`);
  const { rows } = await pool.query(
    `SELECT actor_type, action, subject_type, subject_id, test, ip FROM ops.access_intake
     WHERE tenant_id = $1 ORDER BY at`,
    [tenantId],
  );
  const entry = { action: 'export.audit', subject_type: 'tenant', subject_id: tenantId, ip: '127.0.0.1' };
  t.deepEqual(rows, [
    { actor_type: 'api_key', test: true, ...entry },
    { actor_type: 'member', test: false, ...entry },
  ]);
});
