import { openBrief, type SessionBrief } from '../../shared/read-models/session-rows.ts';
import type { StoredKey } from '../../shared/crypto/data-keys.ts';
import type { Patient } from '../../shared/patients/find.ts';
import type { TriageLevel } from '../../domain/clinical/types.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { QueryDeps } from '../kernel/deps.ts';

/** So many sessions of one patient are shown at once, the newest, however long the tenant keeps them. */
export const MAX_SESSIONS = 2_000;

type Row = {
  session_id: string;
  tenant_id: string;
  status: 'active' | 'finalized';
  triage_level: TriageLevel;
  complaint: string | null;
  primary_icd: string | null;
  questions_asked: number;
  red_flags: string[];
  created_at: Date;
  finalized_at: Date | null;
  state_key_id: string;
  brief_sealed: Buffer;
  master_id: string | null;
  wrapped: Buffer | null;
  has_key: boolean;
};

export type PatientSession = Omit<Row, 'brief_sealed' | keyof StoredKey> & { brief: SessionBrief };

type SessionsOf = Pick<Patient, 'tenantId' | 'test' | 'hash'>;

export async function countPatientSessions(sql: Sql, { tenantId, test, hash }: SessionsOf): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({
    name: 'count-patient-sessions',
    text: 'SELECT count(*) AS count FROM read.sessions WHERE tenant_id = $1 AND patient_hash = $2 AND test = $3',
    values: [tenantId, hash, test],
  });
  return rows[0]?.count ?? 0;
}

/** The sessions of a patient, active and finalized, newest first. One that was erased meanwhile is left out. */
export async function loadPatientSessions(
  { poolOf, dataKeys }: QueryDeps,
  { tenantId, test, hash }: SessionsOf,
  { limit, offset } = { limit: MAX_SESSIONS, offset: 0 },
): Promise<PatientSession[]> {
  const { rows } = await poolOf(tenantId).query<Row>({
    name: 'patient-sessions',
    text: `SELECT s.session_id, s.tenant_id, s.status, s.triage_level, s.complaint, s.primary_icd, s.questions_asked,
             s.red_flags, s.created_at, s.finalized_at, s.state_key_id, s.brief_sealed, k.master_id, k.wrapped,
             k.key_id IS NOT NULL AS has_key
           FROM read.sessions s LEFT JOIN ops.data_keys k ON k.key_id = s.state_key_id
           WHERE s.tenant_id = $1 AND s.patient_hash = $2 AND s.test = $3
           ORDER BY s.created_at DESC, s.session_id DESC LIMIT $4 OFFSET $5`,
    values: [tenantId, hash, test, limit, offset],
  });
  const sessions: PatientSession[] = [];
  for (const { brief_sealed, master_id, wrapped, has_key, ...session } of rows) {
    const key = await dataKeys.unwrap(session.state_key_id, { master_id, wrapped, has_key });
    if (key !== 'destroyed')
      sessions.push({ ...session, brief: openBrief({ ...session, brief_sealed }, key) });
  }
  return sessions;
}
