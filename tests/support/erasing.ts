import { randomUUID } from 'node:crypto';
import { destroyedBy, type Destroyed } from '../../shared/erasure/records.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { eraseAnswers, eraseSessions } from '../../shared/read-models/erase-sessions.ts';

type When = { erasureId: string; at: string };

async function tenantOf(sql: Sql, where: string, value: unknown): Promise<string> {
  const { rows } = await sql.query<{ tenant_id: string }>(
    `SELECT tenant_id FROM ops.data_keys WHERE ${where} LIMIT 1`,
    [value],
  );
  return rows[0]?.tenant_id ?? randomUUID();
}

/** Erases a session as commands do; returns what has been destroyed in the name of this erasure. */
export async function eraseSession(
  sql: Sql,
  { sessionId, erasureId, at }: When & { sessionId: string },
): Promise<Destroyed & { keyIds: string[] }> {
  const tenantId = await tenantOf(sql, 'subject_id = $1', sessionId);
  await eraseSessions(sql, [
    { type: 'session', subjectId: sessionId, tenantId, erasureId, cause: 'requested', at },
  ]);
  return destroyedBy(sql, tenantId, [erasureId]);
}

/** Destroys single keys as a rectification names them. */
export async function destroyKeys(
  sql: Sql,
  { keyIds, erasureId, at }: When & { keyIds: string[] },
): Promise<void> {
  const tenantId = await tenantOf(sql, 'key_id = ANY ($1::uuid[])', keyIds);
  const erasure = {
    type: 'answers',
    subjectId: randomUUID(),
    tenantId,
    erasureId,
    cause: 'cleared',
  } as const;
  await eraseAnswers(sql, [{ ...erasure, keyIds, at }]);
}
