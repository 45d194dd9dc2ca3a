import { removeCopies } from '../erasure/copies.ts';
import { noteErasures, NOTHING, type Erasure, type ErasedType } from '../erasure/records.ts';
import type { Sql } from '../postgres/pool.ts';
import { lockDeliveries } from '../webhooks/lock-deliveries.ts';
import { column } from './follow-rows.ts';

/** The subject is a session, a patient's profile, a member, or a tenant that is closed. */
export type SubjectErasure = Erasure & { type: Exclude<ErasedType, 'answers'> };

/** Answers that a rectification clears, with all that was concluded since the first of them. */
export type AnswersErasure = Erasure & { type: 'answers'; keyIds: readonly string[] };

/** Deletes the rows of erased sessions; returns the ids of those that had one. Repeating it changes nothing. */
export async function removeSessionRows(sql: Sql, sessionIds: string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const { rows } = await sql.query<{ session_id: string }>(
    `DELETE FROM sessions WHERE session_id IN (
       SELECT session_id FROM sessions WHERE session_id = ANY ($1::uuid[]) ORDER BY session_id FOR UPDATE)
     RETURNING session_id`,
    [sessionIds],
  );
  return rows.map((row) => row.session_id);
}

/** Deletes the steps of sessions that data teams read, and what says that they were erased. */
export async function removeSessionSteps(sql: Sql, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await sql.query('DELETE FROM session_steps WHERE session_id = ANY ($1::uuid[])', [sessionIds]);
}

/** The row that says that a session was erased stays: data teams delete what it names, and it may be there already. */
async function removeLiveSteps(sql: Sql, sessionIds: readonly string[]): Promise<void> {
  await sql.query(
    "DELETE FROM session_steps WHERE session_id = ANY ($1::uuid[]) AND kind NOT IN ('erased', 'pruned')",
    [sessionIds],
  );
}

/**
 * Erases sessions, for every caller: deletes the row and all copies, destroys all keys of the session, and records
 * how much that was. It runs in the caller's transaction, after the event of the erasure was appended. Repeating it
 * changes nothing. Rows, copies, keys and records are locked in this order and each by id, as everywhere: callers that
 * erase the same sessions wait for each other and never in a circle.
 */
export async function eraseSessions(sql: Sql, erasures: readonly SubjectErasure[]): Promise<void> {
  if (erasures.length === 0) return;
  const ids = column(erasures, 'subjectId');
  // The row before the keys, as all who lock both: see ops.may_write_session.
  const rows = new Set(await removeSessionRows(sql, ids));
  await removeLiveSteps(sql, ids);
  const copies = await removeCopies(
    sql,
    erasures.map(({ subjectId, at }) => ({ sessionId: subjectId, keyIds: 'all', at })),
  );
  const keys = await destroyKeysOf(sql, erasures);
  // A first row that was written just before the keys were locked.
  for (const sessionId of await removeSessionRows(sql, ids)) rows.add(sessionId);
  await noteErasures(
    sql,
    erasures.map((erasure) => ({
      erasure,
      keyIds: null,
      destroyed: {
        ...NOTHING,
        ...copies.get(erasure.subjectId),
        keys: keys.get(erasure.subjectId) ?? 0,
        sessions: rows.has(erasure.subjectId) ? 1 : 0,
      },
    })),
  );
}

/**
 * The same for single answers: destroys their keys and those of what was concluded with them, and takes out the copies
 * that these have sealed. The session's row has to be written anew before, sealed under another key.
 */
export async function eraseAnswers(sql: Sql, erasures: readonly AnswersErasure[]): Promise<void> {
  const meant = erasures.filter(({ keyIds }) => keyIds.length > 0);
  if (meant.length === 0) return;
  await lockDeliveries(sql, { sessionIds: column(meant, 'subjectId') });
  const copies: Awaited<ReturnType<typeof removeCopies>>[] = [];
  for (const { subjectId, keyIds, at } of meant) {
    copies.push(await removeCopies(sql, [{ sessionId: subjectId, keyIds, at }]));
  }
  const { rows } = await sql.query<{ erasure_id: string; keys: number }>(
    `WITH locked AS MATERIALIZED (
       SELECT d.key_id, u.erasure_id, u.at
       FROM unnest($1::text[], $2::uuid[], $3::timestamptz[]) AS u (key_ids, erasure_id, at)
       JOIN ops.data_keys d ON d.key_id = ANY (string_to_array(u.key_ids, ',')::uuid[])
       WHERE d.wrapped IS NOT NULL ORDER BY d.key_id FOR NO KEY UPDATE OF d
     ), destroyed AS (
       UPDATE ops.data_keys d
       SET wrapped = NULL, master_id = NULL, destroyed_at = u.at, erasure_id = u.erasure_id
       FROM locked u WHERE d.key_id = u.key_id AND d.wrapped IS NOT NULL
       RETURNING u.erasure_id
     ) SELECT erasure_id, count(*) AS keys FROM destroyed GROUP BY erasure_id`,
    [meant.map(({ keyIds }) => keyIds.join(',')), column(meant, 'erasureId'), column(meant, 'at')],
  );
  const keys = new Map(rows.map((row) => [row.erasure_id, row.keys]));
  await noteErasures(
    sql,
    meant.map((erasure, index) => ({
      erasure,
      keyIds: erasure.keyIds,
      destroyed: {
        ...NOTHING,
        ...copies[index]?.get(erasure.subjectId),
        keys: keys.get(erasure.erasureId) ?? 0,
      },
    })),
  );
}

/**
 * Destroys every key of erased subjects and records it: of a session that is `eraseSessions`. Repeating it changes
 * nothing.
 */
export async function destroySubjectKeys(sql: Sql, erasures: readonly SubjectErasure[]): Promise<void> {
  if (erasures.length === 0) return;
  const keys = await destroyKeysOf(sql, erasures);
  await noteErasures(
    sql,
    erasures.map((erasure) => ({
      erasure,
      keyIds: null,
      destroyed: { ...NOTHING, keys: keys.get(erasure.subjectId) ?? 0 },
    })),
  );
}

/** In one statement; returns how many keys were still there, by subject. */
async function destroyKeysOf(sql: Sql, erasures: readonly Erasure[]): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ subject_id: string; keys: number }>(
    `WITH locked AS MATERIALIZED (
       SELECT d.key_id, u.erasure_id, u.at
       FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS u (subject_id, erasure_id, at)
       JOIN ops.data_keys d ON d.subject_id = u.subject_id
       WHERE d.wrapped IS NOT NULL ORDER BY d.key_id FOR NO KEY UPDATE OF d
     ), destroyed AS (
       UPDATE ops.data_keys d
       SET wrapped = NULL, master_id = NULL, destroyed_at = u.at, erasure_id = u.erasure_id
       FROM locked u WHERE d.key_id = u.key_id AND d.wrapped IS NOT NULL
       RETURNING d.subject_id
     ) SELECT subject_id, count(*) AS keys FROM destroyed GROUP BY subject_id`,
    [column(erasures, 'subjectId'), column(erasures, 'erasureId'), column(erasures, 'at')],
  );
  return new Map(rows.map((row) => [row.subject_id, row.keys]));
}
