import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import type { Installation } from '../../cli/connection.ts';
import { seededRandom } from '../load/random.ts';
import { createSessionWriter } from '../load/session-writer.ts';
import { openAccounts } from './accounts.ts';

/** Accounts, and what writes sessions of their tenants into the log: the same interviews each time. */
export async function openSessionLog(
  installation: Installation,
  size: { tenants: number; keysPerTenant: number },
) {
  const accounts = await openAccounts(installation, size);
  const writer = createSessionWriter(installation, {
    engine: await loadEngine(),
    tenantIds: accounts.map(({ tenantId }) => tenantId),
    random: seededRandom(5),
  });
  return { accounts, writer };
}
