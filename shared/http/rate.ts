import { ApiError, type CallOwner } from './errors.ts';
import type { RateStatus } from './route-types.ts';

/** The headers that show a window: on every answer whose window is known. */
export function rateHeaders(rate: RateStatus): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(rate.resetAtUnixS),
    ...(rate.retryAfterS === undefined ? {} : { 'Retry-After': String(rate.retryAfterS) }),
  };
}

/** 429 for a used-up window. The message names the limit; `retryAfterS` defaults to 1 second. */
export function rateLimitedError(rate: RateStatus, whose?: CallOwner): ApiError {
  const retryAfterS = rate.retryAfterS ?? 1;
  return new ApiError('rate_limited', `The limit of ${rate.limit} requests per minute is used up.`, {
    detail: { retry_after: retryAfterS, limit: rate.limit },
    headers: rateHeaders({ ...rate, retryAfterS }),
    ...(whose === undefined ? {} : { whose }),
  });
}
