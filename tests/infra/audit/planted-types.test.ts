import test from 'ava';
import { verifyTrails } from '../../../infra/audit/verify.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { rechain } from './forging.ts';
import { startAuditWorld } from './world.ts';

/** Rows that no checkpoint covers, and whose fields were given types that the service never writes. */
const audit = await startAuditWorld();
const { pool, log, signer, world } = audit;
const tenantId = await world.registerTenant();
await audit.look(tenantId, 3);
await audit.project();
const { rows: last } = await pool.query<{ seq: number }>('SELECT max(seq) AS seq FROM audit_rows');
const LAST = last[0]?.seq ?? 0;
test.after.always(audit.stop);

/** What a forger puts into the text of a row, whose hash and chain are then made to fit. */
const PLANTED: [field: string, value: string][] = [
  ['at', '5'],
  ['at', 'null'],
  ['actor', '7'],
  ['actor', 'null'],
  ['subject', '[]'],
  ['changed_fields', '5'],
  ['changed_fields', '[5]'],
  ['changed_fields', '[[], null]'],
  ['changed_fields', '{"length": 1}'],
  ['on_behalf_of', '5'],
  ['on_behalf_of', '{}'],
  ['on_behalf_of', 'null'],
  ['count', '{}'],
  ['event_id', '[]'],
];

for (const [field, value] of PLANTED) {
  test.serial(`a row whose ${field} is ${value} is named, and stops no verification`, async (t) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `UPDATE audit_rows SET canonical = (canonical::jsonb || jsonb_build_object($3::text, $4::jsonb))::text
         WHERE tenant_id = $1 AND seq = $2`,
        [tenantId, LAST, field, value],
      );
      await rechain(client, tenantId, LAST);
      const parts = { pool: client as unknown as Pool, apiPoolOf: () => client, log, signer };
      for (const againstLog of [false, true]) {
        const [verdict] = await verifyTrails(parts, { tenantIds: [tenantId], againstLog, waitMs: 0 });
        t.like(verdict, {
          intact: false,
          broken: { where: 'rows', problem: 'columns differ from the canonical content', seq: LAST },
        });
      }
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
}
