import type { Sql } from '../../shared/postgres/pool.ts';
import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import { patientHash } from '../../shared/read-models/session-rows.ts';

/** What the trail knows a patient by: no id here says who it is. */
export type PatientSubjects = { hash: string; profileIds: string[]; sessionIds: string[] };

/**
 * Looks a patient up by the partner's id, in both modes. An erased session or profile is not among them: what led from
 * the patient to it is destroyed.
 */
export async function findPatientSubjects(
  { pool, dataKeys }: { pool: Sql; dataKeys: DataKeys },
  tenantId: string,
  partnerPatientId: string,
): Promise<PatientSubjects> {
  const hash = patientHash(await dataKeys.tenantKeys(pool, tenantId), partnerPatientId);
  const profiles = await pool.query<{ id: string }>(
    'SELECT profile_id AS id FROM read.patient_profiles WHERE tenant_id = $1 AND patient_hash = $2',
    [tenantId, hash],
  );
  const sessions = await pool.query<{ id: string }>(
    'SELECT session_id AS id FROM read.sessions WHERE tenant_id = $1 AND patient_hash = $2 ORDER BY created_at',
    [tenantId, hash],
  );
  return {
    hash: hash.toString('hex'),
    profileIds: profiles.rows.map(({ id }) => id),
    sessionIds: sessions.rows.map(({ id }) => id),
  };
}
