import type { Checkpoint } from '../../domain/audit/events.ts';
import { goOnFrom, newChain, type ChainState } from '../../shared/audit/chain.ts';
import {
  brokenCheckpoint,
  digestOfStatement,
  readCheckpoints,
  trustedKeys,
  type TrustedKeys,
} from '../../shared/audit/checkpoints.ts';
import type { Signer } from '../../shared/crypto/signer.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Stranger } from '../../shared/event-log/strangers.ts';
import type { Pool, Sql } from '../../shared/postgres/pool.ts';
import type { LogBreak } from './compare-with-log.ts';
import { createPatience, ROWS_FOLLOW_WITHIN_MS, type Patience } from './patience.ts';
import { brokenCopy, type BrokenCheckpoint } from './stored-checkpoints.ts';
import { verifyAgainstLog, type Reached } from './verify-log.ts';
import { verifyAuditTrail, type BrokenRow, type RowsVerdict } from './verify-rows.ts';

export type Broken =
  | (Omit<BrokenRow, 'intact' | 'rows'> & { where: 'rows' })
  | (LogBreak & { where: 'log' })
  | (BrokenCheckpoint & { where: 'checkpoints' });

export type TenantVerdict = {
  tenant_id: string;
  intact: boolean;
  rows: number;
  /** Hash of the last row that is as it must be; null where the trail is broken. */
  head: string | null;
  /** Checkpoints of the log. */
  checkpoints: number;
  /** Rows from the first one on that a signed checkpoint covers. */
  covered: number;
  against_log: boolean;
  /** The last event of the log that was looked at, of whatever tenant; null for an empty log. */
  looked_until: Reached | null;
  /** Events in whose place a stand-in counts, because an operator had them skipped. */
  skipped: string[];
  broken: Broken | null;
};

export type VerifyParts = {
  pool: Pool;
  /** Connections that are shown what the APIs are shown: under their role, lent to a tenant. */
  apiPoolOf: (tenantId: string) => Sql;
  log: EventLog;
  signer: Pick<Signer, 'publicKeys'>;
};

export type VerifyOptions = {
  /** With `all` also the tenants that the database does not know any more: then the log is read from its beginning. */
  tenantIds: readonly string[] | 'all';
  /** Whether every row is made from the log once more, or only those that no checkpoint covers. */
  againstLog: boolean;
  /** Statements of checkpoints that were exported before: they must be among the tenants' checkpoints still. */
  earlier?: readonly Checkpoint['statement'][];
  /** How long rows may stay behind the log, in all; ROWS_FOLLOW_WITHIN_MS where left out. */
  waitMs?: number;
  onProgress?: (phase: 'rows' | 'log', done: number, total: number) => void;
  /** Told, with `againstLog`, of each event in the log that is not ours as it stands, whatever tenant it is about. */
  onStranger?: (stranger: Stranger) => void;
};

/**
 * Verifies tenants' trails. Starts from the log: from the signed checkpoints that it holds and from its end, and never
 * from how far the database says that it has come. Verifies the signatures and the chain of the checkpoints, each row and
 * the chain of rows, the row at each checkpoint, and each row since the last checkpoint (with `againstLog` each row of all)
 * against the log's stored bytes. Reads the trail as the APIs do, and holds it against the tables: so it finds what the
 * database shows the APIs otherwise. Rows that lag behind the log are waited for a short time. Names the first thing that
 * is broken in each trail.
 */
export async function verifyTrails(parts: VerifyParts, options: VerifyOptions): Promise<TenantVerdict[]> {
  const keys = trustedKeys(await parts.signer.publicKeys());
  const patience = createPatience(options.waitMs ?? ROWS_FOLLOW_WITHIN_MS);
  const trails = new Map<string, LoggedTrail>();
  const begin = async (tenantId: string): Promise<ChainState> => {
    const trail = await readLoggedTrail(parts.log, tenantId, keys);
    trails.set(tenantId, trail);
    return options.againstLog ? newChain() : goOnFrom(trail.usable.at(-1));
  };
  // What stands in the database now is in the log by its end, which is asked for later.
  const lastSeqs = await readEnds(parts.pool, options.tenantIds);
  const starts = new Map<string, ChainState>();
  for (const tenantId of lastSeqs.keys()) starts.set(tenantId, await begin(tenantId));
  const end = await parts.log.lastPosition();
  const followed = await verifyAgainstLog(
    { sql: parts.pool, log: parts.log, patience },
    {
      starts,
      lastSeqs,
      end,
      ...(options.tenantIds === 'all' && { startOfOther: begin }),
      findsHidden: options.againstLog,
      onStranger: options.againstLog ? options.onStranger : undefined,
      onProgress: (reached) => options.onProgress?.('log', Number(reached), Number(end)),
    },
  );
  const total = [...lastSeqs.values()].reduce((sum, seq) => sum + seq, 0);
  const verdicts: TenantVerdict[] = [];
  let done = 0;
  for (const [tenantId, trail] of trails) {
    const verdict = await verifyRows(parts, {
      tenantId,
      trail,
      patience,
      earlier: (options.earlier ?? []).filter((statement) => statement.tenant_id === tenantId),
      lastSeq: lastSeqs.get(tenantId) ?? 0,
      logBreak: followed.breaks.get(tenantId) ?? null,
      onProgress: (rows) => options.onProgress?.('rows', done + rows, total),
    });
    done += verdict.rows;
    verdicts.push({ ...verdict, against_log: options.againstLog, looked_until: followed.reached });
  }
  return verdicts;
}

