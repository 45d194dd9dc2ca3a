import { col, orNull, rowSet, type RowOf, type StoredRowOf } from '../postgres/columns.ts';
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
const counts = {
  keys: col.int,
  sessions: col.int,
  /** Answers kept for repeats of the same call. */
  stored_answers: col.int,
  webhook_bodies: col.int,
  /** Beginnings of what receivers answered. */
  response_excerpts: col.int,
  cancelled_deliveries: col.int,
};
export type Destroyed = RowOf<typeof counts>;
const COUNTS = Object.keys(counts) as (keyof Destroyed)[];

export const NOTHING: Destroyed = {
  keys: 0,
  sessions: 0,
  stored_answers: 0,
  webhook_bodies: 0,
  response_excerpts: 0,
  cancelled_deliveries: 0,
};

const erasureRecords = rowSet({
  erasure_id: col.uuid,
  tenant_id: col.uuid,
  subject_type: col.code<ErasedType>(),
  subject_id: col.uuid,
  cause: col.text,
  erased_at: col.time,
  key_ids: orNull(col.uuids),
  ...counts,
});
/** A row of ops.erasures. */
export type ErasureRecord = StoredRowOf<typeof erasureRecords.columns>;
export const RECORD_COLUMNS = erasureRecords.list;

const NOTE = `
  ${erasureRecords.insertInto('ops.erasures AS e')}
  ORDER BY u.erasure_id
  ON CONFLICT (erasure_id) DO UPDATE SET ${COUNTS.map((name) => `${name} = e.${name} + excluded.${name}`).join(', ')}`;

export type ErasureNote = { erasure: Erasure; destroyed: Destroyed; keyIds: readonly string[] | null };

/**
 * Records what erasures destroyed. Several callers may carry out the same erasure; their counts are added up in one
 * record. A caller that destroyed nothing leaves no record. `notes` holds at most one note for each erasure.
 */
export async function noteErasures(sql: Sql, notes: readonly ErasureNote[]): Promise<void> {
  const done = notes.filter(({ destroyed }) => COUNTS.some((name) => destroyed[name] > 0));
  if (done.length === 0) return;
  const records = done.map(({ erasure, destroyed, keyIds }) => ({
    ...destroyed,
    erasure_id: erasure.erasureId,
    tenant_id: erasure.tenantId,
    subject_type: erasure.type,
    subject_id: erasure.subjectId,
    cause: erasure.cause,
    erased_at: erasure.at,
    key_ids: keyIds && [...keyIds],
  }));
  await sql.query(NOTE, erasureRecords.values(records));
}

/** What erasures have destroyed, all in all and whoever did it, with the ids of the keys, and when the last of it was. */
export async function destroyedBy(
  sql: Sql,
  tenantId: string,
  erasureIds: readonly string[],
): Promise<Destroyed & { keyIds: string[]; at: Date | null }> {
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
  const times = rows.map((row) => row.erased_at.getTime());
  const at = times.length === 0 ? null : new Date(Math.max(...times));
  return { ...sums, keyIds: keys.rows.map((row) => row.key_id), at };
}
