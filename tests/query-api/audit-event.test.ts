import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { auditProjection } from '../../projectors/audit/projection.ts';
import { errorOf } from '../support/answers.ts';
import { startApi } from '../support/api.ts';

/** One row of the trail between its neighbours, and the rows of one subject. */
const api = await startApi({ projections: [auditProjection] });
test.after.always(api.stop);

type Row = { event_id: string; seq: number; canonical: string; hash: string; previous_hash: string };
type Detail = { row: Row; before: Row[]; after: Row[] };
const EVENTS = '/v1/admin/audit-log/events';

test('a row stands between its neighbours of the chain, each with the text that its hash is of', async (t) => {
  const tenantId = await api.newTenant();
  const client = await api.newClient(tenantId);
  for (let count = 0; count < 6; count += 1) await api.newKey(tenantId);
  await api.caughtUp();
  const listed = (await client('GET', EVENTS)).body as { data: { event_id: string; hash: string }[] };
  const last = listed.data.length;
  const at = (seq: number) => listed.data.at(-seq);
  const detailOf = async (seq: number, query = ''): Promise<Detail> =>
    (await client('GET', `${EVENTS}/${at(seq)?.event_id}${query}`)).body as Detail;

  const { row, before, after } = await detailOf(5);
  t.like(row, { seq: 5, ...at(5) });
  t.deepEqual([before, after].map((rows) => rows.map(({ seq }) => seq)), [[2, 3, 4], [6, 7, 8]]); // oxfmt-ignore
  for (const [index, one] of [...before, row, ...after].entries()) {
    const hash = createHash('sha256').update(Buffer.from(one.previous_hash, 'hex')).update(one.canonical);
    t.is(hash.digest('hex'), one.hash, String(index));
    t.is(one.previous_hash, at(one.seq - 1)?.hash ?? '');
  }
  t.deepEqual((await detailOf(1)).before, []);
  t.deepEqual((await detailOf(last)).after, []);
  t.is((await detailOf(1, '?neighbours=20')).after.length, last - 1);
  t.like(await detailOf(4, '?neighbours=0'), { row: { seq: 4 }, before: [], after: [] });

  const stranger = await api.newClient(await api.newTenant());
  t.deepEqual(errorOf(await stranger('GET', `${EVENTS}/${row.event_id}`)), [404, 'not_found']);
  t.deepEqual(errorOf(await client('GET', `${EVENTS}/${randomUUID()}`)), [404, 'not_found']);
  const narrow = await api.newClient(tenantId, { scopes: ['admin:write', 'sessions:read'] });
  t.deepEqual(errorOf(await narrow('GET', `${EVENTS}/${row.event_id}`)), [403, 'forbidden']);
});

test('the rows of one subject are found by its id, alone and beside other filters', async (t) => {
  const tenantId = await api.newTenant();
  const client = await api.newClient(tenantId);
  // What test mode costs needs no balance.
  const sandbox = await api.newClient(tenantId, { test: true });
  const opened = await sandbox('POST', '/v1/sessions', { chief_complaint: 'headache' });
  const { session_id: sessionId } = opened.body as { session_id: string };
  await sandbox('POST', '/v1/sessions', { chief_complaint: 'headache' });
  await sandbox('POST', `/v1/sessions/${sessionId}/finalize`);
  await api.caughtUp();
  const found = async (query: string) =>
    ((await client('GET', `${EVENTS}?${query}`)).body as { data: { action: string }[] }).data.map(
      ({ action }) => action,
    );
  const actions = await found(`subject_id=${sessionId}`);
  t.is(actions.at(-1), 'session.created');
  t.true(actions.includes('session.finalized'));
  t.is(actions.filter((action) => action === 'session.created').length, 1, 'of this session alone');
  const first = await client('GET', `${EVENTS}?subject_id=${sessionId}&limit=1`);
  const { next_cursor: cursor } = first.body as { next_cursor: string };
  t.deepEqual(await found(`subject_id=${sessionId}&cursor=${cursor}`), actions.slice(1));
  t.is((await client('GET', `${EVENTS}?subject_id=${randomUUID()}&cursor=${cursor}`)).status, 422);
  t.deepEqual(await found(`subject_id=${sessionId}&action=session.finalized`), ['session.finalized']);
  const stranger = await api.newClient(await api.newTenant());
  t.deepEqual((await stranger('GET', `${EVENTS}?subject_id=${sessionId}`)).body, {
    data: [],
    next_cursor: '',
  });
});
