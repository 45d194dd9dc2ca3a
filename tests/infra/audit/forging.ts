import { addLeaf, emptyTree, leafHash } from '../../../shared/audit/merkle.ts';
import type { Sql } from '../../../shared/postgres/pool.ts';
import { chainHash } from '../../../shared/read-models/audit-rows.ts';

/** What a careful forger does to stored rows. */

type Row = { seq: number; canonical: string };

/** Rewrites the chain from a row on so that it fits again, and moves the head, with the tree (of less than 256 rows). */
export async function rechain(sql: Sql, tenantId: string, from: number): Promise<void> {
  const { rows } = await sql.query<Row>(
    'SELECT seq, canonical FROM audit_rows WHERE tenant_id = $1 ORDER BY seq',
    [tenantId],
  );
  let hash: Buffer = Buffer.alloc(32);
  const tree = emptyTree();
  for (const { seq, canonical } of rows) {
    const previous = hash;
    hash = chainHash(previous, canonical);
    addLeaf(tree, leafHash(canonical));
    if (seq < from) continue;
    await sql.query('UPDATE audit_rows SET previous_hash = $3, hash = $4 WHERE tenant_id = $1 AND seq = $2', [
      tenantId,
      seq,
      previous,
      hash,
    ]);
  }
  await sql.query('UPDATE audit_heads SET seq = $2, hash = $3, peaks = $4 WHERE tenant_id = $1', [
    tenantId,
    rows.at(-1)?.seq,
    hash,
    Buffer.concat(tree.peaks),
  ]);
}

/** Puts another actor into a row, in its columns and in its text. */
export const blame = (sql: Sql, tenantId: string, seq: number) =>
  sql.query(
    `UPDATE audit_rows SET actor_id = 'x', canonical = regexp_replace(canonical, '"actor":\\{"id":"[^"]*"', '"actor":{"id":"x"')
     WHERE tenant_id = $1 AND seq = $2`,
    [tenantId, seq],
  );
