import type { Checkpoint } from '../../domain/audit/events.ts';
import {
  brokenCheckpoint,
  digestOfStatement,
  readCheckpoints,
  trustedKeys,
  type CheckpointProblem,
  type TrustedKeys,
} from '../../shared/audit/checkpoints.ts';
import { verifyAuditTrail, type BrokenRow } from './verify-rows.ts';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import type { Signer } from '../../shared/crypto/signer.ts';
import { isTombstoned, type EventLog } from '../../shared/event-log/event-log.ts';
import type { Stranger } from '../../shared/event-log/strangers.ts';
import type { Pool, Sql } from '../../shared/postgres/pool.ts';
import { checkpointOfRow, type CheckpointRow } from '../../shared/read-models/audit-checkpoint-rows.ts';
import { verifyAgainstLog, type LogBreak } from './verify-log.ts';

export type Broken =
  | (Omit<BrokenRow, 'intact' | 'rows'> & { where: 'rows' })
  | (LogBreak & { where: 'log' })
  | { where: 'checkpoints'; number: number; problem: CheckpointProblem | StoredCheckpointProblem };
export type StoredCheckpointProblem =
  | 'the stored checkpoints are not those of the log'
  | 'a checkpoint that was exported earlier is not among these';

export type TenantVerdict = {
  tenant_id: string;
  intact: boolean;
  rows: number;
  /** Hash of the last row that is as it must be; null where the trail is broken. */
  head: string | null;
  checkpoints: number;
  /** Rows from the first one on that a signed checkpoint covers. */
  covered: number;
  against_log: boolean;
  /** Events in whose place a stand-in counts, because an operator had them skipped. */
  skipped: string[];
  broken: Broken | null;
};

export type VerifyParts = { pool: Pool; log: EventLog; signer: Pick<Signer, 'publicKeys'> };

export type VerifyOptions = {
  tenantIds: readonly string[];
  againstLog: boolean;
  /** Statements of checkpoints that were exported before: they must be among the tenants' checkpoints still. */
  earlier?: readonly Checkpoint['statement'][];
  onProgress?: (phase: 'rows' | 'log', done: number, total: number) => void;
  /** Told, with `againstLog`, of each event in the log that is not ours as it stands, whatever tenant it is about. */
  onStranger?: (stranger: Stranger) => void;
};

/**
 * Verifies tenants' trails: signatures and chain of the checkpoints in the log, each row and the chain of rows, the row
 * at each checkpoint, and, with `againstLog`, each row against the log's stored bytes. Names the first thing that is
 * broken in each trail.
 */
export async function verifyTrails(parts: VerifyParts, options: VerifyOptions): Promise<TenantVerdict[]> {
  const { pool, log } = parts;
  const keys = trustedKeys(await parts.signer.publicKeys());
  const { position, lastSeqs } = await readEnds(pool, options.tenantIds);
  const total = [...lastSeqs.values()].reduce((sum, seq) => sum + seq, 0);
  let done = 0;
  const verdicts: TenantVerdict[] = [];
  for (const tenantId of options.tenantIds) {
    const verdict = await verifyRows(parts, {
      tenantId,
      keys,
      earlier: (options.earlier ?? []).filter((statement) => statement.tenant_id === tenantId),
      onProgress: (rows) => options.onProgress?.('rows', done + rows, total),
    });
    done += verdict.rows;
    verdicts.push(verdict);
  }
  if (!options.againstLog) return verdicts;
  const breaks = await verifyAgainstLog(
    { sql: pool, log },
    {
      lastSeqs,
      position,
      onProgress: (reached) => options.onProgress?.('log', Number(reached), Number(position)),
      onStranger: options.onStranger,
    },
  );
  return verdicts.map((verdict) => withLog(verdict, breaks.get(verdict.tenant_id) ?? null));
}

/** What the rows tell of themselves comes first where both are broken: it needs nothing else to be seen. */
function withLog(verdict: TenantVerdict, found: LogBreak | null): TenantVerdict {
  const broken = verdict.broken ?? (found && { where: 'log' as const, ...found });
  return { ...verdict, against_log: true, intact: broken === null, broken };
}

/** How far the rows reflect the log, and where each trail ends there: what came after is not missing yet. */
async function readEnds(
  sql: Sql,
  tenantIds: readonly string[],
): Promise<{ position: bigint; lastSeqs: ReadonlyMap<string, number> }> {
  const { rows } = await sql.query<{ position: string | null; tenant_id: string; seq: number }>(
    `SELECT t.tenant_id, coalesce(h.seq, 0) AS seq,
       (SELECT max(position)::text FROM ops.checkpoints WHERE projection = 'audit') AS position
     FROM unnest($1::uuid[]) AS t (tenant_id) LEFT JOIN audit_heads h USING (tenant_id)`,
    [tenantIds],
  );
  return {
    position: BigInt(rows[0]?.position ?? -1),
    lastSeqs: new Map(rows.map(({ tenant_id, seq }) => [tenant_id, seq])),
  };
}

