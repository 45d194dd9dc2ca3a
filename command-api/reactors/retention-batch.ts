import { v5 as uuidV5 } from 'uuid';
import type { CountedSession } from '../../domain/retention/count.ts';
import type { ErasureLedger } from '../../shared/erasure/ledger.ts';
import { inTransaction, type Sql } from '../../shared/postgres/pool.ts';
import type { TenantPools } from '../../shared/postgres/tenant-pools.ts';
import { destroyErased, recordErased, type MassErasure, type Verdict } from '../sessions/erase-many.ts';
import type { ReactorParts } from './reactor.ts';
import { gatherCounts } from './retention-counts.ts';

export const NAME = 'retention';

export type RetentionParts = Pick<ReactorParts, 'pool' | 'log' | 'codec' | 'now' | 'reportFact'> & {
  poolOf: TenantPools;
  ledger: ErasureLedger;
};

/** Sessions of one tenant that are pruned together. */
export type Batch = { batchId: string; tenantId: string };

type Item = CountedSession & {
  session_id: string;
  test: boolean;
  revision: number;
  is_pruned: boolean | null;
};

/** Condition of a session `s` that no legal hold protects, neither its own nor that of its patient. */
const FREE = `(NOT s.held AND NOT EXISTS (
  SELECT 1 FROM read.patient_profiles p
  WHERE p.tenant_id = s.tenant_id AND p.test = s.test AND p.patient_hash = s.patient_hash AND p.held))`;
/** Sessions of tenant `t` that ended at this time or before are due at $1. Hours, since days would depend on the time zone. */
const CUTOFF = "$1::timestamptz - t.retention_days * interval '24 hours'";
/** Condition of a session `s` that is due at $1. Both parts have an index that begins with the tenant. */
const FINALIZED_DUE = `s.tenant_id = t.tenant_id AND s.status = 'finalized' AND s.finalized_at <= ${CUTOFF} AND ${FREE}`;
const ACTIVE_DUE = `s.tenant_id = t.tenant_id AND s.status = 'active' AND s.last_activity_at <= ${CUTOFF} AND ${FREE}`;

export type DueSessions = { tenantId: string; retentionDays: number; finalized: number; unfinished: number };

/** The number of due sessions by tenant; tenants without any are left out. */
export async function countDue(sql: Sql, now: Date): Promise<DueSessions[]> {
  const { rows } = await sql.query<{
    tenant_id: string;
    retention_days: number;
    finalized: number;
    unfinished: number;
  }>(
    `SELECT * FROM (
       SELECT t.tenant_id, t.retention_days,
         (SELECT count(*) FROM read.sessions s WHERE ${FINALIZED_DUE}) AS finalized,
         (SELECT count(*) FROM read.sessions s WHERE ${ACTIVE_DUE}) AS unfinished
       FROM read.tenants t) AS due
     WHERE finalized + unfinished > 0 ORDER BY tenant_id`,
    [now],
  );
  return rows.map(({ tenant_id, retention_days, finalized, unfinished }) => ({
    tenantId: tenant_id,
    retentionDays: retention_days,
    finalized,
    unfinished,
  }));
}

/** Batches that an earlier run has left unfinished. */
export async function unfinishedBatches(sql: Sql): Promise<Batch[]> {
  const { rows } = await sql.query<{ batch_id: string; tenant_id: string }>(
    'SELECT DISTINCT batch_id, tenant_id FROM ops.retention_items ORDER BY batch_id',
  );
  return rows.map((row) => ({ batchId: row.batch_id, tenantId: row.tenant_id }));
}

/**
 * Takes the next due sessions of a tenant, oldest first, and stores what will be counted of them before any is erased.
 * Null where there are none.
 */
export async function takeBatch(
  sql: Sql,
  { batchId, tenantId }: Batch,
  { now, limit }: { now: Date; limit: number },
): Promise<Batch | null> {
  const { rowCount } = await sql.query(
    `INSERT INTO ops.retention_items (session_id, tenant_id, batch_id, test, revision, status, week, triage_level, complaint,
       age_band, sex, primary_icd, accuracy, red_flags, questions_asked, minutes)
     SELECT s.session_id, s.tenant_id, $3, s.test, s.revision, s.status,
       date_trunc('week', s.created_at AT TIME ZONE 'UTC')::date, s.triage_level, s.complaint, s.age_band, s.sex,
       s.primary_icd, s.accuracy, s.red_flags, s.questions_asked,
       floor(extract(epoch FROM s.finalized_at - s.created_at) / 60)::int
     FROM read.tenants AS t
     CROSS JOIN LATERAL (
       (SELECT * FROM read.sessions s WHERE ${FINALIZED_DUE} ORDER BY s.finalized_at LIMIT $4)
       UNION ALL
       (SELECT * FROM read.sessions s WHERE ${ACTIVE_DUE} ORDER BY s.last_activity_at LIMIT $4)
     ) AS s WHERE t.tenant_id = $2 LIMIT $4
     ON CONFLICT (session_id) DO NOTHING`,
    [now, tenantId, batchId, limit],
  );
  return (rowCount ?? 0) > 0 ? { batchId, tenantId } : null;
}

