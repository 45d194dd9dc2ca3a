import { createApiKey } from '../../command-api/api-keys/operations.ts';
import { registerTenant } from '../../command-api/tenants/operations.ts';
import { SCOPES, type Scope } from '../../domain/api-key/events.ts';
import type { TierName } from '../../domain/tenant/tiers.ts';
import type { Runtime } from '../../shared/api/runtime.ts';

export type Tenants = {
  newTenant(options?: { tier?: TierName }): Promise<string>;
  /** The raw key. */
  newKey(
    tenantId: string,
    options?: { test?: boolean; scopes?: Scope[]; rateLimitRpm?: number },
  ): Promise<string>;
};

/** Makes tenants of the largest tier, and keys that may do everything, often. */
export const createTenants = (runtime: Runtime): Tenants => ({
  newTenant: ({ tier = 'enterprise' } = {}) => registerTenant(runtime, { name: 'Test clinic', tier }),
  newKey: async (tenantId, { test = false, scopes = [...SCOPES], rateLimitRpm = 10_000 } = {}) => {
    const key = { tenantId, name: 'test', scopes, rateLimitRpm, test };
    return (await createApiKey(runtime, key)).rawKey;
  },
});
