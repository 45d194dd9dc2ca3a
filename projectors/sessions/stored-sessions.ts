import { subjectKeyId } from '../../shared/crypto/data-keys.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { ProjectionContext } from '../../shared/projection/projection.ts';
import { openState } from '../../shared/read-models/session-rows.ts';
import type { FoldedSession } from './fold-sessions.ts';

/** The revisions that the rows of sessions reflect. */
export async function loadRevisions(tx: Sql, sessionIds: string[]): Promise<Map<string, number>> {
  if (sessionIds.length === 0) return new Map();
  const { rows } = await tx.query<{ session_id: string; revision: number }>({
    name: 'session-revisions',
    text: 'SELECT session_id, revision FROM sessions WHERE session_id = ANY ($1::uuid[])',
    values: [sessionIds],
  });
  return new Map(rows.map((row) => [row.session_id, row.revision]));
}

type StateRow = { session_id: string; tenant_id: string; state_key_id: string; state_sealed: Buffer };

/**
 * The states that rows hold, locked until the transaction ends, so that an erasure waits and then removes the row.
 * A row whose key was destroyed has none.
 */
export async function loadStates(
  tx: Sql,
  sessionIds: string[],
  context: ProjectionContext,
): Promise<Map<string, FoldedSession>> {
  if (sessionIds.length === 0) return new Map();
  const { rows } = await tx.query<StateRow>({
    name: 'session-states',
    text: `SELECT session_id, tenant_id, state_key_id, state_sealed FROM sessions
           WHERE session_id = ANY ($1::uuid[]) ORDER BY session_id FOR UPDATE`,
    values: [sessionIds],
  });
  const keys = await context.keys(rows.map((row) => row.state_key_id));
  const states = new Map<string, FoldedSession>();
  for (const row of rows) {
    const key = keys.get(row.state_key_id);
    if (key === undefined || key === 'destroyed') continue;
    states.set(row.session_id, { tenantId: row.tenant_id, state: openState(row, key) });
  }
  return states;
}

/** Those among sessions without a row that were erased: their own key is destroyed. Throws KeyMissingError. */
export async function erasedAmong(sessionIds: string[], context: ProjectionContext): Promise<Set<string>> {
  const keys = await context.keys(sessionIds.map(subjectKeyId));
  return new Set(sessionIds.filter((sessionId) => keys.get(subjectKeyId(sessionId)) === 'destroyed'));
}