/** Where each stored trail ends, as the database says: of all that it knows in any way, or of these. */
async function readEnds(
  sql: Sql,
  tenantIds: readonly string[] | 'all',
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ tenant_id: string; seq: number }>(
    `SELECT t.tenant_id, coalesce(h.seq, 0) AS seq
     FROM (SELECT unnest($1::uuid[]) AS tenant_id UNION
       SELECT k.tenant_id FROM (SELECT tenant_id FROM audit_heads UNION SELECT tenant_id FROM audit_checkpoints
         UNION SELECT tenant_id FROM read.tenants) k WHERE $2) t
     LEFT JOIN audit_heads h USING (tenant_id) ORDER BY t.tenant_id`,
    [tenantIds === 'all' ? [] : tenantIds, tenantIds === 'all'],
  );
  return new Map(rows.map(({ tenant_id, seq }) => [tenant_id, seq]));
}

/** A tenant's checkpoints as the log has them. */
type LoggedTrail = {
  logged: readonly (Checkpoint | null)[];
  broken: BrokenCheckpoint | null;
  /** Those before the first broken one: the row at a checkpoint that is not to be trusted proves nothing. */
  usable: readonly Checkpoint[];
};

async function readLoggedTrail(log: EventLog, tenantId: string, keys: TrustedKeys): Promise<LoggedTrail> {
  const logged = await readCheckpoints(log, tenantId);
  const broken = brokenCheckpoint(logged, tenantId, keys);
  const usable = logged.flatMap((checkpoint) => checkpoint ?? []).slice(0, (broken?.number ?? Infinity) - 1);
  return { logged, broken, usable };
}

type OneTrail = {
  tenantId: string;
  trail: LoggedTrail;
  patience: Patience;
  earlier: readonly Checkpoint['statement'][];
  /** The last row that the tables had when verifying began. */
  lastSeq: number;
  logBreak: LogBreak | null;
  onProgress: (rows: number) => void;
};

/** What is broken, by what is needed to see it: first what the rows tell of themselves. */
function firstBroken(
  rows: RowsVerdict,
  checkpoints: BrokenCheckpoint | null,
  log: LogBreak | null,
): Broken | null {
  const ofLog = log && { where: 'log' as const, ...log };
  if (!rows.intact) {
    const { seq, event_id, problem } = rows;
    // Whoever rewrites rows and leaves the tree is found by it too; which row it was, the log says.
    const isNamedByLog = problem === 'the tree differs from its rows' && ofLog !== null;
    return isNamedByLog ? ofLog : { where: 'rows', seq, event_id, problem };
  }
  // Checkpoints are not stored yet either where the rows are not.
  if (log?.problem === 'the rows end before the log') return ofLog;
  return checkpoints ? { where: 'checkpoints', ...checkpoints } : ofLog;
}

async function verifyRows(
  { pool, apiPoolOf, log }: VerifyParts,
  { tenantId, trail, patience, earlier, lastSeq, logBreak, onProgress }: OneTrail,
): Promise<Omit<TenantVerdict, 'against_log' | 'looked_until'>> {
  const shown = apiPoolOf(tenantId);
  const checkpoints =
    trail.broken ??
    (await brokenCopy({ pool: shown, log, patience }, tenantId, trail.logged)) ??
    missingEarlier(earlier, trail.logged);
  const walked = await verifyAuditTrail(shown, tenantId, { checkpoints: trail.usable, onProgress });
  const rows = walked.intact ? await heldAgainst(pool, tenantId, { shown: walked, lastSeq }) : walked;
  const broken = firstBroken(rows, checkpoints, logBreak);
  return {
    tenant_id: tenantId,
    intact: broken === null,
    rows: rows.rows,
    head: rows.intact ? rows.head : null,
    checkpoints: trail.logged.length,
    covered: rows.intact ? rows.covered : 0,
    skipped: await skippedOf(shown, tenantId),
    broken,
  };
}

/**
 * The log was compared with the rows of the tables. An intact chain that ends like these holds the same rows: a hash is of
 * all that stands before it.
 */
async function heldAgainst(
  sql: Sql,
  tenantId: string,
  { shown, lastSeq }: { shown: Extract<RowsVerdict, { intact: true }>; lastSeq: number },
): Promise<RowsVerdict> {
  const { rows: found } = await sql.query<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM audit_rows WHERE tenant_id = $1 AND seq = $2",
    [tenantId, shown.rows],
  );
  const isSame = shown.rows >= lastSeq && (shown.rows === 0 || found[0]?.hash === shown.head);
  if (isSame) return shown;
  const seq = Math.min(shown.rows, lastSeq) + 1;
  const problem = 'the APIs are shown other rows than the tables hold';
  return { intact: false, rows: shown.rows, seq, event_id: null, problem };
}

/** What the trail says was skipped. */
async function skippedOf(sql: Sql, tenantId: string): Promise<string[]> {
  const { rows } = await sql.query<{ subject_id: string }>(
    `SELECT subject_id FROM audit_rows WHERE tenant_id = $1 AND action = 'log.event_skipped' ORDER BY seq`,
    [tenantId],
  );
  return rows.map(({ subject_id }) => subject_id);
}

function missingEarlier(
  earlier: readonly Checkpoint['statement'][],
  logged: readonly (Checkpoint | null)[],
): BrokenCheckpoint | null {
  const known = new Set(
    logged.flatMap((checkpoint) => (checkpoint ? digestOfStatement(checkpoint.statement) : [])),
  );
  const missing = earlier.find((statement) => !known.has(digestOfStatement(statement)));
  if (!missing) return null;
  const problem = 'a checkpoint that was exported earlier is not among these';
  return { number: missing.number, problem };
}
