import { randomUUID } from 'node:crypto';
import type { Runtime } from '../../shared/api/runtime.ts';

/** What a browser sends to show a dashboard session. */
export type SessionHeaders = { cookie: string; 'x-csrf-token': string };

/** A dashboard session of a member, as signing in leaves it; gives what shows it from a time on. */
export async function openLoginSession(
  runtime: Runtime,
  { tenantId, memberId, from, to }: { tenantId: string; memberId: string; from: Date; to: Date },
): Promise<(now: Date) => Promise<SessionHeaders>> {
  const sessionId = randomUUID();
  await runtime.poolOf(tenantId).query(
    `INSERT INTO ops.login_sessions (session_id, tenant_id, member_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [sessionId, tenantId, memberId, from, to],
  );
  const csrf = await runtime.sessionTokens.csrfTokenOf(sessionId);
  return async (now) => {
    const token = await runtime.sessionTokens.issue(
      { sessionId, tenantId, holderId: memberId, test: null },
      now,
    );
    return { cookie: `svc_session=${token}`, 'x-csrf-token': csrf };
  };
}
