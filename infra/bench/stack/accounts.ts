import { createApiKey } from '../../../command-api/api-keys/operations.ts';
import { overrideRateLimit, registerTenant, topUp } from '../../../command-api/tenants/operations.ts';
import { SCOPES } from '../../../domain/api-key/events.ts';
import type { Installation } from '../../cli/connection.ts';

export type Account = { tenantId: string; key: string };

/** The highest override that a tenant may have; it counts for each of its keys. */
const RATE_LIMIT_RPM = 5_000;
/** Never runs out: 8 tokens an answer. */
const TOKENS = 1_000_000_000;

/** Live keys of enterprise tenants with money and the highest rate limit; neighbours in the list differ in tenant. */
export async function openAccounts(
  installation: Installation,
  { tenants, keysPerTenant }: { tenants: number; keysPerTenant: number },
): Promise<Account[]> {
  const tenantIds: string[] = [];
  for (let index = 0; index < tenants; index++) {
    const tenantId = await registerTenant(installation, {
      name: `Bench clinic ${index + 1}`,
      tier: 'enterprise',
    });
    await overrideRateLimit(installation, tenantId, RATE_LIMIT_RPM);
    await topUp(installation, tenantId, TOKENS);
    tenantIds.push(tenantId);
  }
  const accounts: Account[] = [];
  for (let round = 0; round < keysPerTenant; round++) {
    for (const tenantId of tenantIds) {
      const name = `bench ${round + 1}`;
      const key = { tenantId, name, scopes: [...SCOPES], rateLimitRpm: RATE_LIMIT_RPM, test: false };
      accounts.push({ tenantId, key: (await createApiKey(installation, key)).rawKey });
    }
  }
  return accounts;
}
