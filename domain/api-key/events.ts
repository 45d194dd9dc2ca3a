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

export const apiKeyRevoked = defineEvent({
  type: 'api-key-revoked',
  version: 1,
  clear: z.object({ reason: z.enum(['deleted', 'rotated', 'operator']) }),
  sealed: {},
});

export const apiKeyEvents = [apiKeyCreated, apiKeyRevoked] as const;
export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[number]>;
export type NewApiKeyEvent = NewEventOf<(typeof apiKeyEvents)[number]>;
export type Scope = (typeof SCOPES)[number];
