import { createHmac } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import type { ApiKeyEvent, KeyIdentity } from '../../domain/api-key/index.ts';
import type { ApiKeyView } from '../../shared/api-keys/api-key-schema.ts';
import { deriveKey, sha256, type DataKey } from '../../shared/crypto/seal.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';

const PREFIX_LENGTH = 13;
const SUFFIX_LENGTH = 4;

/**
 * 256 bits that follow from the tenant's key and the command's id: a repeated command gives the same raw key
 * without any place where it is stored.
 */
export function rawKeyOf(tenantKey: DataKey, commandId: string, test: boolean): string {
  const secret = createHmac('sha256', deriveKey(tenantKey, 'api-key')).update(commandId).digest('base64url');
  return `svc_${test ? 'test' : 'live'}_${secret}`;
}

/** What is kept of the raw key that a command makes. */
export const identityOf = (rawKey: string, commandId: string): KeyIdentity => ({
  key_id: uuidV5('api-key', commandId),
  key_hash: sha256(rawKey).toString('hex'),
  key_prefix: rawKey.slice(0, PREFIX_LENGTH),
  key_suffix: rawKey.slice(-SUFFIX_LENGTH),
});

/** A key just made, as it is answered once. */
export type IssuedApiKey = ApiKeyView & { raw_key: string };

/** The key that a command's own events tell of, whenever the command is repeated. */
export function issuedKey(events: readonly DecodedEvent<ApiKeyEvent>[], rawKey: string): IssuedApiKey {
  for (const { event, at, metadata } of events) {
    if (event.type !== 'api-key-created') continue;
    const { key_id, key_prefix, key_suffix, scopes, rate_limit_rpm, expires_at, profile } = event.data;
    const shown = { key_id, key_prefix, key_suffix, name: profile?.name ?? '', scopes, rate_limit_rpm };
    return {
      ...shown,
      is_active: true,
      last_used_at: null,
      expires_at,
      created_at: at,
      created_by: metadata.actor,
      raw_key: rawKey,
    };
  }
  throw new Error('a command that issues a key left no such event');
}
