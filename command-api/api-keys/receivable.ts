import { ApiError } from '../../shared/http/errors.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { IssuedApiKey } from './raw-key.ts';

/**
 * A raw key goes to callers only who could make that key themselves, also where a repeat of another caller's call would be
 * answered with it. What counts is what the key may do now: it may have got scopes since it was made. Throws 403.
 */
export const requireHeldKey =
  ({ poolOf }: Pick<CommandDeps, 'poolOf'>) =>
  async (body: unknown, { tenantId, scopes: held, test, expiresAt }: Caller): Promise<void> => {
    const { key_id, key_prefix, scopes, expires_at } = body as IssuedApiKey;
    const { rows } = await poolOf(tenantId).query<{ scopes: string[] }>({
      name: 'scopes-of-key',
      text: 'SELECT scopes FROM read.api_keys WHERE tenant_id = $1 AND key_id = $2',
      values: [tenantId, key_id],
    });
    const isOfOtherMode = test === true && !key_prefix.startsWith('svc_test_');
    const endsLater = expiresAt !== null && (expires_at === null || expires_at > expiresAt);
    const handedOut = new Set<string>([...scopes, ...(rows[0]?.scopes ?? [])]);
    if (endsLater) {
      throw new ApiError('forbidden', 'The credential ends before the key that this call was answered with.');
    }
    if (isOfOtherMode || [...handedOut].some((scope) => !(held as string[]).includes(scope))) {
      throw new ApiError(
        'forbidden',
        'The credential lacks a scope of the key that this call was answered with.',
      );
    }
  };
