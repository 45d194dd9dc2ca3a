import { parseCookie } from 'cookie';
import { ON_BEHALF_OF, type HttpContext } from './call.ts';
import { SESSION_COOKIE, TRUSTED_DEVICE_COOKIE } from './cookies.ts';
import { ApiError } from './errors.ts';
import { isLoopbackHost } from './loopback.ts';
import { MODE } from './modes.ts';

/** Which pages of other origins may call with cookies, and read answers. */
export type Cors = {
  /** The headers that let a page of an allowed origin read this answer; none for any other. */
  headers(ctx: HttpContext): Record<string, string>;
  /** What a preflight of an allowed origin is told besides; none for any other call. */
  preflightHeaders(ctx: HttpContext): Record<string, string>;
  /** 403 for a call with our cookies from a page of an origin that is neither allowed nor our own. */
  refusal(ctx: HttpContext): ApiError | null;
};

const COOKIES = [SESSION_COOKIE, TRUSTED_DEVICE_COOKIE];

/** Headers of ours that a script may read beside the ones that browsers show anyway. */
const EXPOSED = [
  'X-Request-ID',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Svc-Tokens-Charged',
  'Idempotency-Replayed',
  'Deprecation',
  'Sunset',
  'Link',
  'Warning',
  'X-Total-Count',
  'Content-Disposition',
];
const ACCEPTED = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-CSRF-Token',
  'X-Request-ID',
  ON_BEHALF_OF,
  MODE,
];
/** Browsers ask again after so long; an origin taken off the list loses its calls after at most that. */
const PREFLIGHT_AGE_S = 600;

/**
 * `allowed` are origins as browsers send them (`https://dashboard.example`), `own` is where this service is reached. What a
 * request says in Host is no proof of that: a page can give its own name our address. Without `own` only pages of the
 * loopback address that was called are ours.
 */
export function createCors(allowed: readonly string[], own?: string): Cors {
  const isAllowed = (ctx: HttpContext): boolean => allowed.includes(ctx.req.headers.origin ?? '');
  const isOurs = (ctx: HttpContext): boolean => {
    const { origin, host } = ctx.req.headers;
    if (origin === undefined || !URL.canParse(origin)) return false;
    if (own !== undefined) return origin === own;
    return host !== undefined && isLoopbackHost(host) && new URL(origin).host === host;
  };
  return {
    headers: (ctx) =>
      isAllowed(ctx)
        ? {
            'Access-Control-Allow-Origin': ctx.req.headers.origin ?? '',
            'Access-Control-Allow-Credentials': 'true',
            'Access-Control-Expose-Headers': EXPOSED.join(', '),
          }
        : {},
    preflightHeaders: (ctx): Record<string, string> => {
      const asked = ctx.req.headers['access-control-request-method'];
      if (asked === undefined || !isAllowed(ctx)) return {};
      return {
        'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': ACCEPTED.join(', '),
        'Access-Control-Max-Age': String(PREFLIGHT_AGE_S),
      };
    },
    refusal: (ctx) => {
      const { origin, authorization, cookie } = ctx.req.headers;
      if (origin === undefined || authorization !== undefined || cookie === undefined) return null;
      const shown = parseCookie(cookie);
      if (!COOKIES.some((name) => shown[name] !== undefined) || isAllowed(ctx) || isOurs(ctx)) return null;
      return new ApiError('forbidden', 'This origin may not make calls with cookies.');
    },
  };
}
