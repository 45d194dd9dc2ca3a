import { col, rowSet, type RowOf } from '../../shared/postgres/columns.ts';
import type { Sql } from '../../shared/postgres/pool.ts';

/** read.patient_sessions. */
const patientSessions = rowSet({
  session_id: col.uuid,
  tenant_id: col.uuid,
  test: col.boolean,
  patient_hash: col.bytea,
  created_at: col.time,
  is_finalized: col.boolean,
});
export type PatientSession = RowOf<typeof patientSessions.columns>;

const ADD_SESSIONS = `
  WITH added AS (
    ${patientSessions.insertInto('patient_sessions')}
    RETURNING tenant_id, test, patient_hash, created_at, is_finalized
  )
  INSERT INTO patients AS p (tenant_id, test, patient_hash, sessions_count, finalized_count, last_session_at)
  SELECT tenant_id, test, patient_hash, count(*), count(*) FILTER (WHERE is_finalized), max(created_at)
  FROM added GROUP BY tenant_id, test, patient_hash
  ON CONFLICT (tenant_id, test, patient_hash) DO UPDATE
  SET sessions_count = p.sessions_count + excluded.sessions_count,
      finalized_count = p.finalized_count + excluded.finalized_count,
      last_session_at = greatest(p.last_session_at, excluded.last_session_at)`;

/** Adds sessions, and counts them to their patients. */
export async function addSessions(tx: Sql, sessions: PatientSession[]): Promise<void> {
  if (sessions.length === 0) return;
  await tx.query({
    name: 'add-patient-sessions',
    text: ADD_SESSIONS,
    values: patientSessions.values(sessions),
  });
}

/** Marks sessions as finalized; those that have no patient are not known here. */
export async function finalizeSessions(tx: Sql, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await tx.query({
    name: 'finalize-patient-sessions',
    text: `WITH done AS (
        UPDATE patient_sessions SET is_finalized = true
        WHERE session_id = ANY ($1::uuid[]) AND NOT is_finalized
        RETURNING tenant_id, test, patient_hash
      )
      UPDATE patients p SET finalized_count = p.finalized_count + d.n
      FROM (SELECT tenant_id, test, patient_hash, count(*) AS n FROM done GROUP BY 1, 2, 3) d
      WHERE p.tenant_id = d.tenant_id AND p.test = d.test AND p.patient_hash = d.patient_hash`,
    values: [sessionIds],
  });
}

const countedPatients = rowSet({ tenant_id: col.uuid, test: col.boolean, patient_hash: col.bytea });

/** Takes erased sessions out and counts them back; a patient without sessions goes. */
export async function removeSessions(tx: Sql, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  const { rows } = await tx.query<RowOf<typeof countedPatients.columns>>(
    `WITH gone AS (
       DELETE FROM patient_sessions WHERE session_id = ANY ($1::uuid[])
       RETURNING tenant_id, test, patient_hash, is_finalized
     )
     UPDATE patients p
     SET sessions_count = p.sessions_count - g.n, finalized_count = p.finalized_count - g.finalized
     FROM (SELECT tenant_id, test, patient_hash, count(*) AS n, count(*) FILTER (WHERE is_finalized) AS finalized
           FROM gone GROUP BY 1, 2, 3) g
     WHERE p.tenant_id = g.tenant_id AND p.test = g.test AND p.patient_hash = g.patient_hash
     RETURNING p.tenant_id, p.test, p.patient_hash`,
    [sessionIds],
  );
  if (rows.length === 0) return;
  const touched = countedPatients.values(rows);
  // A statement of its own, because it must not see the rows that the statement before has deleted.
  await tx.query(
    `UPDATE patients p
     SET last_session_at = (SELECT max(s.created_at) FROM patient_sessions s
                            WHERE s.tenant_id = p.tenant_id AND s.test = p.test AND s.patient_hash = p.patient_hash)
     FROM ${countedPatients.given()}
     WHERE p.tenant_id = u.tenant_id AND p.test = u.test AND p.patient_hash = u.patient_hash`,
    touched,
  );
  await tx.query(
    `DELETE FROM patients p USING ${countedPatients.given()}
     WHERE p.tenant_id = u.tenant_id AND p.test = u.test AND p.patient_hash = u.patient_hash
       AND p.sessions_count = 0`,
    touched,
  );
}
