import { z } from 'zod';
import { ROLES } from '../../domain/member/index.ts';
import type { HeaderSpec, ResponseSpec, RouteResult } from '../../shared/http/route-types.ts';
import type { IssuedChallenge } from './challenges.ts';
import type { Account } from './accounts.ts';
import type { OpenedSession } from './dashboard-session.ts';

const setCookies: Record<string, HeaderSpec> = {
  'Set-Cookie': { description: 'The cookies, each in a header of its own.' },
};

const signedIn = z
  .object({
    member_id: z.uuid(),
    tenant_id: z.uuid(),
    role: z.enum(ROLES),
    csrf_token: z
      .string()
      .meta({ description: 'Goes into X-CSRF-Token; the cookie svc_csrf holds the same.' }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'SignedIn' });

const challenge = z
  .object({
    challenge_id: z.uuid(),
    code_expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Challenge' });

/** 200: the member is signed in. */
export const signedInResponse: ResponseSpec = {
  description:
    'Signed in: sets the cookies svc_session and svc_csrf, after a code svc_trusted_device as well.',
  schema: signedIn,
  headers: setCookies,
};

/** 202: a code is needed. */
export const challengeResponse: ResponseSpec = {
  description:
    'A code is needed. It was mailed, provided that address and password are right; the answer does not tell.',
  schema: challenge,
};

export const presentSignedIn = (
  account: Pick<Account, 'memberId' | 'tenantId' | 'role'>,
  session: OpenedSession,
): RouteResult => ({
  status: 200,
  body: {
    member_id: account.memberId,
    tenant_id: account.tenantId,
    role: account.role,
    csrf_token: session.csrfToken,
    expires_at: session.expiresAt.toISOString(),
  },
  headers: { 'Set-Cookie': session.cookies },
});

export const presentChallenge = (issued: IssuedChallenge): RouteResult => ({
  status: 202,
  body: { challenge_id: issued.challengeId, code_expires_at: issued.codeExpiresAt.toISOString() },
});
