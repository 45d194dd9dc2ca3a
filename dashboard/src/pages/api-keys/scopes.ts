import type { components } from '../../../../client/client.ts';

export const SCOPES = [
  'sessions:read',
  'sessions:write',
  'patients:read',
  'patients:write',
  'webhooks:read',
  'webhooks:write',
  'admin:read',
  'admin:write',
] as const satisfies readonly components['schemas']['Scope'][];

/** What a program for interviews needs, and what a new key has unless told otherwise. */
export const USUAL_SCOPES: readonly (typeof SCOPES)[number][] = ['sessions:read', 'sessions:write'];
