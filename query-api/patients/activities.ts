import {
  demographicsOf,
  LATEST_SESSION_COLUMNS,
  latestSessionOf,
  type LatestSession,
  type PatientActivity,
} from '../../shared/patients/find.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import type { Found } from './search.ts';

type Row = LatestSession & { place: number; total: number; active: number };

const ACTIVITIES = `
  SELECT u.place, coalesce(c.sessions_count, 0) AS total,
    coalesce(c.sessions_count - c.finalized_count, 0) AS active, ${LATEST_SESSION_COLUMNS}
  FROM unnest($2::boolean[], $3::bytea[]) WITH ORDINALITY AS u (test, patient_hash, place)
  LEFT JOIN read.patients c ON c.tenant_id = $1 AND c.test = u.test AND c.patient_hash = u.patient_hash
  ${latestSessionOf('$1', 'u.test', 'u.patient_hash')}
  ORDER BY u.place`;

/**
 * What the sessions of each patient tell, in the order of the patients. The counts are kept by a projection, so that a
 * page costs the same whatever number of sessions its patients have.
 */
export async function activitiesOf(
  { poolOf, dataKeys }: QueryDeps,
  tenantId: string,
  patients: Found[],
): Promise<PatientActivity[]> {
  if (patients.length === 0) return [];
  const { rows } = await poolOf(tenantId).query<Row>({
    name: 'patient-activities',
    text: ACTIVITIES,
    values: [tenantId, patients.map(({ profile }) => profile.test), patients.map(({ hash }) => hash)],
  });
  return Promise.all(
    rows.map(async (row) => ({
      total: row.total,
      active: row.active,
      lastSessionAt: row.last_session_at?.toISOString() ?? null,
      ...(await demographicsOf(dataKeys, tenantId, row)),
    })),
  );
}
