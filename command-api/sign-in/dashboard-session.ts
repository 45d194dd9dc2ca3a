import { SESSION_LIFETIME_S, type SessionClaims } from '../../shared/admission/session-token.ts';
import { recordAccess, type Access } from '../../shared/audit/record-access.ts';
import { CSRF_COOKIE, SESSION_COOKIE, setCookie, TRUSTED_DEVICE_COOKIE } from '../../shared/http/cookies.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import { inTransaction, type Sql } from '../../shared/postgres/pool.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { Account } from './accounts.ts';
import { DEVICE_LIFETIME_S, issueDeviceToken } from './trusted-device.ts';

/** The part of a call that signing in needs. */
export type SignInCall = { requestId: string; ip: string; now: Date };

/** Cookies of a session that was opened, as Set-Cookie headers, and what a script has to know of it. */
export type OpenedSession = { cookies: string[]; csrfToken: string; expiresAt: Date };

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

/**
 * Signs a member in: a session and, with `trustDevice`, a browser that need not show a code for 5 days. Stands in the
 * audit trail before the call is answered.
 */
export async function signIn(
  deps: CommandDeps,
  account: Pick<Account, 'memberId' | 'tenantId'>,
  call: SignInCall,
  options: { trustDevice: boolean },
): Promise<OpenedSession> {
  const { memberId, tenantId } = account;
  const { now } = call;
  const sessionId = deps.newId();
  const deviceId = deps.newId();
  const member = { type: 'member', id: memberId } as const;
  await inTransaction(deps.poolOf(tenantId), async (tx) => {
    await insertSession(tx, { sessionId, tenantId, memberId, keyId: null, now });
    if (options.trustDevice) {
      await tx.query(
        `INSERT INTO ops.trusted_devices (device_id, tenant_id, member_id, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [deviceId, tenantId, memberId, now, later(now, DEVICE_LIFETIME_S)],
      );
    }
    await tx.query(
      `INSERT INTO ops.member_logins AS l (member_id, tenant_id, last_login_at) VALUES ($1, $2, $3)
       ON CONFLICT (member_id) DO UPDATE SET last_login_at = greatest(l.last_login_at, excluded.last_login_at)`,
      [memberId, tenantId, now],
    );
    await audit(deps, tx, call, {
      tenantId,
      actor: member,
      action: 'auth.login',
      subject: member,
      test: false,
    });
  });
  const opened = await openCookies(deps, { sessionId, tenantId, holderId: memberId, test: null }, now);
  if (!options.trustDevice) return opened;
  const device = setCookie(
    TRUSTED_DEVICE_COOKIE,
    await issueDeviceToken(deps.serviceKeys, { deviceId, memberId }, now),
    {
      maxAgeS: DEVICE_LIFETIME_S,
      secure: deps.signIn.secureCookies,
    },
  );
  return { ...opened, cookies: [...opened.cookies, device] };
}

/** A session that does what an API key may do, and dies with it. */
export async function exchangeKey(
  deps: CommandDeps,
  key: { keyId: string; tenantId: string; test: boolean },
  call: SignInCall,
): Promise<OpenedSession> {
  const { keyId, tenantId, test } = key;
  const sessionId = deps.newId();
  const actor = { type: 'api_key', id: keyId } as const;
  await inTransaction(deps.poolOf(tenantId), async (tx) => {
    await insertSession(tx, { sessionId, tenantId, memberId: null, keyId, now: call.now });
    await audit(deps, tx, call, { tenantId, actor, action: 'auth.key_exchanged', subject: actor, test });
  });
  return openCookies(deps, { sessionId, tenantId, holderId: keyId, test }, call.now);
}

/** Ends a session for every process at once. Returns Set-Cookie headers that clear its cookies. */
export async function signOut(
  deps: CommandDeps,
  session: { sessionId: string; tenantId: string; actor: Caller['actor']; test: boolean },
  call: SignInCall,
): Promise<string[]> {
  const { sessionId, tenantId, actor, test } = session;
  await inTransaction(deps.poolOf(tenantId), async (tx) => {
    await tx.query(
      `UPDATE ops.login_sessions SET revoked_at = $3
       WHERE session_id = $1 AND tenant_id = $2 AND revoked_at IS NULL`,
      [sessionId, tenantId, call.now],
    );
    await audit(deps, tx, call, { tenantId, actor, action: 'auth.logout', subject: actor, test });
  });
  const gone = { maxAgeS: 0, secure: deps.signIn.secureCookies };
  return [setCookie(SESSION_COOKIE, '', gone), setCookie(CSRF_COOKIE, '', { ...gone, readable: true })];
}

type NewSession = {
  sessionId: string;
  tenantId: string;
  memberId: string | null;
  keyId: string | null;
  now: Date;
};

async function insertSession(tx: Sql, session: NewSession): Promise<void> {
  const { sessionId, tenantId, memberId, keyId, now } = session;
  await tx.query(
    `INSERT INTO ops.login_sessions (session_id, tenant_id, member_id, key_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [sessionId, tenantId, memberId, keyId, now, later(now, SESSION_LIFETIME_S)],
  );
}

const audit = (
  deps: Pick<CommandDeps, 'newId'>,
  tx: Sql,
  call: SignInCall,
  what: Pick<Access, 'tenantId' | 'actor' | 'action' | 'subject' | 'test'>,
): Promise<void> =>
  recordAccess(tx, deps.newId(), { ...what, requestId: call.requestId, ip: call.ip, at: call.now });

async function openCookies(
  { sessionTokens, signIn: { secureCookies: secure } }: CommandDeps,
  session: SessionClaims,
  now: Date,
): Promise<OpenedSession> {
  const token = await sessionTokens.issue(session, now);
  const csrfToken = await sessionTokens.csrfTokenOf(session.sessionId);
  const lifetime = { maxAgeS: SESSION_LIFETIME_S, secure };
  return {
    cookies: [
      setCookie(SESSION_COOKIE, token, lifetime),
      setCookie(CSRF_COOKIE, csrfToken, { ...lifetime, readable: true }),
    ],
    csrfToken,
    expiresAt: later(now, SESSION_LIFETIME_S),
  };
}
