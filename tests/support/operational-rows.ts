import type { Sql } from '../../shared/postgres/pool.ts';

/** What waits for the audit trail about a subject: its actions, in order. */
export async function accessesOf(sql: Sql, subjectId: string): Promise<string[]> {
  const { rows } = await sql.query<{ action: string }>(
    'SELECT action FROM ops.access_intake WHERE subject_id = $1 ORDER BY at, access_id',
    [subjectId],
  );
  return rows.map(({ action }) => action);
}

/**
 * As if every process had ended between its append and its answer: the marks of a tenant's calls stand, without an
 * answer, and are old. `startedAt` is when they began; default a minute before they did.
 */
export async function forgetAnswers(sql: Sql, tenantId: string, startedAt?: Date): Promise<void> {
  await sql.query(
    `UPDATE ops.idempotency_keys SET is_done = false, response_sealed = NULL, response_key_id = NULL,
       started_at = coalesce($2, started_at - interval '1 minute')
     WHERE tenant_id = $1`,
    [tenantId, startedAt ?? null],
  );
}