type OneTrail = {
  tenantId: string;
  keys: TrustedKeys;
  earlier: readonly Checkpoint['statement'][];
  onProgress: (rows: number) => void;
};

async function verifyRows({ pool, log }: VerifyParts, trail: OneTrail): Promise<TenantVerdict> {
  const { tenantId, keys, onProgress } = trail;
  const stored = await readStored(pool, tenantId);
  const logged = (await readLogged(log, tenantId)).filter(({ position }) => position <= stored.position);
  const broken =
    brokenCheckpoint(
      logged.map(({ checkpoint }) => checkpoint),
      tenantId,
      keys,
    ) ??
    brokenCopy(stored.checkpoints, logged) ??
    missingEarlier(trail.earlier, logged);
  // The row at a checkpoint that is not to be trusted proves nothing.
  const usable = logged
    .flatMap(({ checkpoint }) => checkpoint ?? [])
    .slice(0, (broken?.number ?? Infinity) - 1);
  const rows = await verifyAuditTrail(pool, tenantId, { checkpoints: usable, onProgress });
  const common = {
    tenant_id: tenantId,
    rows: rows.rows,
    checkpoints: logged.length,
    against_log: false,
    skipped: await skippedOf(pool, tenantId),
  };
  if (!rows.intact) {
    const { seq, event_id, problem } = rows;
    const first: Broken = { where: 'rows', seq, event_id, problem };
    return { ...common, intact: false, head: null, covered: 0, broken: first };
  }
  const { head, covered } = rows;
  return {
    ...common,
    intact: broken === null,
    head,
    covered,
    broken: broken && { where: 'checkpoints', ...broken },
  };
}

/** What the trail says was skipped. */
async function skippedOf(sql: Sql, tenantId: string): Promise<string[]> {
  const { rows } = await sql.query<{ subject_id: string }>(
    `SELECT subject_id FROM audit_rows WHERE tenant_id = $1 AND action = 'log.event_skipped' ORDER BY seq`,
    [tenantId],
  );
  return rows.map(({ subject_id }) => subject_id);
}

/** The checkpoints that the log holds; none where somebody has deleted their stream for good. */
async function readLogged(log: EventLog, tenantId: string): ReturnType<typeof readCheckpoints> {
  try {
    return await readCheckpoints(log, tenantId);
  } catch (error) {
    if (isTombstoned(error)) return [];
    throw error;
  }
}

type BrokenCheckpoint = { number: number; problem: CheckpointProblem | StoredCheckpointProblem };
type Logged = readonly { checkpoint: Checkpoint | null }[];

/** The checkpoints that the projection keeps, and how far it has come with them. */
async function readStored(
  sql: Sql,
  tenantId: string,
): Promise<{ position: bigint; checkpoints: readonly (Checkpoint | null)[] }> {
  const { rows } = await sql.query<Partial<CheckpointRow> & { position: string | null }>(
    `SELECT p.position, c.statement, c.signing_key_id, c.public_key, c.signature
     FROM (SELECT max(position)::text AS position FROM ops.checkpoints WHERE projection = 'audit') p
     LEFT JOIN audit_checkpoints c ON c.tenant_id = $1 ORDER BY c.number`,
    [tenantId],
  );
  return {
    position: BigInt(rows[0]?.position ?? -1),
    checkpoints: rows.flatMap((row) => (isCheckpointRow(row) ? [readable(row)] : [])),
  };
}

const isCheckpointRow = (row: Partial<CheckpointRow>): row is CheckpointRow =>
  typeof row.statement === 'string';

/** Null where somebody has left no JSON. */
function readable(row: CheckpointRow): Checkpoint | null {
  try {
    return checkpointOfRow(row);
  } catch {
    return null;
  }
}

/** The proof endpoint answers from the stored ones. */
function brokenCopy(stored: readonly (Checkpoint | null)[], logged: Logged): BrokenCheckpoint | null {
  for (let index = 0; index < Math.max(stored.length, logged.length); index += 1) {
    const [kept, expected] = [stored[index], logged[index]?.checkpoint];
    if (kept && expected && canonicalJson(kept) === canonicalJson(expected)) continue;
    return { number: index + 1, problem: 'the stored checkpoints are not those of the log' };
  }
  return null;
}

function missingEarlier(
  earlier: readonly Checkpoint['statement'][],
  logged: Logged,
): BrokenCheckpoint | null {
  const known = new Set(
    logged.flatMap(({ checkpoint }) => (checkpoint ? digestOfStatement(checkpoint.statement) : [])),
  );
  const missing = earlier.find((statement) => !known.has(digestOfStatement(statement)));
  if (!missing) return null;
  const problem = 'a checkpoint that was exported earlier is not among these';
  return { number: missing.number, problem };
}
