import { z } from 'zod';
import { id, instant, text } from '../../domain/kernel/fields.ts';
import { uuid } from '../../shared/http/schemas.ts';
import { roleSchema } from '../../shared/members/team-member.ts';
import type { HeaderSpec, ResponseSpec, RouteResult } from '../../shared/http/route-types.ts';
import type { IssuedChallenge } from './challenges.ts';
import type { Account } from './accounts.ts';
import type { OpenedSession } from './dashboard-session.ts';

export const setCookies: Record<string, HeaderSpec> = {
  'Set-Cookie': {
    description: 'The cookies, each in a header of its own.',
    example: 'svc_session=…; Path=/; HttpOnly; Secure; SameSite=Lax',
  },
};

/** What every dashboard session that begins is told. */
export const sessionCookieFields = {
  csrf_token: text(
    'Goes into X-CSRF-Token; the cookie svc_csrf holds the same.',
    'ExampleExampleExampleExampleExampleExample0',
  ),
  expires_at: instant('When the dashboard session ends by itself.'),
};

const signedIn = z
  .object({
    member_id: id('The member who signed in.'),
    tenant_id: id('The tenant of the member.'),
    role: roleSchema.describe('What the member may do.'),
    ...sessionCookieFields,
  })
  .meta({ id: 'SignedIn', description: 'The dashboard session of a member.' });

const challenge = z
  .object({
    challenge_id: id('For POST /v1/auth/verify-code, with the code in the mail.'),
    code_expires_at: instant('Until when the code works.'),
  })
  .meta({ id: 'Challenge', description: 'What goes with the code in the mail.' });

/** The challenge that a request is about. */
export const challengeId = () =>
  uuid().meta({
    description: 'The `challenge_id` that signing in or registering answered.',
    examples: ['0198c0de-0000-7000-8000-000000000001'],
  });

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
