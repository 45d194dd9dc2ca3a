import { ApiError } from '../http/errors.ts';
import type { Caller } from '../http/route-types.ts';
import type { TenantPools } from '../postgres/tenant-pools.ts';
import type { StoredSubscription } from './subscription-record.ts';

/**
 * A subscription that the caller may see and change. Throws 404: for one that was deleted, for one of another tenant, and for a
 * test key where no test key made it.
 */
export async function findSubscription(
  { poolOf }: { poolOf: TenantPools },
  { tenantId, test }: Pick<Caller, 'tenantId' | 'test'>,
  subscriptionId: string,
): Promise<StoredSubscription> {
  const { rows } = await poolOf(tenantId).query<StoredSubscription>({
    name: 'find-subscription',
    text: `SELECT * FROM read.webhook_subscriptions
           WHERE subscription_id = $1 AND tenant_id = $2 AND (created_by_test OR $3::boolean IS NOT TRUE)`,
    values: [subscriptionId, tenantId, test],
  });
  const row = rows[0];
  if (!row) throw new ApiError('not_found', 'The subscription does not exist.');
  return row;
}
