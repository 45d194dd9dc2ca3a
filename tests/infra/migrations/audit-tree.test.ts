import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { projectRoot } from '../../../infra/embedded/program.ts';
import type { AuditEntry } from '../../../shared/read-models/audit-rows.ts';
import {
  extendTrail,
  newTrail,
  writeAuditRows,
  type AuditNode,
} from '../../../shared/read-models/audit-trails.ts';
import { startDatabase } from '../../support/database.ts';

/** Trails that are older than the tree get theirs by the migration: the same that the projection would have made. */
const { pool, stop } = await startDatabase();
test.after.always(stop);

const entryOf = (tenantId: string, text: string): AuditEntry => ({
  v: 1,
  tenant_id: tenantId,
  event_id: randomUUID(),
  stream: 'access-x',
  revision: 0,
  type: 'access-recorded',
  at: '2026-01-05T08:00:00.000Z',
  actor: { type: 'member', id: text },
  action: 'session.exported',
  subject: { type: 'session', id: 'x' },
  changed_fields: [],
  request_id: text,
  ip: null,
  tokens_charged: 0,
  data_digest: '',
});

/** As many rows at once as a projection writes; all of a long trail in one statement may take too long for the server. */
const BATCH = 1_000;

async function writeTrail(rows: number): Promise<void> {
  const tenantId = randomUUID();
  const head = newTrail();
  for (let first = 0; first < rows; first += BATCH) {
    const nodes: AuditNode[] = [];
    const made = Array.from({ length: Math.min(BATCH, rows - first) }, (_row, index) =>
      extendTrail(head, entryOf(tenantId, `č ${first + index}`), (node) => nodes.push(node)),
    );
    await writeAuditRows(pool, { rows: made, nodes, heads: new Map([[tenantId, head]]) });
  }
}

test('nodes and heads of rows that were there before are those that the projection makes', async (t) => {
  for (const rows of [1, 2, 3, 255, 256, 257, 1_000, 65_537]) await writeTrail(rows);
  const read = async (): Promise<object[][]> => [
    (await pool.query<object>('SELECT * FROM read.audit_nodes ORDER BY tenant_id, level, seq')).rows,
    (await pool.query<object>('SELECT * FROM read.audit_heads ORDER BY tenant_id')).rows,
  ];
  const made = await read();
  await pool.query('DELETE FROM read.audit_nodes');
  await pool.query("UPDATE read.audit_heads SET peaks = ''");
  const sql = readFileSync(path.join(projectRoot, 'infra/migrations/0032_audit_tree.sql'), 'utf8');
  await pool.query(sql.slice(sql.indexOf('DO $$')));
  t.deepEqual(await read(), made);
  t.is(made[0]?.length, 256 + 1 + 3 + 1 + 1);
});
