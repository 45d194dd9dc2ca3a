import test from 'ava';
import { describeVerdict } from '../../../infra/audit/describe.ts';
import { verifyTrails, type TenantVerdict } from '../../../infra/audit/verify.ts';
import { startAuditWorld } from './world.ts';

/** `audit verify` begins and ends with the log, whatever the database says of itself. */
const audit = await startAuditWorld();
const { pool, world } = audit;
const tenantId = await world.registerTenant();
await audit.look(tenantId, 3);
await audit.sign(tenantId);
await audit.project();
test.after.always(audit.stop);

const verdictsOf = (tenantIds: readonly string[] | 'all', waitMs = 0): Promise<TenantVerdict[]> =>
  verifyTrails(audit, { tenantIds, againstLog: false, waitMs });

test.serial('rows that are on their way are waited for, and those that never come are counted', async (t) => {
  await audit.look(tenantId, 2);
  const [standing] = await verdictsOf([tenantId]);
  t.like(standing, {
    intact: false,
    broken: { where: 'log', problem: 'the rows end before the log', seq: 6, missing: 2 },
  });
  t.regex(standing ? describeVerdict(standing) : '', /BROKEN at row 6 .*2 rows missing; looked at 5 rows/);

  const verifying = verdictsOf([tenantId], 10_000);
  await audit.project();
  const [verdict] = await verifying;
  t.like(verdict, { intact: true, rows: 7, covered: 5 });
  let end;
  for await (const { position } of audit.log.readAll(null)) end = String(position);
  t.deepEqual(verdict?.looked_until, { position: end ?? '', at: audit.clock.at.toISOString() });
});

test.serial('a position of the projection beyond the log hides nothing', async (t) => {
  await audit.look(tenantId, 2);
  await pool.query("UPDATE ops.checkpoints SET position = position + 1000 WHERE projection = 'audit'");
  t.like((await verdictsOf([tenantId]))[0], { broken: { missing: 2, seq: 8 } });
  await pool.query("UPDATE ops.checkpoints SET position = position - 1000 WHERE projection = 'audit'");
  await audit.project();
});

test.serial('a tenant of which the database knows nothing any more is found by its log', async (t) => {
  const gone = await world.registerTenant();
  await audit.look(gone, 2);
  await audit.sign(gone);
  await audit.project();
  for (const table of ['audit_rows', 'audit_heads', 'audit_checkpoints']) {
    await pool.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [gone]);
  }
  const verdicts = await verdictsOf('all');
  t.deepEqual(
    verdicts.filter(({ intact }) => !intact).map(({ tenant_id, broken }) => [tenant_id, broken?.problem]),
    [[gone, 'the trail ends before its last checkpoint']],
  );
});
