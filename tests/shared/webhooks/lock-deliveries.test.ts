import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { CHUNK_ROWS } from '../../../shared/postgres/in-chunks.ts';
import { inTransaction, type Sql } from '../../../shared/postgres/pool.ts';
import { lockDeliveries } from '../../../shared/webhooks/lock-deliveries.ts';
import { deleteEndpoint, disableEndpoint } from '../../../webhook-dispatcher/endpoint-rows.ts';
import { startDatabase } from '../../support/database.ts';

const database = await startDatabase();
const { pool } = database;

const AT = '2026-03-02T12:00:00.000Z';
const OTHERS = 100_000;

type Seed = { tenantId: string; subscriptionId: string; count: number; as: 'due' | 'dead-lettered' };

/** Deliveries of a subscription, each of an event of its own. */
async function seed({ tenantId, subscriptionId, count, as }: Seed): Promise<void> {
  await pool.query(
    `INSERT INTO ops.webhook_deliveries
       (delivery_id, event_id, subscription_id, tenant_id, event_type, test, created_at, status, due_at, dead_lettered_at)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, $2, 'session.created', false, $3::timestamptz + n * interval '1 ms',
       CASE WHEN $5 THEN 'pending' ELSE 'dead-lettered' END, CASE WHEN $5 THEN $3::timestamptz END,
       CASE WHEN $5 THEN NULL ELSE $3::timestamptz END
     FROM generate_series(1, $4::int) AS n`,
    [subscriptionId, tenantId, AT, count, as === 'due'],
  );
}

/** A session of one public event, and its delivery. */
async function seedSession(tenantId: string, subscriptionId: string): Promise<string> {
  const sessionId = randomUUID();
  await pool.query(
    `WITH made AS (
       INSERT INTO ops.webhook_messages (event_id, tenant_id, session_id, key_id, body_sealed, created_at)
       VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), 'x'::bytea, $3) RETURNING event_id, created_at)
     INSERT INTO ops.webhook_deliveries
       (delivery_id, event_id, subscription_id, tenant_id, event_type, test, due_at, created_at)
     SELECT gen_random_uuid(), event_id, $4, $1, 'session.created', false, $3, created_at FROM made`,
    [tenantId, sessionId, AT, subscriptionId],
  );
  return sessionId;
}

const ofOther = { tenantId: randomUUID(), subscriptionId: randomUUID() };
await seed({ ...ofOther, count: OTHERS, as: 'dead-lettered' });
const sameTenant = randomUUID();
await seed({ tenantId: sameTenant, subscriptionId: randomUUID(), count: 5_000, as: 'dead-lettered' });
test.after.always(database.stop);

type Statement = { text: string; values: unknown[] };
type Query = (query: string | { text: string }, values?: unknown[]) => Promise<{ rowCount: number | null }>;

/** Passes statements on, and notes each with the rows that it gave or changed. */
function noting(tx: Sql, noted: (statement: Statement, rowCount: number) => void): Sql {
  const query: Query = async (given, values = []) => {
    const result = await (tx.query as unknown as Query).call(tx, given, values);
    noted({ text: typeof given === 'string' ? given : given.text, values }, result.rowCount ?? 0);
    return result;
  };
  return { query } as unknown as Sql;
}

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const readRows = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

/** What a statement read, as Postgres ran it: no table whole, and about as much as the caller asked for. */
async function isBounded(t: ExecutionContext, tx: Sql, { text, values }: Statement): Promise<number> {
  const statement = text.replace(/^DECLARE \w+ NO SCROLL CURSOR FOR/, '');
  if (!/^\s*(SELECT|WITH|UPDATE|DELETE)/.test(statement)) return 0;
  const explained = await tx.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
    values,
  );
  const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
  const scans = plan ? nodesOf(plan).filter((node) => /Scan$/.test(node['Node Type'])) : [];
  const ofTable = scans.filter((node) =>
    (node['Relation Name'] ?? node['Index Name'] ?? '').startsWith('webhook_deliveries'),
  );
  for (const node of ofTable) {
    const what = `${JSON.stringify({ ...node, Plans: undefined })}\n${statement}`;
    t.not(node['Node Type'], 'Seq Scan', what);
    t.true('Index Cond' in node || 'Recheck Cond' in node, what);
    t.true(readRows(node) < 100, what);
  }
  return ofTable.length;
}

