import type { Upcaster } from '../kernel/event-definition.ts';

/** Version 2 names the key that was revoked, since a rotation gives a stream another one. */
export const apiKeyUpcasters: readonly Upcaster[] = [{ type: 'api-key-revoked', fromVersion: 1 }];
