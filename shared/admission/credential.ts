import { sha256 } from '../crypto/seal.ts';
import { ApiError } from '../http/errors.ts';
import type { Credentials } from '../http/route-types.ts';
import type { SessionClaims, SessionTokens } from './session-token.ts';

/** A credential of the right form; whether it is good, the database decides. */
export type Credential =
  | { kind: 'key'; keyHash: Buffer; test: boolean }
  | ({ kind: 'session' } & SessionClaims);

/** Null where nothing usable was shown. Throws 403 for a cookie call that changes something without its CSRF token. */
export type ReadCredential = (shown: Credentials, now: Date) => Promise<Credential | null>;

/** The name of the scheme has no case, and one or more spaces follow it (RFC 9110, section 11). */
const KEY_PATTERN = /^[Bb][Ee][Aa][Rr][Ee][Rr] +(svc_(test|live)_[A-Za-z0-9_-]{20,100})$/;

/**
 * The credential of a call. An Authorization header wins over the cookie. Of a key only the SHA-256 goes on: the
 * database compares digests of 256-bit random keys, so that the time of a look-up tells nothing about a key.
 */
export function createReadCredential(tokens: SessionTokens): ReadCredential {
  return async (shown, now) => {
    if (shown.authorization !== null) return readKey(shown.authorization);
    if (shown.sessionToken === null) return null;
    const claims = await tokens.verify(shown.sessionToken, now);
    if (claims === null) return null;
    if (shown.mutates && !(await tokens.isCsrfToken(claims.sessionId, shown.csrfToken ?? ''))) {
      throw new ApiError('forbidden', 'The X-CSRF-Token header does not fit the session.');
    }
    return { kind: 'session', ...claims };
  };
}

function readKey(authorization: string): Credential | null {
  const match = KEY_PATTERN.exec(authorization);
  if (match?.[1] === undefined) return null;
  return { kind: 'key', keyHash: sha256(match[1]), test: match[2] === 'test' };
}
