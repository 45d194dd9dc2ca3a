import type { Sex } from '../../domain/clinical/types.ts';
import type { PatientProfile } from '../../domain/patient/state.ts';
import { toBackground, type Background } from '../../domain/patient/types.ts';
import type { DataKeys, TenantKeys } from '../crypto/data-keys.ts';
import { ApiError } from '../http/errors.ts';
import type { TenantPools } from '../postgres/tenant-pools.ts';
import { openPatient } from '../read-models/patient-rows.ts';
import { openBrief, patientHash } from '../read-models/session-rows.ts';

/** What reading patients takes. */
export type PatientReading = { poolOf: TenantPools; dataKeys: DataKeys };

/** What the sessions of a patient tell of it. Age and sex are those of the latest one. */
export type PatientActivity = {
  total: number;
  active: number;
  lastSessionAt: string | null;
  age: number | null;
  sex: Sex | null;
};

/** A patient of one mode: a profile, sessions, or both. */
export type Patient = {
  tenantId: string;
  test: boolean;
  hash: Buffer;
  profile: PatientProfile | null;
  activity: PatientActivity;
};

export const patientNotFound = (): ApiError => new ApiError('not_found', 'The patient does not exist.');

/** Ids in an audit trail name nobody: the profile's, else the keyed hash of the partner's id. */
export const auditSubject = ({ profile, hash }: Pick<Patient, 'profile' | 'hash'>) =>
  ({ type: 'patient', id: profile?.profile_id ?? hash.toString('hex') }) as const;

type Key<Prefix extends string> = { [K in `${Prefix}_master_id`]: string | null } & {
  [K in `${Prefix}_wrapped`]: Buffer | null;
} & { [K in `${Prefix}_has_key`]: boolean };
/** The latest session of a patient, as far as a profile shows it. */
export type LatestSession = Key<'session'> & {
  session_id: string | null;
  sex: Sex | null;
  last_session_at: Date | null;
  state_key_id: string | null;
  brief_sealed: Buffer | null;
};
type Row = Key<'profile'> &
  LatestSession & {
    test: boolean;
    profile_id: string | null;
    key_id: string | null;
    profile_sealed: Buffer | null;
    total: number;
    active: number;
  };

/** Select list and joins for the latest session of the patient `from` (tenant_id, test, patient_hash). */
export const LATEST_SESSION_COLUMNS = `s.session_id, s.sex, s.created_at AS last_session_at, s.state_key_id, s.brief_sealed,
  sk.master_id AS session_master_id, sk.wrapped AS session_wrapped,
  sk.key_id IS NOT NULL AS session_has_key`;
export const latestSessionOf = (tenantId: string, test: string, hash: string): string => `
  LEFT JOIN LATERAL (
    SELECT r.session_id, r.sex, r.created_at, r.state_key_id, r.brief_sealed FROM read.sessions r
    WHERE r.tenant_id = ${tenantId} AND r.patient_hash = ${hash} AND r.test = ${test}
    ORDER BY r.created_at DESC, r.session_id DESC LIMIT 1
  ) s ON true
  LEFT JOIN ops.data_keys sk ON sk.key_id = s.state_key_id`;

const FIND = `
  SELECT m.test, p.profile_id, p.key_id, p.profile_sealed, pk.master_id AS profile_master_id,
    pk.wrapped AS profile_wrapped, pk.key_id IS NOT NULL AS profile_has_key, a.total, a.active, ${LATEST_SESSION_COLUMNS}
  FROM (VALUES (false), (true)) AS m (test)
  LEFT JOIN read.patient_profiles p ON p.tenant_id = $1 AND p.patient_hash = $2 AND p.test = m.test
  LEFT JOIN ops.data_keys pk ON pk.key_id = p.key_id
  LEFT JOIN LATERAL (
    SELECT count(*) AS total, count(*) FILTER (WHERE r.status = 'active') AS active FROM read.sessions r
    WHERE r.tenant_id = $1 AND r.patient_hash = $2 AND r.test = m.test
  ) a ON true
  ${latestSessionOf('$1', 'm.test', '$2')}
  WHERE $3::boolean IS NULL OR m.test = $3
  ORDER BY m.test`;

