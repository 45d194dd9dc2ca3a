import * as oidc from 'openid-client';
import type { ApiError } from '../../shared/http/errors.ts';
import { createProviderFetch } from './provider-fetch.ts';
import type { SsoBinding } from './sso-bindings.ts';
import { ssoError } from './sso-problems.ts';

/** A provider that does not answer within this is out of reach. */
const TIMEOUT_S = 5;
/** How long what a provider publishes of itself is taken from memory, and of how many providers. */
const CACHE_MS = 600_000;
const CACHE_SIZE = 1_000;
/** How long a provider that could not be discovered is not asked again. */
const FAILED_CACHE_MS = 30_000;

type Binding = SsoBinding & { clientSecret: string };

/** What ties an answer of the provider to the sign-in that asked for it. */
export type SsoChecks = { state: string; nonce: string; codeVerifier: string; redirectUri: string };

/** What a provider vouches for. */
export type Identity = { email: string | null; isEmailVerified: boolean };

export type IdentityProviders = {
  /** Where the browser goes to sign in: PKCE (S256), state and nonce. Throws 502. */
  authorizationUrl(binding: Binding, checks: SsoChecks): Promise<URL>;
  /**
   * Takes the parameters that the browser came back with. Throws 400 where the provider refused, or the code is no good;
   * 502 where its answer is not one that it may give: wrong issuer, nonce, signature or form, or none at all.
   */
  exchange(binding: Binding, parameters: URLSearchParams, checks: SsoChecks): Promise<Identity>;
};

type Discovered = { config: Promise<oidc.Configuration>; untilMs: number };

/** OpenID Connect providers, each discovered from its issuer. `allowLocal` admits http on loopback (development). */
export function createIdentityProviders(options: {
  allowLocal: boolean;
  now: () => Date;
}): IdentityProviders {
  const known = new Map<string, Discovered>();

  /** Anybody may start a sign-in, so one discovery serves all who come meanwhile, and one that failed is kept as well. */
  const configOf = (binding: Binding): Promise<oidc.Configuration> => {
    const id = `${binding.domain}|${binding.boundAt.toISOString()}`;
    const nowMs = options.now().getTime();
    const cached = known.get(id);
    if (cached !== undefined && nowMs < cached.untilMs) return cached.config;
    if (known.size >= CACHE_SIZE) known.clear();
    const discovered = { config: discover(binding, options.allowLocal), untilMs: nowMs + CACHE_MS };
    discovered.config.catch(() => {
      discovered.untilMs = nowMs + FAILED_CACHE_MS;
    });
    known.set(id, discovered);
    return discovered.config;
  };

  return {
    authorizationUrl: (binding, checks) =>
      fromProvider(async () =>
        oidc.buildAuthorizationUrl(await configOf(binding), {
          redirect_uri: checks.redirectUri,
          scope: 'openid email',
          code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
          code_challenge_method: 'S256',
          state: checks.state,
          nonce: checks.nonce,
        }),
      ),
    exchange: (binding, parameters, checks) =>
      fromProvider(async () => {
        const config = await configOf(binding);
        const cameBackTo = new URL(`${checks.redirectUri}?${parameters.toString()}`);
        const tokens = await oidc.authorizationCodeGrant(config, cameBackTo, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new TypeError('an ID token was expected');
        const { email, email_verified } = await addressOf(config, tokens.access_token, claims);
        return {
          email: typeof email === 'string' ? email : null,
          isEmailVerified: email_verified === true,
        };
      }),
  };
}

/** Many providers put the address into the token; others tell it, or that it is verified, only when asked. */
async function addressOf(
  config: oidc.Configuration,
  accessToken: string,
  claims: oidc.IDToken,
): Promise<oidc.IDToken | oidc.UserInfoResponse> {
  const isWhole = claims.email !== undefined && claims.email_verified !== undefined;
  const canBeAsked = config.serverMetadata().userinfo_endpoint !== undefined;
  return isWhole || !canBeAsked ? claims : oidc.fetchUserInfo(config, accessToken, claims.sub);
}

/** Whether an issuer may be talked to: https, or http on loopback where that is allowed. */
export function isUsableIssuer(issuer: string, allowLocal: boolean): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, hostname } = new URL(issuer);
  return (
    protocol === 'https:' ||
    (allowLocal && protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
  );
}

async function discover(binding: Binding, allowLocal: boolean): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = binding;
  if (!isUsableIssuer(issuer, allowLocal)) throw new TypeError('the issuer may not be used');
  const isLocal = issuer.startsWith('http:');
  return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_S,
    [oidc.customFetch]: createProviderFetch({
      policy: { allowLocal, allowPrivate: binding.privateNetwork },
      hosts: new Set([new URL(issuer).host, ...binding.allowedHosts]),
    }),
    execute: [
      // A token's signature is checked as well, not only the connection that it came over.
      oidc.enableNonRepudiationChecks,
      // Marked deprecated to be noticed; it is what a development without https needs.
      // oxlint-disable-next-line typescript/no-deprecated
      ...(isLocal ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

/** Errors of an authorization answer that are the provider's own trouble (RFC 6749, 4.1.2.1). */
const PROVIDER_TROUBLE = new Set(['server_error', 'temporarily_unavailable']);

async function fromProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(error: unknown): ApiError {
  const isRefused =
    (error instanceof oidc.AuthorizationResponseError && !PROVIDER_TROUBLE.has(error.error)) ||
    (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant');
  return isRefused
    ? ssoError('refused', 'The identity provider refused the sign-in.')
    : ssoError('provider_failed', 'The identity provider did not answer as it should.', { cause: error });
}
