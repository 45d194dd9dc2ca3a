import test from 'ava';
import type { PoolClient } from 'pg';
import { verifyTrails, type TenantVerdict } from '../../../infra/audit/verify.ts';
import { blame, rechain } from './forging.ts';
import { startAuditWorld } from './world.ts';

/** What the owner of the database can put between the tables and the APIs, which work under a role of their own. */
const audit = await startAuditWorld();
const { pool, world } = audit;
const tenantId = await world.registerTenant();
const sessionId = await world.open(tenantId);
await world.answer(sessionId, 'yes');
await audit.look(tenantId, 3);
await audit.sign(tenantId);
await world.answer(sessionId, 'no');
await audit.project();
const unsigned = await world.registerTenant();
await audit.project();
const { rows: ends } = await pool.query<{ seq: number }>('SELECT seq FROM audit_heads WHERE tenant_id = $1', [
  tenantId,
]);
const LAST = ends[0]?.seq ?? 0;
test.after.always(audit.stop);

async function verdictOf(of = tenantId): Promise<TenantVerdict | undefined> {
  const [verdict] = await verifyTrails(audit, { tenantIds: [of], againstLog: true, waitMs: 0 });
  return verdict;
}
const shownRows = async (): Promise<number> => {
  const { rows } = await audit
    .apiPoolOf(tenantId)
    .query<{ count: number }>('SELECT count(*) FROM read.audit_rows');
  return rows[0]?.count ?? 0;
};

async function inOne(work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
const POLICY = 'CREATE POLICY hide ON read.audit_rows AS RESTRICTIVE FOR SELECT TO triage_api USING';

test.serial('a policy that hides a row from the APIs: found, with the row', async (t) => {
  t.is(await shownRows(), LAST);
  t.like(await verdictOf(), { intact: true, rows: LAST });
  for (const seq of [1, 3, LAST]) {
    await pool.query(`${POLICY} (seq <> ${seq})`);
    t.is(await shownRows(), LAST - 1);
    t.like(await verdictOf(), { intact: false, broken: { where: 'rows', seq } }, String(seq));
    await pool.query('DROP POLICY hide ON read.audit_rows');
  }
  t.like(await verdictOf(), { intact: true });
});

test.serial(
  'a policy that hides all of a trail, with its head: found, also where no checkpoint was signed',
  async (t) => {
    const tables = ['audit_rows', 'audit_heads', 'audit_checkpoints', 'audit_nodes'];
    for (const table of tables) {
      await pool.query(
        `CREATE POLICY hide ON read.${table} AS RESTRICTIVE FOR SELECT TO triage_api USING (false)`,
      );
    }
    t.like(await verdictOf(), { intact: false });
    const problem = 'the APIs are shown other rows than the tables hold';
    t.like(await verdictOf(unsigned), { intact: false, broken: { where: 'rows', seq: 1, problem } });
    for (const table of tables) await pool.query(`DROP POLICY hide ON read.${table}`);
    t.like(await verdictOf(unsigned), { intact: true });
  },
);

test.serial('views that show the APIs another, well-chained end of the trail: found', async (t) => {
  const names = ['audit_rows', 'audit_heads'];
  await inOne(async (client) => {
    await client.query('CREATE SCHEMA forged');
    for (const name of names) await client.query(`CREATE TABLE forged.${name} AS TABLE read.${name}`);
    await client.query('SET LOCAL search_path TO forged, read, ops');
    await blame(client, tenantId, LAST);
    await rechain(client, tenantId, LAST);
    for (const name of names) {
      await client.query(`ALTER TABLE read.${name} RENAME TO ${name}_kept`);
      await client.query(
        `CREATE VIEW read.${name} AS SELECT * FROM forged.${name} WHERE current_user = 'triage_api'
         UNION ALL SELECT * FROM read.${name}_kept WHERE current_user <> 'triage_api'`,
      );
      await client.query(`GRANT SELECT ON read.${name} TO triage_api`);
    }
  });
  const { rows } = await audit
    .apiPoolOf(tenantId)
    .query<{ actor_id: string }>('SELECT actor_id FROM read.audit_rows WHERE tenant_id = $1 AND seq = $2', [
      tenantId,
      LAST,
    ]);
  t.deepEqual(rows, [{ actor_id: 'x' }]);
  const problem = 'the APIs are shown other rows than the tables hold';
  t.like(await verdictOf(), { intact: false, broken: { where: 'rows', problem } });
  await inOne(async (client) => {
    for (const name of names) {
      await client.query(`DROP VIEW read.${name}`);
      await client.query(`ALTER TABLE read.${name}_kept RENAME TO ${name}`);
    }
    await client.query('DROP SCHEMA forged CASCADE');
  });
  t.like(await verdictOf(), { intact: true });
});
