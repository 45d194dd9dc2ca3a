import { ApiError } from '../../shared/http/errors.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import type { IssuedApiKey } from './raw-key.ts';

/**
 * A raw key goes to callers only who could have made that key themselves, also where a repeat of another caller's call
 * would be answered with it. Throws 403.
 */
export function requireHeldKey(body: unknown, caller: Caller): void {
  const { scopes, key_prefix } = body as IssuedApiKey;
  const isOfOtherMode = caller.test === true && !key_prefix.startsWith('svc_test_');
  if (isOfOtherMode || !scopes.every((scope) => caller.scopes.includes(scope))) {
    throw new ApiError(
      'forbidden',
      'The credential lacks a scope of the key that this call was answered with.',
    );
  }
}
