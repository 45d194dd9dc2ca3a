import { ApiError, type ApiErrorOptions } from '../http/errors.ts';
import { rateHeaders, rateLimitedError } from '../http/rate.ts';
import type { Caller, Demand, RateStatus, Role, Scope } from '../http/route-types.ts';
import type { Credential } from './credential.ts';

/** What ops.identify says about a call, as it comes out of a query. */
export type IdentityRow = {
  identity_code: 'ok' | 'unauthorized' | 'rate_limited' | 'forbidden' | 'switched_off';
  tenant_id: string;
  key_id: string | null;
  key_prefix: string | null;
  member_id: string | null;
  role: Role | null;
  session_id: string | null;
  scopes: string[];
  test: boolean | null;
  rate_limit: number;
  rate_remaining: number;
  rate_reset_s: number;
  rate_retry_after_s: number;
  /** What else the code of the row is over, and the code itself: see genuine.ts. */
  lineage_id: string | null;
  row_revision: number;
  key_hash: Buffer;
  key_rpm: number;
  key_tier_rpm: number;
  key_expires_at: Date | null;
  email_hash: Buffer;
  email_verified_at: Date | null;
  password_revision: number | null;
  row_mac: Buffer;
};

/** Select list over a row of type ops.call_identity. */
export const identityColumns = (row: string): string =>
  `${row}.code AS identity_code, ${row}.tenant_id, ${row}.key_id, ${row}.key_prefix, ${row}.member_id, ${row}.role,
   ${row}.session_id, ${row}.scopes, ${row}.test, ${row}.rate_limit, ${row}.rate_remaining, ${row}.rate_reset_s,
   ${row}.retry_after_s AS rate_retry_after_s, ${row}.lineage_id, ${row}.row_revision, ${row}.key_hash, ${row}.key_rpm,
   ${row}.key_tier_rpm, ${row}.key_expires_at, ${row}.email_hash, ${row}.email_verified_at, ${row}.password_revision,
   ${row}.row_mac`;

/** The hash of the key, and the id of the dashboard session: one of them is null. */
export const credentialParameters = (credential: Credential): unknown[] => [
  credential.kind === 'key' ? credential.keyHash : null,
  credential.kind === 'session' ? credential.sessionId : null,
];

/** The parameters of ops.identify after the time: key hash, session, scope, whether a session is needed, roles, feature. */
export const identityParameters = (credential: Credential, demand: Demand): unknown[] => [
  ...credentialParameters(credential),
  demand.scope,
  demand.session,
  demand.roles,
  demand.feature,
];

export const unauthorized = (): ApiError =>
  new ApiError(
    'unauthorized',
    'The credential is unknown, revoked or expired: a valid API key (Authorization: Bearer <API_KEY>) or dashboard ' +
      'session is required.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );

/** An operator has switched the feature off for the tenant. */
export const switchedOff = (options: Pick<ApiErrorOptions, 'headers' | 'whose'> = {}): ApiError =>
  new ApiError('not_implemented', 'This feature is switched off for the tenant.', options);

export type Identity = { caller: Caller; rate: RateStatus };

/** What the credential lacks of what the route demands, as its caller is told. */
function lackOf(
  { scopes, session_id }: IdentityRow,
  { scope, session, roles }: Demand,
): ApiErrorOptions & {
  message: string;
} {
  if (scope !== null && !scopes.includes(scope)) {
    return {
      message: `The credential lacks the scope ${scope}, which this operation needs.`,
      detail: { missing_scope: scope },
    };
  }
  if (session && session_id === null) {
    return { message: 'This operation needs a dashboard session: an API key cannot call it.' };
  }
  return {
    message: `This operation is for members with the role ${(roles ?? []).join(' or ')}.`,
    detail: { allowed_roles: roles ?? [] },
  };
}

/** The caller and the window of a call that may go on. Throws 401, 403, 429 or 501. */
export function toIdentity(row: IdentityRow, demand: Demand): Identity {
  if (row.identity_code === 'unauthorized') throw unauthorized();
  const rate: RateStatus = {
    limit: row.rate_limit,
    remaining: row.rate_remaining,
    resetAtUnixS: row.rate_reset_s,
  };
  const whose = { tenantId: row.tenant_id, keyId: row.key_id, keyPrefix: row.key_prefix };
  if (row.identity_code === 'rate_limited') {
    throw rateLimitedError({ ...rate, retryAfterS: row.rate_retry_after_s }, whose);
  }
  if (row.identity_code === 'forbidden') {
    const { message, ...options } = lackOf(row, demand);
    throw new ApiError('forbidden', message, { ...options, headers: rateHeaders(rate), whose });
  }
  if (row.identity_code === 'switched_off') throw switchedOff({ headers: rateHeaders(rate), whose });
  const caller: Caller = {
    tenantId: row.tenant_id,
    actor: actorOf(row),
    keyId: row.key_id,
    keyPrefix: row.key_prefix,
    sessionId: row.session_id,
    role: row.role,
    scopes: row.scopes as Scope[],
    expiresAt: row.key_expires_at?.toISOString() ?? null,
    test: row.test,
  };
  return { caller, rate };
}

function actorOf({ member_id, key_id }: IdentityRow): Caller['actor'] {
  if (member_id !== null) return { type: 'member', id: member_id };
  if (key_id !== null) return { type: 'api_key', id: key_id };
  throw new Error('an identified call has neither key nor member');
}
