import type { Sql } from '../postgres/pool.ts';
import { column } from '../read-models/follow-rows.ts';

/** `answers`: single answers of a session, and what was concluded with them. */
export type ErasedType = 'session' | 'patient' | 'member' | 'tenant' | 'answers';

/** What was erased, and under which event. */
export type Erasure = {
  type: ErasedType;
  /** The id that the stream is named after; of answers the session's. */
  subjectId: string;
  tenantId: string;
  /** Id of the event that says so. */
  erasureId: string;
  /** As the event says it. */
  cause: string;
  /** ISO 8601 UTC. */
  at: string;
};

/** How much of what was destroyed: keys, rows of read models, copies elsewhere. */
export type Destroyed = {
  keys: number;
  sessions: number;
  /** Answers kept for repeats of the same call. */
  stored_answers: number;
  webhook_bodies: number;
  /** Beginnings of what receivers answered. */
  response_excerpts: number;
  cancelled_deliveries: number;
};

export const NOTHING: Destroyed = {
  keys: 0,
  sessions: 0,
  stored_answers: 0,
  webhook_bodies: 0,
  response_excerpts: 0,
  cancelled_deliveries: 0,
};

const COUNTS = Object.keys(NOTHING) as (keyof Destroyed)[];

export type ErasureNote = { erasure: Erasure; destroyed: Destroyed; keyIds: readonly string[] | null };

/**
 * Records erasures, each with what its caller has destroyed: added to what others have in the name of the same one. One
 * that destroyed nothing leaves no record. At most one note an erasure.
 */
export async function noteErasures(sql: Sql, notes: readonly ErasureNote[]): Promise<void> {
  const done = notes.filter(({ destroyed }) => COUNTS.some((name) => destroyed[name] > 0));
  if (done.length === 0) return;
  const erasures = done.map(({ erasure }) => erasure);
  const firstCount = 8;
  await sql.query(
    `INSERT INTO ops.erasures AS e
       (erasure_id, tenant_id, subject_type, subject_id, cause, erased_at, key_ids, ${COUNTS.join(', ')})
     SELECT u.erasure_id, u.tenant_id, u.subject_type, u.subject_id, u.cause, u.erased_at,
       string_to_array(u.key_ids, ',')::uuid[], ${COUNTS.map((name) => `u.${name}`).join(', ')}
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[],
                 ${COUNTS.map((_, index) => `$${index + firstCount}::int[]`).join(', ')})
       AS u (erasure_id, tenant_id, subject_type, subject_id, cause, erased_at, key_ids, ${COUNTS.join(', ')})
     ORDER BY u.erasure_id
     ON CONFLICT (erasure_id) DO UPDATE SET ${COUNTS.map((name) => `${name} = e.${name} + excluded.${name}`).join(', ')}`,
    [
      column(erasures, 'erasureId'),
      column(erasures, 'tenantId'),
      column(erasures, 'type'),
      column(erasures, 'subjectId'),
      column(erasures, 'cause'),
      column(erasures, 'at'),
      done.map(({ keyIds }) => keyIds?.join(',') ?? null),
      ...COUNTS.map((name) => done.map(({ destroyed }) => destroyed[name])),
    ],
  );
}

/** A row of ops.erasures. */
export type ErasureRecord = Destroyed & {
  erasure_id: string;
  tenant_id: string;
  subject_type: ErasedType;
  subject_id: string;
  cause: string;
  key_ids: string[] | null;
  erased_at: Date;
};

export const RECORD_COLUMNS = `erasure_id, tenant_id, subject_type, subject_id, cause, key_ids, erased_at, ${COUNTS.join(', ')}`;

/** What erasures have destroyed, all in all and whoever did it, with the ids of the keys. */
export async function destroyedBy(
  sql: Sql,
  tenantId: string,
  erasureIds: readonly string[],
): Promise<Destroyed & { keyIds: string[] }> {
  const { rows } = await sql.query<ErasureRecord>(
    `SELECT ${RECORD_COLUMNS} FROM ops.erasures WHERE tenant_id = $1 AND erasure_id = ANY ($2::uuid[])`,
    [tenantId, erasureIds],
  );
  const keys = await sql.query<{ key_id: string }>(
    `SELECT d.key_id FROM ops.data_keys d
     WHERE d.tenant_id = $1 AND d.erasure_id = ANY ($2::uuid[]) AND d.subject_id = ANY ($3::uuid[]) ORDER BY d.key_id`,
    [tenantId, erasureIds, column(rows, 'subject_id')],
  );
  const sums = { ...NOTHING };
  for (const name of COUNTS) for (const row of rows) sums[name] += row[name];
  return { ...sums, keyIds: keys.rows.map((row) => row.key_id) };
}