/**
 * The patient as it stands, for whoever may see it; null where there is neither a profile nor a session. Who sees both
 * modes gets the live patient, or the test one where only that exists.
 */
export async function findPatient(
  { poolOf, dataKeys }: PatientReading,
  { tenantId, test }: { tenantId: string; test: boolean | null },
  patientId: string,
): Promise<Patient | null> {
  const pool = poolOf(tenantId);
  const hash = patientHash(await dataKeys.tenantKeys(pool, tenantId), patientId);
  const { rows } = await pool.query<Row>({
    name: 'find-patient',
    text: FIND,
    values: [tenantId, hash, test],
  });
  for (const row of rows) {
    const profile = await profileOf(dataKeys, tenantId, row);
    if (profile === null && row.total === 0) continue;
    const { age, sex } = await demographicsOf(dataKeys, tenantId, row);
    const lastSessionAt = row.last_session_at?.toISOString() ?? null;
    const activity = { total: row.total, active: row.active, lastSessionAt, age, sex };
    return { tenantId, test: row.test, hash, profile, activity };
  }
  return null;
}

async function profileOf(dataKeys: DataKeys, tenantId: string, row: Row): Promise<PatientProfile | null> {
  const { profile_id, key_id, profile_sealed, profile_master_id, profile_wrapped, profile_has_key } = row;
  if (profile_id === null || key_id === null || profile_sealed === null) return null;
  const key = await dataKeys.unwrap(key_id, {
    master_id: profile_master_id,
    wrapped: profile_wrapped,
    has_key: profile_has_key,
  });
  return openPatient({ tenant_id: tenantId, profile_id, profile_sealed }, key);
}

/** Age and sex of the latest session; a session that is being erased tells none. */
export async function demographicsOf(
  dataKeys: DataKeys,
  tenantId: string,
  row: LatestSession,
): Promise<Pick<PatientActivity, 'age' | 'sex'>> {
  const { session_id, state_key_id, brief_sealed, session_master_id, session_wrapped, session_has_key } = row;
  if (session_id === null || state_key_id === null || brief_sealed === null) return { age: null, sex: null };
  const key = await dataKeys.unwrap(state_key_id, {
    master_id: session_master_id,
    wrapped: session_wrapped,
    has_key: session_has_key,
  });
  if (key === 'destroyed') return { age: null, sex: null };
  return { age: openBrief({ tenant_id: tenantId, session_id, brief_sealed }, key).age, sex: row.sex };
}

/** The profile that a new session takes along; null where the patient has none. */
export async function findBackground(
  { poolOf, dataKeys }: PatientReading,
  { tenantId, test, tenant }: { tenantId: string; test: boolean; tenant: TenantKeys },
  patientId: string,
): Promise<(Background & { profile_id: string }) | null> {
  const { rows } = await poolOf(tenantId).query<{
    profile_id: string;
    key_id: string;
    profile_sealed: Buffer;
    master_id: string | null;
    wrapped: Buffer | null;
    has_key: boolean;
  }>({
    name: 'find-background',
    text: `SELECT p.profile_id, p.key_id, p.profile_sealed, k.master_id, k.wrapped,
             k.key_id IS NOT NULL AS has_key
           FROM read.patient_profiles p LEFT JOIN ops.data_keys k ON k.key_id = p.key_id
           WHERE p.tenant_id = $1 AND p.patient_hash = $2 AND p.test = $3`,
    values: [tenantId, patientHash(tenant, patientId), test],
  });
  const row = rows[0];
  if (!row) return null;
  const key = await dataKeys.unwrap(row.key_id, row);
  const profile = openPatient({ ...row, tenant_id: tenantId }, key);
  return profile && { ...toBackground(profile), profile_id: row.profile_id };
}
