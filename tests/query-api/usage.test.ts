import test from 'ava';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { usageHoursProjection } from '../../projectors/usage-hours/projection.ts';
import { usageProjection } from '../../projectors/usage/projection.ts';
import { errorOf } from '../support/answers.ts';
import { clientOf, startApi, type Client } from '../support/api.ts';

const TODAY = new Date('2026-03-10T12:00:00.000Z');
let now = TODAY;
const api = await startApi({
  now: () => now,
  projections: [balancesProjection, usageProjection, usageHoursProjection],
});

const tenantId = await api.newTenant();
const rawKeys = await Promise.all([api.newKey(tenantId), api.newKey(tenantId, { test: true })]);
const [client, sandbox] = rawKeys.map((rawKey) => clientOf(api.baseUrl, rawKey)) as [Client, Client];

type Calls = { session: string; requestIds: string[] };

/** Opens a session, answers its question and skips the next one. */
async function interview(caller: Client, at: string): Promise<Calls> {
  now = new Date(at);
  const requestIds = ['open', 'answer', 'skip'].map((step) => `${step}-${at}`);
  const [open, answer, skip] = requestIds.map((id) => ({ 'x-request-id': id }));
  const opened = await caller('POST', '/v1/sessions', { chief_complaint: 'headache' }, open);
  const session = opened.body as { session_id: string; current_question: { question_id: string } };
  const path = `/v1/sessions/${session.session_id}/answer`;
  const { question_id } = session.current_question;
  now = new Date(now.getTime() + 1_000);
  const answered = await caller('POST', path, { question_id, raw_text: 'yes' }, answer);
  const next = (answered.body as typeof session).current_question;
  now = new Date(now.getTime() + 1_000);
  const skipped = await caller('POST', path, { question_id: next.question_id, skip: true }, skip);
  if (skipped.status !== 200) throw new Error('an interview was to be led');
  return { session: session.session_id, requestIds };
}

const first = await interview(client, '2026-03-01T23:59:50.000Z');
await interview(client, '2026-03-02T00:00:00.000Z');
const trial = await interview(sandbox, '2026-03-10T08:00:00.000Z');
const last = await interview(client, '2026-03-10T09:00:00.000Z');
await api.caughtUp();
test.after.always(api.stop);
test.beforeEach(() => {
  now = TODAY;
});

const USAGE = '/v1/admin/usage';
const DETAILS = '/v1/admin/usage/details';
type Detail = { record_id: string; session_id: string; tokens_charged: number; request_id: string };
const details = async (query = ''): Promise<Detail[]> =>
  (await client('GET', `${DETAILS}${query}`)).body as Detail[];

/** What two answers, one of them skipped, and one session cost. */
const day = (date: string, interviews: number, billed = interviews) => [
  { date, action: 'session.answer', tokens_charged: 8 * billed, count: 2 * interviews },
  { date, action: 'session.create', tokens_charged: billed, count: interviews },
];

test.serial('usage is counted by day and action, free calls included', async (t) => {
  const { status, body } = await client('GET', USAGE);
  t.is(status, 200);
  t.deepEqual(body, {
    tenant_id: tenantId,
    balance: 1_000_000 - 27,
    lifetime_used: 27,
    period_start: '2026-02-09T00:00:00.000Z',
    period_end: TODAY.toISOString(),
    records: [...day('2026-03-10', 2, 1), ...day('2026-03-02', 1), ...day('2026-03-01', 1)],
  });
});

test.serial('a period is whole days, today included', async (t) => {
  const daysOf = async (days: number) => {
    const { body } = await client('GET', `${USAGE}?days=${days}`);
    const { period_start, records } = body as { period_start: string; records: { date: string }[] };
    return [period_start, ...new Set(records.map(({ date }) => date))];
  };
  t.deepEqual(await daysOf(1), ['2026-03-10T00:00:00.000Z', '2026-03-10']);
  t.deepEqual(await daysOf(8), ['2026-03-03T00:00:00.000Z', '2026-03-10']);
  t.deepEqual(await daysOf(9), ['2026-03-02T00:00:00.000Z', '2026-03-10', '2026-03-02']);
  t.deepEqual(await daysOf(90), ['2025-12-11T00:00:00.000Z', '2026-03-10', '2026-03-02', '2026-03-01']);
  for (const days of ['0', '91', '-1', '1.5', 'all', '']) {
    const answer = await client('GET', `${USAGE}?days=${days}`);
    t.deepEqual(errorOf(answer), [422, 'validation_error', 'days'], days);
  }
});

