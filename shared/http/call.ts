import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';
import type { ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import { SESSION_COOKIE } from './cookies.ts';
import { ApiError } from './errors.ts';
import type { Caller, Credentials, RateStatus, Route } from './route-types.ts';
import { readTarget, type Target } from './target.ts';
import { isVisibleAscii } from './text.ts';

/** What the kit knows of one call while it runs. */
export type Call = {
  /** What is logged and stored: the caller's own id where its form is strict, else a keyed hash of it. */
  requestId: string;
  /** What is answered: the caller's own id as it was sent. */
  shownRequestId: string;
  ip: string;
  userAgent: string | null;
  now: Date;
  target: Target;
  /** A fault of the request itself, found before routing; thrown once the caller has been admitted and counted. */
  problem: ApiError | null;
  route: Route | null;
  /** What the site beside the routes has answered; no call of the interface. */
  isOfSite: boolean;
  caller: Caller | null;
  rate: RateStatus | null;
  bodyBytes: number;
  /** The session that the call is about, once it is known; null for any other call. */
  sessionId: string | null;
  /** So long it waited because its caller asked for it; not counted as the service's time. */
  waitedMs: number;
  /** The error that was answered, null for a success. */
  error: ApiError | null;
  /** What lay behind that error, for the log; undefined where nothing did. */
  fault: unknown;
  logger: Logger;
};

export type HttpState = { call: Call };
export type HttpContext = ParameterizedContext<HttpState>;

/** Names the partner's own end user. */
export const ON_BEHALF_OF = 'X-Svc-On-Behalf-Of';

const UNKNOWN_TARGET: Target = { path: '/', search: '' };

/** The request's own header where it is usable, else the first problem that makes the call a 400. */
export function inspectRequest(
  raw: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders' | 'httpVersion'>,
): {
  requestId: string | null;
  target: Target | null;
  problem: ApiError | null;
} {
  const given = raw.headers['x-request-id'];
  const requestId = typeof given === 'string' && isVisibleAscii(given) ? given : null;
  const target = readTarget(raw.url ?? '');
  const problem = ((): string | null => {
    if (target === null) return 'The request target is malformed.';
    if (given !== undefined && requestId === null)
      return 'X-Request-ID must be 1 to 128 visible ASCII characters.';
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') return 'The Host header is missing.';
    const repeated = GIVEN_ONCE.find((name) => countOf(raw.rawHeaders, name) > 1);
    if (repeated !== undefined) return `The ${repeated} header must be given once.`;
    const coding = raw.headers['transfer-encoding'];
    if (coding !== undefined && coding.toLowerCase() !== 'chunked')
      return 'Transfer-Encoding must be chunked.';
    return null;
  })();
  return { requestId, target, problem: problem === null ? null : new ApiError('bad_request', problem) };
}

/** Node keeps the first one; a proxy before us may have gone by the other. */
const GIVEN_ONCE = ['Host', 'Authorization', 'Content-Type'];

const countOf = (rawHeaders: readonly string[], name: string): number =>
  rawHeaders.filter((given, index) => index % 2 === 0 && given.toLowerCase() === name.toLowerCase()).length;

/** The call's path and query, `/` where they are malformed and never used. */
export function targetOf(target: Target | null): Target {
  return target ?? UNKNOWN_TARGET;
}

/** A User-Agent that is safe to store: printable ASCII, 128 characters. */
export function readUserAgent(headers: IncomingHttpHeaders): string | null {
  const given = headers['user-agent'];
  return given === undefined ? null : given.replace(/[^\x20-\x7e]/g, '?').slice(0, 128);
}

/** A header of 1 to 128 visible ASCII characters, null where it was not sent; 400 where it is malformed. */
function readVisible(headers: IncomingHttpHeaders, name: string): string | null {
  const given = headers[name.toLowerCase()];
  if (given === undefined) return null;
  if (typeof given === 'string' && isVisibleAscii(given)) return given;
  throw new ApiError('bad_request', `${name} must be 1 to 128 visible ASCII characters.`);
}

/** The Idempotency-Key, null where none was sent; 400 where it is malformed. */
export const readIdempotencyKey = (headers: IncomingHttpHeaders): string | null =>
  readVisible(headers, 'Idempotency-Key');

/** For whom the caller makes the call, null where it names nobody; 400 where the name is malformed. */
export const readOnBehalfOf = (headers: IncomingHttpHeaders): string | null =>
  readVisible(headers, ON_BEHALF_OF);

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Who the call says it is from; nothing of it is checked yet. */
export function readCredentials(ctx: HttpContext): Credentials {
  const { authorization, cookie } = ctx.req.headers;
  const csrf = ctx.req.headers['x-csrf-token'];
  return {
    authorization: authorization ?? null,
    sessionToken: cookie === undefined ? null : (parseCookie(cookie)[SESSION_COOKIE] ?? null),
    csrfToken: typeof csrf === 'string' ? csrf : null,
    mutates: !SAFE_METHODS.has(ctx.method),
  };
}
