import { saveTable, tablesOf } from '../backup/database.ts';
import { openFolder, replaceFile } from '../backup/files.ts';
import type { Installation } from '../cli/connection.ts';
import { recordOperatorAccess } from './operator.ts';

const TABLES: ReadonlySet<string> = new Set(['audit_rows', 'audit_heads', 'audit_checkpoints']);

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
      if (table.schema !== 'read' || !TABLES.has(table.table)) continue;
      tables.push(await saveTable(client, table, { folder, onRows: () => undefined }));
    }
    const text = `${JSON.stringify({ taken_at: now().toISOString(), tables }, null, 2)}\n`;
    const { sha256 } = await replaceFile(folder, 'evidence.json', text);
    return { folder, rows: tables.reduce((sum, { rows }) => sum + rows, 0), sha256 };
  } finally {
    // Closed and not lent again: with it ends the transaction.
    client.release(true);
  }
}

/** Leaves in the trail of every tenant that it was written anew from the log. Throws where it cannot. */
export async function recordRebuild(installation: Installation): Promise<void> {
  const { rows } = await installation.pool.query<{ tenant_id: string }>(
    'SELECT tenant_id FROM read.audit_heads',
  );
  for (const { tenant_id: id } of rows) {
    const subject = { type: 'tenant', id } as const;
    await recordOperatorAccess(installation, { tenantId: id, action: 'audit.rebuilt', subject, test: false });
  }
}
