import type { Sql } from '../postgres/pool.ts';
import { column } from './follow-rows.ts';

/** The subject is a session, a patient's profile, a member, or a tenant that is closed. */
export type SubjectErasure = { subjectId: string; erasureId: string; at: string };
export type KeyDestruction = { keyId: string; erasureId: string; at: string };

/** Takes the rows of erased sessions out. Repeating it changes nothing. */
export async function removeSessionRows(sql: Sql, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await sql.query('DELETE FROM sessions WHERE session_id = ANY ($1::uuid[])', [sessionIds]);
}

/** Destroys every key of erased subjects, in one statement. Repeating it changes nothing. */
export async function destroySubjectKeys(sql: Sql, erasures: SubjectErasure[]): Promise<void> {
  if (erasures.length === 0) return;
  await sql.query(
    `UPDATE ops.data_keys d
     SET wrapped = NULL, master_id = NULL, destroyed_at = u.at, erasure_id = u.erasure_id
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS u (subject_id, erasure_id, at)
     WHERE d.subject_id = u.subject_id AND d.wrapped IS NOT NULL`,
    [column(erasures, 'subjectId'), column(erasures, 'erasureId'), column(erasures, 'at')],
  );
}

/** Destroys single keys, as rectifications name them, in one statement. Repeating it changes nothing. */
export async function destroySingleKeys(sql: Sql, destructions: KeyDestruction[]): Promise<void> {
  if (destructions.length === 0) return;
  await sql.query(
    `UPDATE ops.data_keys d
     SET wrapped = NULL, master_id = NULL, destroyed_at = u.at, erasure_id = u.erasure_id
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS u (key_id, erasure_id, at)
     WHERE d.key_id = u.key_id AND d.wrapped IS NOT NULL`,
    [column(destructions, 'keyId'), column(destructions, 'erasureId'), column(destructions, 'at')],
  );
}