/** Explains each statement of some work, in its transaction, which is then taken back. */
async function explain(t: ExecutionContext, work: (tx: Sql) => Promise<void>): Promise<void> {
  const statements: Statement[] = [];
  let scans = 0;
  const undo = new Error('undo');
  await t.throwsAsync(
    inTransaction(pool, async (tx) => {
      await tx.query('SAVEPOINT before');
      await work(noting(tx, (statement) => void statements.push(statement)));
      await tx.query('ROLLBACK TO before');
      for (const statement of statements) scans += await isBounded(t, tx, statement);
      throw undo;
    }),
    { is: undo },
  );
  t.true(scans > 0);
}

test.serial('dead letters of others are not read to lock or settle those of a subscription', async (t) => {
  const subscriptionId = randomUUID();
  await seed({ tenantId: sameTenant, subscriptionId, count: 3, as: 'due' });
  await seed({ tenantId: sameTenant, subscriptionId, count: 3, as: 'dead-lettered' });
  const sessionId = await seedSession(sameTenant, subscriptionId);
  await pool.query('ANALYZE ops.webhook_deliveries, ops.webhook_messages');
  await explain(t, (tx) => lockDeliveries(tx, { subscriptionIds: [subscriptionId] }));
  await explain(t, (tx) => lockDeliveries(tx, { sessionIds: [sessionId] }));
  await explain(t, (tx) =>
    lockDeliveries(tx, { sessionIds: [sessionId], subscriptionIds: [subscriptionId] }),
  );
  await explain(t, (tx) => deleteEndpoint(tx, { subscriptionId, at: AT }));
  await explain(t, (tx) => disableEndpoint(tx, { subscriptionId, revision: 1, at: AT }));
});

test.serial(
  'however many deliveries a subscription has, no statement locks or changes more than a chunk',
  async (t) => {
    const count = 2 * CHUNK_ROWS + 1;
    const subscriptionId = randomUUID();
    await seed({ tenantId: randomUUID(), subscriptionId, count, as: 'due' });
    let most = 0;
    const change = (work: (tx: Sql) => Promise<void>): Promise<void> =>
      inTransaction(pool, (tx) => work(noting(tx, (_, rowCount) => void (most = Math.max(most, rowCount)))));
    await change(async (tx) => {
      await lockDeliveries(tx, { subscriptionIds: [subscriptionId] });
      const { rows } = await pool.query(
        'SELECT 1 FROM ops.webhook_deliveries WHERE subscription_id = $1 FOR UPDATE SKIP LOCKED',
        [subscriptionId],
      );
      t.is(rows.length, 0, 'all are locked');
      await disableEndpoint(tx, { subscriptionId, revision: 1, at: AT });
    });
    const counted = async (): Promise<unknown[]> => {
      const { rows } = await pool.query<Record<string, unknown>>(
        'SELECT status, resolution_code, count(*) FROM ops.webhook_deliveries WHERE subscription_id = $1 GROUP BY 1, 2',
        [subscriptionId],
      );
      return rows;
    };
    t.is(most, CHUNK_ROWS);
    t.deepEqual(await counted(), [{ status: 'dead-lettered', resolution_code: null, count }]);
    await change(async (tx) => {
      await lockDeliveries(tx, { subscriptionIds: [subscriptionId] });
      await deleteEndpoint(tx, { subscriptionId, at: AT });
    });
    t.deepEqual(await counted(), [
      { status: 'dead-lettered', resolution_code: 'subscription deleted', count },
    ]);
    t.is(most, CHUNK_ROWS);
  },
);
