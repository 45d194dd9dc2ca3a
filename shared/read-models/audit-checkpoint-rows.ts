import type { Checkpoint } from '../../domain/audit/events.ts';
import { canonicalJson } from '../crypto/canonical-json.ts';
import type { Sql } from '../postgres/pool.ts';
import { AuditMismatchError } from './audit-rows.ts';

/** A row of read.audit_checkpoints, as far as a checkpoint is made of it. */
export type CheckpointRow = {
  statement: string;
  signing_key_id: string;
  public_key: string;
  signature: string;
};

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

/**
 * Keeps checkpoints. Throws AuditMismatchError where the stored trail has another row at the place of one of them: the
 * log has signed something else, so this trail is not the log's.
 */
export async function writeCheckpointRows(sql: Sql, checkpoints: readonly Checkpoint[]): Promise<void> {
  if (checkpoints.length === 0) return;
  const { rows } = await sql.query<{ tenant_id: string; seq: number }>({
    name: 'write-audit-checkpoints',
    text: `WITH given AS (
        SELECT * FROM unnest($1::uuid[], $2::int[], $3::bigint[], $4::bytea[], $5::text[], $6::uuid[], $7::text[], $8::text[])
          AS g (tenant_id, number, seq, hash, statement, signing_key_id, public_key, signature)
      ), kept AS (
        INSERT INTO audit_checkpoints (tenant_id, number, seq, hash, statement, signing_key_id, public_key, signature)
        SELECT * FROM given
      )
      SELECT g.tenant_id, g.seq FROM given g LEFT JOIN audit_rows r USING (tenant_id, seq)
      WHERE r.hash IS DISTINCT FROM g.hash ORDER BY g.seq LIMIT 1`,
    values: [
      checkpoints.map(({ statement }) => statement.tenant_id),
      checkpoints.map(({ statement }) => statement.number),
      checkpoints.map(({ statement }) => statement.seq),
      checkpoints.map(({ statement }) => Buffer.from(statement.hash, 'hex')),
      checkpoints.map(({ statement }) => canonicalJson(statement)),
      checkpoints.map(({ signature }) => signature.signing_key_id),
      checkpoints.map(({ signature }) => signature.public_key),
      checkpoints.map(({ signature }) => signature.value),
    ],
  });
  const [differing] = rows;
  if (differing) throw new AuditMismatchError(differing.tenant_id, differing.seq, 'the checkpoint');
}
