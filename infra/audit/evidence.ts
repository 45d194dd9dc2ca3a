import { auditProjection } from '../../projectors/audit/projection.ts';
import { saveTable, tablesOf } from '../backup/database.ts';
import { openFolder, replaceFile } from '../backup/files.ts';
import type { Installation } from '../cli/connection.ts';
import { recordOperatorAccess } from './operator.ts';

/** What a rebuild of the trail writes anew, and what the database says of how far the trail goes and where it stands. */
const TABLES: ReadonlySet<string> = new Set([
  ...auditProjection.tables.map(({ name }) => `read.${name}`),
  'ops.checkpoints',
  'ops.parked_events',
  'ops.audit_witness',
]);

const NOTHING: ReadonlySet<string> = new Set();

export type Evidence = { folder: string; rows: number; sha256: string };

/**
 * Copies the stored audit trail as it stands, row by row and in one snapshot, before a rebuild writes it anew from the log:
 * what somebody changed in it is seen in this copy only. The last file names the digests of the others.
 */
export async function saveTrail(
  { pool, now }: Pick<Installation, 'pool' | 'now'>,
  folder: string,
): Promise<Evidence> {
  await openFolder(folder);
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = [];
    for (const table of await tablesOf(client)) {
      if (!TABLES.has(`${table.schema}.${table.table}`)) continue;
      tables.push(await saveTable(client, table, { folder, known: NOTHING, onRows: () => undefined }));
    }
    const text = `${JSON.stringify({ taken_at: now().toISOString(), tables }, null, 2)}\n`;
    const { sha256 } = await replaceFile(folder, 'evidence.json', text);
    return { folder, rows: tables.reduce((sum, { rows }) => sum + rows, 0), sha256 };
  } finally {
    // Closed and not lent again: with it ends the transaction.
    client.release(true);
  }
}

/**
 * Leaves in the trail of every tenant that an operator has it written anew from the log, also where somebody has removed
 * all of it. Throws where it cannot.
 */
export async function recordRebuild(
  installation: Pick<Installation, 'pool' | 'newId' | 'now'>,
): Promise<void> {
  const { rows } = await installation.pool.query<{ tenant_id: string }>(
    'SELECT tenant_id FROM read.tenants UNION SELECT tenant_id FROM read.audit_heads',
  );
  for (const { tenant_id: id } of rows) {
    const subject = { type: 'tenant', id } as const;
    await recordOperatorAccess(installation, { tenantId: id, action: 'audit.rebuilt', subject, test: false });
  }
}
