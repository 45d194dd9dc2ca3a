import { parseCookie } from 'cookie';
import { z } from 'zod';
import { recordAccess } from '../../shared/audit/record-access.ts';
import { setCookie } from '../../shared/http/cookies.ts';
import { defineRoute, type Route, type RouteContext, type RouteResult } from '../../shared/http/route.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { emailHash, normalizedEmail } from '../../shared/read-models/member-rows.ts';
import { clientOf, limitAttempts } from '../../shared/sign-in/limits.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { findAccount } from './accounts.ts';
import { signIn } from './dashboard-session.ts';
import { createIdentityProviders, type Identity, type IdentityProviders } from './identity-provider.ts';
import { changeOwnAccount } from './own-account.ts';
import { checkReturnUrl } from './return-url.ts';
import { ssoError, ssoErrorPage } from './sso-problems.ts';
import { DOMAIN_PATTERN, findSsoBinding, type SsoBinding } from './sso-bindings.ts';
import { openSsoState, SSO_COOKIE, STATE_LIFETIME_S, takeSsoState } from './sso-states.ts';
import { setCookies } from './schemas.ts';

type Call = Pick<RouteContext<unknown, unknown, unknown>, 'ip' | 'now' | 'requestId' | 'header'>;

const MAX_URL = 2_000;
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(DOMAIN_PATTERN)
  .meta({
    description: 'The part of an address after its @, internationalised ones in ASCII form.',
    examples: ['clinic.example'],
  });
const returnUrl = boundedText(0, MAX_URL)
  .optional()
  .meta({
    description: 'Where to lead back to: same-origin, or of an origin of the CORS allowlist.',
    examples: ['/dashboard'],
  });
const parameter = (description: string, example: string) =>
  boundedText(0, MAX_URL)
    .optional()
    .meta({ description, examples: [example] });
/** What a provider may answer with; `iss` is RFC 9207, `session_state` OpenID Connect Session Management. */
const answer = z.object({
  code: parameter(
    'The authorization code of the provider; with an error there is none.',
    'SplxlOBeZQQYbYS6WxSbIA',
  ),
  state: parameter('What the sign-in began with; binds the answer to the browser.', 'af0ifjsldkj'),
  error: parameter('Code of what went wrong at the provider (RFC 6749).', 'access_denied'),
  error_description: parameter('The same in words, by the provider.', 'The user refused.'),
  iss: parameter('The provider that answers (RFC 9207).', 'https://login.clinic.example'),
  session_state: parameter('State of the session at the provider (OpenID Connect); not used.', '5f3c'),
});

const redirect = (description: string) => ({
  302: {
    description,
    headers: {
      Location: {
        description: 'Where the browser goes on.',
        example: 'https://login.clinic.example/authorize?client_id=triage',
      },
      ...setCookies,
    },
  },
});

const ERRORS_OF_BROWSERS =
  'With an error, a browser (`Accept: text/html`) is led to the page `/sso-error` of the dashboard by a 302, which names ' +
  'the problem by its code and the request id; any other client gets the JSON. `error.detail.reason` is unknown_domain, ' +
  'over, refused, provider_failed, no_member or unverified, where one of them is the cause.';

const common = { tag: 'Sign-in', access: { kind: 'public' }, admission: 'gate', method: 'GET' } as const;

/** Single sign-on over OpenID Connect: two operations that start it, two that end it. */
export function ssoRoutes(deps: CommandDeps): Route[] {
  const providers = createIdentityProviders({ allowLocal: deps.signIn.allowLocalSso, now: deps.now });
  const errorPage = ssoErrorPage(deps.dashboardUrl);
  const start = {
    ...common,
    errorPage,
    summary: 'Start single sign-on',
    description:
      'Leads the browser to the identity provider of the domain, with PKCE, a state that comes back once within 10 ' +
      'minutes and only in this browser, and a nonce. At most 50 per address of the network in an hour. An operator can ' +
      `switch the feature \`single_sign_on\` off for a tenant: then this is a 501. ${ERRORS_OF_BROWSERS}`,
    responses: redirect("To the provider's authorization endpoint."),
    errors: ['not_found', 'not_implemented', 'bad_gateway'],
  } as const;
  const callback = (path: string, operationId: string): Route =>
    defineRoute({
      ...common,
      errorPage,
      path,
      operationId,
      summary: 'End single sign-on',
      description:
        'The provider leads the browser here. Signs in the active member whose verified address, in the domain, the ' +
        `provider vouches for, in the tenant that the domain is bound to; anybody else is a 403. ${ERRORS_OF_BROWSERS}`,
      query: answer,
      responses: redirect('Signed in: sets the three cookies and leads to the dashboard, or to return_url.'),
      errors: ['forbidden', 'not_implemented', 'bad_gateway'],
      handler: (ctx) => finish(deps, providers, ctx, ctx.query),
    });
  return [
    defineRoute({
      ...start,
      path: '/v1/auth/sso',
      operationId: 'startSso',
      query: z.object({ domain, return_url: returnUrl }),
      handler: (ctx) =>
        begin(deps, providers, ctx, { domain: ctx.query.domain, asked: ctx.query.return_url }),
    }),
    defineRoute({
      ...start,
      path: '/v1/auth/sso/{domain}',
      operationId: 'startSsoOfDomain',
      params: z.object({ domain }),
      query: z.object({ return_url: returnUrl }),
      handler: (ctx) =>
        begin(deps, providers, ctx, { domain: ctx.params.domain, asked: ctx.query.return_url }),
    }),
    callback('/v1/auth/sso/callback', 'finishSso'),
    callback('/v1/auth/oidc/callback', 'finishOidc'),
  ];
}

