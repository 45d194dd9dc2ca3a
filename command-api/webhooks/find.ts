import { ApiError } from '../../shared/http/errors.ts';
import type { StoredSubscription } from '../../shared/webhooks/subscription-record.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/** A subscription of this tenant. Throws 404: for one that was deleted, and for one of another tenant. */
export async function findSubscription(
  deps: CommandDeps,
  tenantId: string,
  subscriptionId: string,
): Promise<StoredSubscription> {
  const { rows } = await deps.poolOf(tenantId).query<StoredSubscription>({
    name: 'find-subscription',
    text: 'SELECT * FROM read.webhook_subscriptions WHERE subscription_id = $1 AND tenant_id = $2',
    values: [subscriptionId, tenantId],
  });
  const row = rows[0];
  if (!row) throw new ApiError('not_found', 'The subscription does not exist.');
  return row;
}
