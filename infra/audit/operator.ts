import { recordAccess, type Access } from '../../shared/audit/record-access.ts';
import type { Installation } from '../cli/connection.ts';

/** Leaves an operator's look at a tenant's data in the audit trail. Throws where it cannot: then nothing may be shown. */
export async function recordOperatorAccess(
  { pool, newId, now }: Pick<Installation, 'pool' | 'newId' | 'now'>,
  access: Pick<Access, 'tenantId' | 'action' | 'subject' | 'test'>,
): Promise<void> {
  const accessId = newId();
  await recordAccess(pool, accessId, {
    ...access,
    actor: { type: 'operator', id: 'cli' },
    requestId: accessId,
    ip: null,
    at: now(),
  });
}
