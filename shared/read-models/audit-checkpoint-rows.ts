import type { Checkpoint } from '../../domain/audit/events.ts';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { col, rowSet, type RowOf } from '../postgres/columns.ts';
import type { Sql } from '../postgres/pool.ts';
import { AuditMismatchError } from './audit-trails.ts';

const checkpointRows = rowSet({
  tenant_id: col.uuid,
  number: col.int,
  seq: col.bigint,
  hash: col.bytea,
  statement: col.text,
  signing_key_id: col.uuid,
  public_key: col.text,
  signature: col.text,
});
type Row = RowOf<typeof checkpointRows.columns>;

/** A row of read.audit_checkpoints, as far as a checkpoint is made of it. */
export type CheckpointRow = Pick<Row, 'statement' | 'signing_key_id' | 'public_key' | 'signature'>;

export const CHECKPOINT_COLUMNS = 'statement, signing_key_id, public_key, signature';

/** The checkpoint that a row holds. */
export const checkpointOfRow = (row: CheckpointRow): Checkpoint => ({
  statement: JSON.parse(row.statement) as Checkpoint['statement'],
  signature: {
    algorithm: 'Ed25519',
    signing_key_id: row.signing_key_id,
    public_key: row.public_key,
    value: row.signature,
  },
});

const toRow = ({ statement, signature }: Checkpoint): Row => ({
  tenant_id: statement.tenant_id,
  number: statement.number,
  seq: statement.seq,
  hash: Buffer.from(statement.hash, 'hex'),
  statement: canonicalJson(statement),
  signing_key_id: signature.signing_key_id,
  public_key: signature.public_key,
  signature: signature.value,
});

const WRITE = `
  WITH given AS (
    SELECT * FROM ${checkpointRows.given()}
  ), kept AS (
    INSERT INTO audit_checkpoints (${checkpointRows.list}) SELECT * FROM given
  )
  SELECT g.tenant_id, g.seq FROM given g LEFT JOIN audit_rows r USING (tenant_id, seq)
  WHERE r.hash IS DISTINCT FROM g.hash ORDER BY g.seq LIMIT 1`;

/**
 * Keeps checkpoints. Throws AuditMismatchError where the stored trail has another row at the place of one of them: the
 * log has signed something else, so this trail is not the log's.
 */
export async function writeCheckpointRows(sql: Sql, checkpoints: readonly Checkpoint[]): Promise<void> {
  if (checkpoints.length === 0) return;
  const { rows } = await sql.query<{ tenant_id: string; seq: number }>({
    name: 'write-audit-checkpoints',
    text: WRITE,
    values: checkpointRows.values(checkpoints.map(toRow)),
  });
  const [differing] = rows;
  if (differing) throw new AuditMismatchError(differing.tenant_id, differing.seq, 'the checkpoint');
}
