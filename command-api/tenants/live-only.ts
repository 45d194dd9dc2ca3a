import { ApiError } from '../../shared/http/errors.ts';
import type { Caller } from '../../shared/http/route-types.ts';

/** 403 for a test credential: what belongs to the tenant as a whole is live. */
export function requireLive(caller: Caller): void {
  if (caller.test === true) {
    throw new ApiError('forbidden', 'A test key cannot change what belongs to the tenant as a whole.');
  }
}