/**
 * Prunes a batch, or goes on with an unfinished one: appends to each session that it is erased, adds the erased sessions to
 * the counts of their weeks, and destroys their keys and rows. A session with new activity stays. Returns how many were
 * pruned.
 */
export async function pruneBatch(parts: RetentionParts, batch: Batch): Promise<number> {
  await letGoHeld(parts.pool, batch);
  const items = await readItems(parts.pool, batch);
  const order = orderOf(batch, items, parts.now());
  const undecided = items.filter((item) => item.is_pruned === null);
  const verdicts = await recordErased(parts, undecided, order);
  await noteVerdicts(parts, undecided, verdicts);
  const pruned = items.filter((item) => item.is_pruned ?? verdicts.get(item.session_id) === 'erased');
  const ids = pruned.map((item) => item.session_id);
  const erasureIds = ids.length > 0 ? await destroyErased(parts, ids, order) : [];
  // The reactor `erasure-ledger` writes what cannot be written now.
  await parts.ledger.record(parts.poolOf(batch.tenantId), erasureIds).catch(() => undefined);
  await parts.pool.query('DELETE FROM ops.retention_items WHERE batch_id = $1', [batch.batchId]);
  return pruned.length;
}

/** Takes out of a batch what was put under hold since it was chosen: an unfinished one may be old. */
async function letGoHeld(sql: Sql, { batchId }: Batch): Promise<void> {
  await sql.query(
    `DELETE FROM ops.retention_items i USING read.sessions s
     WHERE i.batch_id = $1 AND i.is_pruned IS NULL AND s.session_id = i.session_id AND NOT ${FREE}`,
    [batchId],
  );
}

async function readItems(sql: Sql, { batchId }: Batch): Promise<Item[]> {
  const { rows } = await sql.query<Item>(
    `SELECT session_id, test, revision, status, to_char(week, 'YYYY-MM-DD') AS week, triage_level, complaint, age_band,
       sex, primary_icd, accuracy, red_flags, questions_asked, minutes, is_pruned
     FROM ops.retention_items WHERE batch_id = $1 ORDER BY session_id`,
    [batchId],
  );
  return rows;
}

/** Events that do not count as activity of a session. */
const NO_ACTIVITY = new Set(['session-timed-out', 'feedback-given', 'session-hold-lifted']);

function orderOf({ batchId, tenantId }: Batch, items: readonly Item[], now: Date): MassErasure {
  const finalized = new Set(items.flatMap((item) => (item.status === 'finalized' ? [item.session_id] : [])));
  return {
    cause: 'retention',
    commandIdOf: (sessionId) => uuidV5(NAME, sessionId),
    metadata: metadataOf(batchId, tenantId, now),
    // A finalized session does not change any more, but for a hold; any other event on another one is new activity.
    despite: (type, sessionId) => finalized.has(sessionId) || NO_ACTIVITY.has(type),
  };
}

const metadataOf = (batchId: string, tenantId: string, now: Date): MassErasure['metadata'] => ({
  tenant_id: tenantId,
  actor: { type: 'system', id: NAME },
  request_id: batchId,
  ip: null,
  causation_id: null,
  engine_version: null,
  occurred_at: now.toISOString(),
});

/**
 * Stores the verdicts and counts the erased sessions in one transaction, so that a process that goes on after a crash, or
 * works on the same batch at the same time, counts none twice.
 */
async function noteVerdicts(
  { pool, now }: Pick<RetentionParts, 'pool' | 'now'>,
  items: readonly Item[],
  verdicts: ReadonlyMap<string, Verdict>,
): Promise<void> {
  if (verdicts.size === 0) return;
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ session_id: string; tenant_id: string }>(
      `UPDATE ops.retention_items i SET is_pruned = u.verdict = 'erased'
       FROM unnest($1::uuid[], $2::text[]) AS u (session_id, verdict)
       WHERE i.session_id = u.session_id AND i.is_pruned IS NULL RETURNING i.session_id, i.tenant_id`,
      [[...verdicts.keys()], [...verdicts.values()]],
    );
    const noted = new Set(rows.map((row) => row.session_id));
    const sessions = items.filter(({ session_id: id }) => noted.has(id) && verdicts.get(id) === 'erased');
    const [first] = rows;
    if (first) await gatherCounts(tx, first.tenant_id, { sessions, now: now() });
  });
}
