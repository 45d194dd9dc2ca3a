import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { deriveKey, sameBytes } from '../crypto/seal.ts';
import type { ServiceKeys } from '../crypto/service-keys.ts';

/** A dashboard session lasts 12 hours. */
export const SESSION_LIFETIME_S = 12 * 3_600;

const claims = z.object({
  jti: z.uuid(),
  tenant_id: z.uuid(),
  /** The mode of the key that the session was made from; null for a member, who sees both. */
  test: z.boolean().nullable(),
  /** Whose session it is: the row in the database has to say the same. */
  sub: z.uuid(),
});

/** What a session token says. Whether the session still stands, the database knows. */
export type SessionClaims = {
  sessionId: string;
  tenantId: string;
  /** The member, or the key that the session was made from. */
  holderId: string;
  test: boolean | null;
};

export type SessionTokens = {
  /** A signed token that lapses SESSION_LIFETIME_S after `issuedAt`. */
  issue(session: SessionClaims, issuedAt: Date): Promise<string>;
  /** Null for a token that is forged, damaged or lapsed. */
  verify(token: string, now: Date): Promise<SessionClaims | null>;
  /** What a script of this session sends as X-CSRF-Token. */
  csrfTokenOf(sessionId: string): Promise<string>;
  isCsrfToken(sessionId: string, given: string): Promise<boolean>;
};

const ALGORITHM = 'HS256';

export function createSessionTokens(serviceKeys: ServiceKeys): SessionTokens {
  const keyFor = async (purpose: string): Promise<Uint8Array> =>
    deriveKey((await serviceKeys()).seal, purpose);
  const csrf = async (sessionId: string): Promise<Buffer> =>
    createHmac('sha256', await keyFor('csrf-token'))
      .update(sessionId)
      .digest();

  return {
    issue: async ({ sessionId, tenantId, holderId, test }, issuedAt) => {
      const issuedAtS = Math.floor(issuedAt.getTime() / 1_000);
      return new SignJWT({ tenant_id: tenantId, test })
        .setProtectedHeader({ alg: ALGORITHM })
        .setJti(sessionId)
        .setSubject(holderId)
        .setIssuedAt(issuedAtS)
        .setExpirationTime(issuedAtS + SESSION_LIFETIME_S)
        .sign(await keyFor('session-token'));
    },
    verify: async (token, now) => {
      try {
        const options = { algorithms: [ALGORITHM], currentDate: now };
        const { payload } = await jwtVerify(token, await keyFor('session-token'), options);
        const { jti, tenant_id, sub, test } = claims.parse(payload);
        return { sessionId: jti, tenantId: tenant_id, holderId: sub, test };
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
        throw error;
      }
    },
    csrfTokenOf: async (sessionId) => (await csrf(sessionId)).toString('base64url'),
    isCsrfToken: async (sessionId, given) => {
      return sameBytes(Buffer.from(given, 'base64url'), await csrf(sessionId));
    },
  };
}
