import type { Checkpoint } from '../../domain/audit/events.ts';
import { readCheckpoints, signedPart, type CheckpointProblem } from '../../shared/audit/checkpoints.ts';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { checkpointOfRow, type CheckpointRow } from '../../shared/read-models/audit-checkpoint-rows.ts';
import type { Patience } from './patience.ts';

export type StoredCheckpointProblem =
  | 'the stored checkpoints are not those of the log'
  | 'a checkpoint that was exported earlier is not among these';
export type BrokenCheckpoint = { number: number; problem: CheckpointProblem | StoredCheckpointProblem };

type StoredRow = CheckpointRow & { number: number; seq: number; hash: string };

/** The checkpoints that the projection keeps; null for one that contradicts itself, or is no JSON. */
async function readStored(sql: Sql, tenantId: string): Promise<readonly (Checkpoint | null)[]> {
  const { rows } = await sql.query<StoredRow>(
    `SELECT number, seq, encode(hash, 'hex') AS hash, statement, signing_key_id, public_key, signature
     FROM audit_checkpoints WHERE tenant_id = $1 ORDER BY number`,
    [tenantId],
  );
  return rows.map(readable);
}

/** The projection holds its rows to the columns, and the API answers with the statement: they have to say the same. */
function readable(row: StoredRow): Checkpoint | null {
  try {
    const checkpoint = checkpointOfRow(row);
    const { number, seq, hash } = checkpoint.statement;
    return number === row.number && seq === row.seq && hash === row.hash ? checkpoint : null;
  } catch {
    return null;
  }
}

const signedText = (checkpoint: Checkpoint): string => canonicalJson(signedPart(checkpoint));

function firstDifference(
  stored: readonly (Checkpoint | null)[],
  logged: readonly (Checkpoint | null)[],
): BrokenCheckpoint | null {
  for (let index = 0; index < Math.max(stored.length, logged.length); index += 1) {
    const [kept, expected] = [stored[index], logged[index]];
    if (kept && expected && signedText(kept) === signedText(expected)) continue;
    return { number: index + 1, problem: 'the stored checkpoints are not those of the log' };
  }
  return null;
}

/**
 * The first of a tenant's stored checkpoints that is not as it was found in the log. Those that are not stored yet are
 * waited for, with patience; of those that were signed meanwhile the log is asked once more.
 */
export async function brokenCopy(
  { pool, log, patience }: { pool: Sql; log: EventLog; patience: Patience },
  tenantId: string,
  logged: readonly (Checkpoint | null)[],
): Promise<BrokenCheckpoint | null> {
  const stored = await patience.read(
    () => readStored(pool, tenantId),
    (found) => found.length >= logged.length,
  );
  const isLonger = stored.length > logged.length;
  const expected = isLonger ? await readCheckpoints(log, tenantId) : logged;
  return firstDifference(stored, isLonger ? expected.slice(0, stored.length) : expected);
}