test.serial('details are single calls, newest first', async (t) => {
  const records = await details();
  t.is(records.length, 12);
  t.deepEqual(records[0], {
    record_id: records[0]!.record_id,
    session_id: last.session,
    action: 'session.answer',
    tokens_charged: 0,
    request_id: last.requestIds[2],
    created_at: '2026-03-10T09:00:02.000Z',
  });
  t.deepEqual(
    records.slice(0, 6).map(({ request_id, tokens_charged }) => [request_id, tokens_charged]),
    [
      [last.requestIds[2], 0],
      [last.requestIds[1], 8],
      [last.requestIds[0], 1],
      [trial.requestIds[2], 0],
      [trial.requestIds[1], 0],
      [trial.requestIds[0], 0],
    ],
  );
  t.is(records.at(-1)?.request_id, first.requestIds[0]);
  t.is(new Set(records.map(({ record_id }) => record_id)).size, 12);
});

test.serial('details are read page by page, and their number is told beside the array', async (t) => {
  const all = await details();
  for (const offset of [0, 5, 10, 12]) {
    const { body, headers } = await client('GET', `${DETAILS}?limit=5&offset=${offset}`);
    t.deepEqual(body, all.slice(offset, offset + 5));
    t.is(headers.get('x-total-count'), '12');
  }
  const { headers } = await client('GET', `${DETAILS}?to_date=2026-03-01`);
  t.is(headers.get('x-total-count'), '3');
});

test.serial('a page begins on the right day, wherever its offset leads', async (t) => {
  const all = await details();
  for (const range of [
    '',
    'to_date=2026-03-09',
    'from_date=2026-03-02',
    'from_date=2026-03-01&to_date=2026-03-02',
  ]) {
    const whole = await details(`?${range}`);
    t.true(
      whole.length > 5 &&
        whole.every((record) => all.some(({ record_id }) => record_id === record.record_id)),
    );
    for (let offset = 0; offset <= whole.length + 1; offset += 1) {
      const { body, headers } = await client('GET', `${DETAILS}?${range}&limit=2&offset=${offset}`);
      t.deepEqual(body, whole.slice(offset, offset + 2), `${range} ${offset}`);
      t.is(headers.get('x-total-count'), String(whole.length));
    }
  }
});

test.serial('a range of details is whole days, both included', async (t) => {
  t.is((await details('?from_date=2026-03-02')).length, 9);
  t.is((await details('?to_date=2026-03-01')).length, 3);
  t.is((await details('?from_date=2026-03-01&to_date=2026-03-02')).length, 6);
  t.is((await details('?from_date=2026-03-03&to_date=2026-03-09')).length, 0);
  t.deepEqual(await details('?limit=2'), (await details('?limit=1000')).slice(0, 2));
  const reversed = await client('GET', `${DETAILS}?from_date=2026-03-02&to_date=2026-03-01`);
  t.deepEqual(errorOf(reversed), [400, 'bad_request']);
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['from_date=2026-02-30', 'from_date'],
    ['to_date=0000-01-01', 'to_date'],
    ['to_date=2026-03-01T00:00:00Z', 'to_date'],
  ] as const) {
    const answer = await client('GET', `${DETAILS}?${query}`);
    t.deepEqual(errorOf(answer), [422, 'validation_error', field], query);
  }
});

test.serial('another tenant sees nothing of it', async (t) => {
  const other = await api.newClient(await api.newTenant());
  t.deepEqual((await other('GET', DETAILS)).body, []);
  t.like((await other('GET', USAGE)).body, { lifetime_used: 0, records: [] });
});

test.serial('days and hours add up to the records that they are made of', async (t) => {
  const sums = {
    'tenant_id, day, action, tokens, calls FROM read.usage_days':
      "tenant_id, (created_at AT TIME ZONE 'UTC')::date, action, sum(tokens), count(*)",
    'tenant_id, hour, key_id, action, tokens, calls FROM read.usage_hours':
      "tenant_id, date_trunc('hour', created_at, 'UTC'), key_id, action, sum(tokens), count(*)",
  };
  for (const [counted, added] of Object.entries(sums)) {
    const by = counted.includes('key_id') ? '1, 2, 3, 4' : '1, 2, 3';
    const single = `SELECT ${added} FROM read.usage_records GROUP BY ${by}`;
    const { rows } = await api.runtime.pool.query(
      `(SELECT ${counted} EXCEPT ${single}) UNION ALL (${single} EXCEPT SELECT ${counted})`,
    );
    t.deepEqual(rows, []);
  }
});
