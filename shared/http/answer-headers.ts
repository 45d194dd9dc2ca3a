import type { HttpContext } from './call.ts';
import type { ApiError } from './errors.ts';
import { rateHeaders } from './rate.ts';

/** Headers that an error brings: where to authenticate, when to come back, and what it carries itself. */
export function errorHeaders(error: ApiError): Record<string, string> {
  return { ...defaultHeaders(error), ...error.headers };
}

function defaultHeaders(error: ApiError): Record<string, string> {
  switch (error.code) {
    case 'unauthorized':
      return { 'WWW-Authenticate': 'Bearer' };
    case 'rate_limited': {
      const retryAfterS = error.detail?.['retry_after'];
      return { 'Retry-After': typeof retryAfterS === 'number' ? String(retryAfterS) : '60' };
    }
    case 'service_unavailable':
      // The contract says to come back after 30 to 60 seconds.
      return { 'Retry-After': '30' };
    default:
      return {};
  }
}

/** The window's headers, nothing where none is known. */
export function callRateHeaders(ctx: HttpContext): Record<string, string> {
  const rate = ctx.state.call.rate;
  return rate === null ? {} : rateHeaders(rate);
}

/** What every answer carries; a handler's or an error's own header of the same name stands. */
export function setCommonHeaders(ctx: HttpContext): void {
  const call = ctx.state.call;
  const headers: Record<string, string> = {
    ...callRateHeaders(ctx),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(call.route?.cost === undefined ? {} : { 'X-Svc-Tokens-Charged': '0' }),
  };
  for (const [name, value] of Object.entries(headers)) if (!ctx.res.hasHeader(name)) ctx.set(name, value);
  ctx.set('X-Request-ID', call.shownRequestId);
  // A client that waits for "100 Continue" was answered instead; what it sends next is unknown.
  if (!ctx.req.complete && ctx.req.headers.expect !== undefined) ctx.set('Connection', 'close');
}
