import { ApiError, type ErrorCode } from '../../shared/http/errors.ts';

/** Why a single sign-on ended without a session. Closed: `error.detail.reason`, and what the dashboard's page explains. */
export type SsoProblem =
  /** No identity provider is bound to the domain. */
  | 'unknown_domain'
  /** The state is unknown, taken, lapsed, or another browser's. */
  | 'over'
  /** The provider, or who signed in there, refused. */
  | 'refused'
  /** The provider did not answer as it should, or another one answered. */
  | 'provider_failed'
  /** The provider vouches for nobody who is an active member of the domain's team. */
  | 'no_member'
  /** The provider does not vouch for the address. */
  | 'unverified';

const CODE: Readonly<Record<SsoProblem, ErrorCode>> = {
  unknown_domain: 'not_found',
  over: 'bad_request',
  refused: 'bad_request',
  provider_failed: 'bad_gateway',
  no_member: 'forbidden',
  unverified: 'forbidden',
};

/** The refusal of a single sign-on. The provider's own words never stand in it: they could hold anything. */
export const ssoError = (
  reason: SsoProblem,
  message: string,
  { code = CODE[reason], cause }: { code?: ErrorCode; cause?: unknown } = {},
): ApiError => new ApiError(code, message, { detail: { reason }, cause });

/**
 * The page of the dashboard that tells a browser why it was not signed in. The address holds a code of ours and the id of
 * the call, and nothing that the provider said.
 */
export const ssoErrorPage =
  (dashboardUrl: string) =>
  (error: ApiError, requestId: string): string => {
    const reason = error.detail?.['reason'];
    const problem = typeof reason === 'string' ? reason : error.code;
    return `${dashboardUrl}/sso-error?${new URLSearchParams({ problem, request_id: requestId }).toString()}`;
  };
