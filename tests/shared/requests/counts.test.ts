import test from 'ava';
import { Registry } from 'prom-client';
import { createLogger } from '../../../shared/logging/logger.ts';
import type { Sql } from '../../../shared/postgres/pool.ts';
import { createRequestCounts, NO_KEY } from '../../../shared/requests/counts.ts';
import type { RequestRecord } from '../../../shared/http/observe.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

const record = (changes: Partial<RequestRecord> & { tenantId?: string } = {}) => ({
  requestId: 'r-1',
  at: new Date('2026-01-02T03:04:05.678Z'),
  method: 'GET',
  route: '/v1/sessions',
  status: 200,
  durationMs: 5,
  tokensCharged: null,
  tenantId: 'tenant-1',
  keyId: 'key-1',
  keyPrefix: 'svc_test_ab',
  sessionId: null,
  userAgent: null,
  ip: '127.0.0.1',
  errorCode: null,
  ofDashboard: false,
  aborted: false,
  ...changes,
});

/** Keeps the rows of each statement, by what they are counted by; fails where it is told to. */
function fakeSql() {
  const [statements, ofKeys]: [unknown[][][], unknown[][][]] = [[], []];
  const state = { down: false };
  const sql = {
    query: ({ name, values }: { name: string; values: unknown[][] }) => {
      if (state.down) return Promise.reject(new Error('down'));
      (name === 'add-key-request-counts' ? ofKeys : statements).push(values);
      return Promise.resolve({ rows: [] });
    },
  } as unknown as Sql;
  return { sql, statements, ofKeys, state };
}

test('calls are added up by tenant, route and minute', async (t) => {
  const { sql, statements } = fakeSql();
  const counts = createRequestCounts({ sql, logger, registry: new Registry() });
  counts.count(record());
  counts.count(record({ status: 404, durationMs: 700, at: new Date('2026-01-02T03:04:59.999Z') }));
  counts.count(record({ aborted: true }));
  counts.count(record({ at: new Date('2026-01-02T03:05:00.000Z') }));
  counts.count(record({ tenantId: 'tenant-0', method: 'POST' }));
  await counts.flush();
  const [[tenants, starts, routes, requests, errors, latencies]] = statements as [unknown[][]];
  t.deepEqual(tenants, ['tenant-0', 'tenant-1', 'tenant-1']);
  t.deepEqual(
    (starts as Date[]).map((start) => start.toISOString().slice(11, 19)),
    ['03:04:00', '03:04:00', '03:05:00'],
  );
  t.deepEqual(routes, ['POST /v1/sessions', 'GET /v1/sessions', 'GET /v1/sessions']);
  t.deepEqual(requests, [1, 3, 1]);
  t.deepEqual(errors, [0, 1, 0]);
  const sums = (latencies as string[]).map((text) =>
    text.match(/\d+/g)!.reduce((sum, n) => sum + Number(n), 0),
  );
  t.deepEqual(sums, [1, 2, 1], 'nobody knows how long a call would have taken whose caller left');
  await counts.flush();
  t.is(statements.length, 1, 'nothing is written twice, and nothing for nothing');
});

test('calls are added up by tenant, key and minute; those of members together', async (t) => {
  const { sql, ofKeys } = fakeSql();
  const counts = createRequestCounts({ sql, logger, registry: new Registry() });
  counts.count(record());
  counts.count(record({ route: '/v1/account', status: 429 }));
  counts.count(record({ keyId: 'key-2' }));
  for (const path of ['/v1/account', '/v1/sessions']) counts.count(record({ keyId: null, route: path }));
  await counts.flush();
  const [[, , keys, requests, errors]] = ofKeys as [unknown[][]];
  t.deepEqual(keys, [NO_KEY, 'key-1', 'key-2']);
  t.deepEqual(requests, [2, 2, 1]);
  t.deepEqual(errors, [0, 1, 0]);
});

test('what cannot be written is lost and said so, and the next ones are written', async (t) => {
  const { sql, statements, ofKeys, state } = fakeSql();
  const registry = new Registry();
  const counts = createRequestCounts({ sql, logger, registry });
  state.down = true;
  counts.count(record());
  counts.count(record());
  await counts.flush();
  state.down = false;
  counts.count(record());
  await counts.flush();
  for (const written of [statements, ofKeys])
    t.deepEqual(
      written.map(([, , , requests]) => requests),
      [[1]],
    );
  for (const by of ['route', 'key'])
    t.true((await registry.metrics()).includes(`triage_request_counts_lost_total{by="${by}"} 2\n`), by);
});

test('a flood of tenants is bounded in memory and written in pieces', async (t) => {
  const { sql, statements } = fakeSql();
  const registry = new Registry();
  const counts = createRequestCounts({ sql, logger, registry });
  for (let index = 0; index < 20_005; index += 1) counts.count(record({ tenantId: `tenant-${index}` }));
  counts.count(record({ tenantId: 'tenant-7' }));
  await counts.flush();
  t.is(statements.length, 20);
  t.true(statements.every(([tenants]) => tenants!.length === 1_000));
  t.true((await registry.metrics()).includes('triage_request_counts_lost_total{by="route"} 5\n'));
});
