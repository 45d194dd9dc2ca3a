import type { Pool } from '../../shared/postgres/pool.ts';

/** An erasure that has begun, as ops.patient_erasures keeps it until it is finished. */
export type Erasure = {
  tenantId: string;
  test: boolean;
  hash: Buffer;
  erasureId: string;
  /** In the order of their lives; more than one where a profile was put again before the erasure was finished. */
  profileIds: string[];
  sessionIds: string[];
};

type Row = { test: boolean; erasure_id: string; profile_ids: string[]; session_ids: string[] };

const toErasure = (row: Row, { tenantId, hash }: Pick<Erasure, 'tenantId' | 'hash'>): Erasure => ({
  tenantId,
  hash,
  test: row.test,
  erasureId: row.erasure_id,
  profileIds: row.profile_ids,
  sessionIds: row.session_ids,
});

/** The erasure of a patient that is not finished; of either mode where `test` is null. */
export async function standingErasure(
  pool: Pool,
  { tenantId, hash, test }: Pick<Erasure, 'tenantId' | 'hash'> & { test: boolean | null },
): Promise<Erasure | null> {
  const { rows } = await pool.query<Row>(
    `SELECT test, erasure_id, profile_ids, session_ids FROM ops.patient_erasures
     WHERE tenant_id = $1 AND patient_hash = $2 AND ($3::boolean IS NULL OR test = $3) ORDER BY test LIMIT 1`,
    [tenantId, hash, test],
  );
  return rows[0] ? toErasure(rows[0], { tenantId, hash }) : null;
}

/**
 * Notes that a patient is being erased, or goes on with the erasure that stands. A profile that was claimed and has no
 * row yet is erased as well.
 */
export async function beginErasure(
  pool: Pool,
  begun: Pick<Erasure, 'tenantId' | 'test' | 'hash' | 'erasureId'> & { profileId: string | null; now: Date },
): Promise<Erasure> {
  const { tenantId, test, hash, erasureId, profileId, now } = begun;
  const { rows } = await pool.query<Row>(
    `WITH own AS (
       SELECT c.profile_id FROM ops.patient_claims c
       WHERE c.tenant_id = $1 AND c.test = $2 AND c.patient_hash = $3
       UNION SELECT $5::uuid WHERE $5::uuid IS NOT NULL
     )
     INSERT INTO ops.patient_erasures AS e
       (tenant_id, test, patient_hash, erasure_id, profile_ids, session_ids, started_at)
     SELECT $1, $2, $3, $4, coalesce(array_agg(own.profile_id), '{}'), '{}', $6 FROM own
     ON CONFLICT (tenant_id, test, patient_hash) DO UPDATE
     SET profile_ids = e.profile_ids || (
       SELECT coalesce(array_agg(fresh), '{}') FROM unnest(excluded.profile_ids) AS fresh
       WHERE fresh <> ALL (e.profile_ids))
     RETURNING test, erasure_id, profile_ids, session_ids`,
    [tenantId, test, hash, erasureId, profileId, now],
  );
  const row = rows[0];
  if (!row) throw new Error('an erasure could not be noted');
  return toErasure(row, { tenantId, hash });
}

/** Before they are erased: afterwards nothing else tells that they were this patient's. */
export async function noteSessions(pool: Pool, erasure: Erasure, sessionIds: string[]): Promise<void> {
  await pool.query(
    `UPDATE ops.patient_erasures SET session_ids = session_ids || $4::uuid[]
     WHERE tenant_id = $1 AND test = $2 AND patient_hash = $3`,
    [erasure.tenantId, erasure.test, erasure.hash, sessionIds],
  );
}

/** The keyed hash of the patient's id goes as well. */
export async function endErasure(pool: Pool, erasure: Erasure): Promise<void> {
  await pool.query(
    'DELETE FROM ops.patient_erasures WHERE tenant_id = $1 AND test = $2 AND patient_hash = $3',
    [erasure.tenantId, erasure.test, erasure.hash],
  );
}