/** The one that providers are told, whichever of the two paths they lead the browser to. */
const redirectUri = ({ signIn }: CommandDeps): string => `${signIn.publicUrl}/v1/auth/sso/callback`;

async function begin(
  deps: CommandDeps,
  providers: IdentityProviders,
  call: Call,
  wanted: { domain: string; asked: string | undefined },
): Promise<RouteResult> {
  await limitAttempts(deps, call.now, [{ limit: 'sso_ip', of: clientOf(call.ip) }]);
  const returnTo = checkReturnUrl(deps, wanted.asked);
  const binding = await findSsoBinding(deps, wanted.domain);
  if (binding === null) throw ssoError('unknown_domain', 'No single sign-on is set up for this domain.');
  const secrets = await openSsoState(deps, { domain: binding.domain, returnUrl: returnTo }, call.now);
  const url = await providers.authorizationUrl(binding, { ...secrets, redirectUri: redirectUri(deps) });
  const cookie = setCookie(SSO_COOKIE, secrets.browser, {
    maxAgeS: STATE_LIFETIME_S,
    secure: deps.signIn.secureCookies,
  });
  return { status: 302, body: null, headers: { Location: url.href, 'Set-Cookie': [cookie] } };
}

async function finish(
  deps: CommandDeps,
  providers: IdentityProviders,
  call: Call,
  given: z.output<typeof answer>,
): Promise<RouteResult> {
  const browser = parseCookie(call.header('cookie') ?? '')[SSO_COOKIE];
  const opened =
    given.state === undefined || browser === undefined
      ? null
      : await takeSsoState(deps, { state: given.state, browser }, call.now);
  const binding = opened === null ? null : await findSsoBinding(deps, opened.domain);
  if (opened === null || binding === null) {
    throw ssoError('over', 'This sign-in is unknown or over; start again.');
  }
  // An answer of another provider was mixed in (RFC 9207).
  if (given.iss !== undefined && !isSameUrl(given.iss, binding.issuer)) {
    throw ssoError('provider_failed', 'The answer comes from another identity provider.', {
      code: 'bad_request',
    });
  }
  const parameters = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const identity = await providers.exchange(binding, parameters, {
    ...opened,
    redirectUri: redirectUri(deps),
  });
  const session = await signInVouched(deps, { identity, binding }, call);
  const gone = setCookie(SSO_COOKIE, '', { maxAgeS: 0, secure: deps.signIn.secureCookies });
  return {
    status: 302,
    body: null,
    headers: { Location: opened.returnUrl, 'Set-Cookie': [...session.cookies, gone] },
  };
}

/** The same but for what a URL may leave out, such as the slash after its host. */
const isSameUrl = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;

/** Signs in whom the provider vouches for. Throws 403 for anybody but an active member of the domain's tenant. */
async function signInVouched(
  deps: CommandDeps,
  { identity, binding }: { identity: Identity; binding: SsoBinding },
  call: Call,
) {
  const refused = ssoError('no_member', 'The identity provider vouches for no member of this team.');
  const { email, isEmailVerified } = identity;
  // A provider may serve many domains; this one may vouch for the bound domain and no other.
  if (email === null || !normalizedEmail(email).endsWith(`@${binding.domain}`)) throw refused;
  const hash = emailHash(await deps.serviceKeys(), email);
  const account = await findAccount(deps, { emailHash: hash }, { now: call.now });
  if (account?.tenantId !== binding.tenantId) throw refused;
  if (!isEmailVerified) {
    const { tenantId, memberId } = account;
    const member = { type: 'member', id: memberId } as const;
    await recordAccess(deps.poolOf(tenantId), deps.newId(), {
      tenantId,
      actor: member,
      action: 'auth.failed',
      subject: member,
      requestId: call.requestId,
      ip: call.ip,
      at: call.now,
      test: false,
    });
    throw ssoError('unverified', 'The identity provider has not verified the address.');
  }
  if (!account.isVerified) await changeOwnAccount(deps, account, { kind: 'verify_email' }, call);
  return signIn(deps, account, call, { trustDevice: true });
}
