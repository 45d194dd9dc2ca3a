import { z } from 'zod';
import { defineEvent, type EventOf, type NewEventOf } from '../kernel/event-definition.ts';

export const SCOPES = [
  'sessions:read',
  'sessions:write',
  'patients:read',
  'patients:write',
  'webhooks:read',
  'webhooks:write',
  'admin:read',
  'admin:write',
] as const;

/** What of a key can be changed without rotating it. */
export const KEY_FIELDS = ['name', 'scopes', 'rate_limit_rpm'] as const;

/** A key comes to be: the first one of its stream, or the one that a rotation puts in the place of the one before. */
export const apiKeyCreated = defineEvent({
  type: 'api-key-created',
  version: 1,
  clear: z.object({
    key_id: z.uuid(),
    /** SHA-256 (hex) of the raw key, which holds 256 random bits and is stored nowhere. */
    key_hash: z.string().length(64),
    key_prefix: z.string(),
    key_suffix: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    rate_limit_rpm: z.int().min(1).max(10_000),
    /** The tier's limit when the key was made; a later tier change leaves it as it is. */
    tier_rpm: z.int(),
    test: z.boolean(),
    expires_at: z.iso.datetime().nullable(),
  }),
  sealed: { profile: { key: 'tenant', schema: z.object({ name: z.string() }) } },
});

/** Fields that are absent, and a name that is null, stay as they are. */
export const apiKeyUpdated = defineEvent({
  type: 'api-key-updated',
  version: 1,
  clear: z.object({
    key_id: z.uuid(),
    changed_fields: z.array(z.enum(KEY_FIELDS)),
    scopes: z.array(z.enum(SCOPES)).optional(),
    rate_limit_rpm: z.int().min(1).max(10_000).optional(),
  }),
  sealed: { profile: { key: 'tenant', schema: z.object({ name: z.string().nullable() }) } },
});

export const apiKeyRevoked = defineEvent({
  type: 'api-key-revoked',
  version: 2,
  clear: z.object({
    /** Absent in version 1, when a stream had one key: the one that it is named after. */
    key_id: z.uuid().optional(),
    reason: z.enum(['deleted', 'rotated', 'operator']),
  }),
  sealed: {},
});

export const apiKeyEvents = [apiKeyCreated, apiKeyUpdated, apiKeyRevoked] as const;
export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[number]>;
export type NewApiKeyEvent = NewEventOf<(typeof apiKeyEvents)[number]>;
export type Scope = (typeof SCOPES)[number];
