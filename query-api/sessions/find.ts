import type { SessionEvent } from '../../domain/session/events.ts';
import { SESSION_UNREADABLE, type OpenSession } from '../../domain/session/state.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import { openState } from '../../shared/read-models/session-rows.ts';
import { readSession } from '../../shared/sessions/session-log.ts';
import type { QueryDeps } from '../kernel/deps.ts';

type Row = {
  tenant_id: string;
  session_id: string;
  state_key_id: string;
  state_sealed: Buffer;
  master_id: string | null;
  wrapped: Buffer | null;
  has_key: boolean;
};

/** It stays so: nobody should ask soon. */
const RETRY_UNREADABLE_S = 86_400;

export const sessionNotFound = (): ApiError => new ApiError('not_found', 'The session does not exist.');

/**
 * The session as it stands, for whoever may see it. Throws 404 for another tenant's session, for one of the other
 * mode (test or live) and for an erased one; 503 for one of which an event cannot be read, because what it shows might
 * be less than what the patient said.
 */
export async function findSession(deps: QueryDeps, caller: Caller, sessionId: string): Promise<OpenSession> {
  const state = await findState(deps, caller, sessionId);
  requireReadable(state);
  return state;
}

/** Throws 503 where an event of the session cannot be read. */
export function requireReadable({ unreadable }: Pick<OpenSession, 'unreadable'>): void {
  if (unreadable === true) throw sessionUnreadable();
}

export const sessionUnreadable = (): ApiError =>
  new ApiError('service_unavailable', SESSION_UNREADABLE, {
    detail: { reason: 'session_unreadable' },
    headers: { 'Retry-After': String(RETRY_UNREADABLE_S) },
  });

async function findState(deps: QueryDeps, caller: Caller, sessionId: string): Promise<OpenSession> {
  const { rows } = await deps.poolOf(caller.tenantId).query<Row>({
    name: 'find-session',
    text: `SELECT s.tenant_id, s.session_id, s.state_key_id, s.state_sealed, k.master_id, k.wrapped,
             k.key_id IS NOT NULL AS has_key
           FROM read.sessions s LEFT JOIN ops.data_keys k ON k.key_id = s.state_key_id
           WHERE s.session_id = $1 AND s.tenant_id = $2 AND s.test = coalesce($3, s.test)`,
    values: [sessionId, caller.tenantId, caller.test],
  });
  const row = rows[0];
  if (!row) throw sessionNotFound();
  const key = await deps.dataKeys.unwrap(row.state_key_id, row);
  if (key === 'destroyed') throw sessionNotFound();
  return openState(row, key);
}

/**
 * Every event of a session, and its mode, for whoever may see it, also of one of which an event cannot be read. Throws 404
 * as `findSession` does.
 */
export async function findSessionEvents(
  deps: QueryDeps,
  caller: Caller,
  sessionId: string,
): Promise<{ facts: DecodedEvent<SessionEvent>[]; test: boolean }> {
  const { test } = await findState(deps, caller, sessionId);
  const pool = deps.poolOf(caller.tenantId);
  return { facts: await readSession({ ...deps, pool }, sessionId, 0), test };
}
