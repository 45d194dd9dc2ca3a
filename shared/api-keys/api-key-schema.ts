import { z } from 'zod';
import { SCOPES } from '../../domain/api-key/events.ts';

export const scopeSchema = z.enum(SCOPES).meta({ id: 'Scope' });

export const apiKeyFields = {
  key_id: z.uuid(),
  /** Tells test keys (`svc_test_`) from live ones (`svc_live_`), and keys from each other. */
  key_prefix: z.string(),
  key_suffix: z.string(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  /** The key's own limit; a lower one of the tenant goes before it. */
  rate_limit_rpm: z.int32(),
  is_active: z.boolean(),
  /** Follows within 30 seconds. */
  last_used_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
};

/** An API key as lists show it: without its secret. */
export const apiKeySchema = z.object(apiKeyFields).meta({ id: 'ApiKey' });
export type ApiKeyView = z.output<typeof apiKeySchema>;
