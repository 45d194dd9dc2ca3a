import { ApiError } from '../http/errors.ts';
import { rateHeaders, rateLimitedError } from '../http/rate.ts';
import type { Caller, RateStatus, Scope } from '../http/route-types.ts';
import { sha256 } from '../crypto/seal.ts';

/** What ops.identify says about a call, as it comes out of a query. */
export type IdentityRow = {
  identity_code: 'ok' | 'unauthorized' | 'rate_limited' | 'forbidden';
  tenant_id: string;
  key_id: string;
  key_prefix: string;
  scopes: string[];
  test: boolean;
  rate_limit: number;
  rate_remaining: number;
  rate_reset_s: number;
  rate_retry_after_s: number;
};

/** Select list over a row of type ops.call_identity. */
export const identityColumns = (row: string): string =>
  `${row}.code AS identity_code, ${row}.tenant_id, ${row}.key_id, ${row}.key_prefix, ${row}.scopes, ${row}.test,
   ${row}.rate_limit, ${row}.rate_remaining, ${row}.rate_reset_s, ${row}.retry_after_s AS rate_retry_after_s`;

const KEY_PATTERN = /^Bearer (svc_(?:test|live)_[A-Za-z0-9_-]{20,100})$/;

export const unauthorized = (): ApiError =>
  new ApiError('unauthorized', 'A valid API key is required: Authorization: Bearer <API_KEY>.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/**
 * SHA-256 of the key in an Authorization header, null where it holds none; the database compares digests of 256-bit
 * random keys, so that the time of a look-up tells nothing about a key.
 */
export function findKeyHash(authorization: string | null): Buffer | null {
  const key = KEY_PATTERN.exec(authorization ?? '')?.[1];
  return key === undefined ? null : sha256(key);
}

export type Identity = { caller: Caller; rate: RateStatus };

/** The caller and the window of a call that may go on. Throws 401, 403 or 429. */
export function toIdentity(row: IdentityRow): Identity {
  if (row.identity_code === 'unauthorized') throw unauthorized();
  const rate: RateStatus = {
    limit: row.rate_limit,
    remaining: row.rate_remaining,
    resetAtUnixS: row.rate_reset_s,
  };
  if (row.identity_code === 'rate_limited') {
    throw rateLimitedError({ ...rate, retryAfterS: row.rate_retry_after_s });
  }
  if (row.identity_code === 'forbidden') {
    throw new ApiError('forbidden', 'The API key lacks the scope for this operation.', {
      headers: rateHeaders(rate),
    });
  }
  const caller: Caller = {
    tenantId: row.tenant_id,
    keyId: row.key_id,
    keyPrefix: row.key_prefix,
    scopes: row.scopes as Scope[],
    test: row.test,
  };
  return { caller, rate };
}
