import type { Caller } from '../http/route-types.ts';
import type { TenantPools } from '../postgres/tenant-pools.ts';
import { recordAccess, type Access } from './record-access.ts';

/** The call that reads. */
type Call = { caller: Caller | null; requestId: string; ip: string; now: Date };

/**
 * Audits a read of an admitted caller, to be called right before its answer. `test` says which mode's data it shows;
 * left out, it is that of the caller's key. Throws 503 where it cannot be audited: then nothing may be shown.
 */
export async function recordRead(
  deps: { poolOf: TenantPools; newId: () => string },
  { caller, requestId, ip, now }: Call,
  { action, subject, test }: Pick<Access, 'action' | 'subject'> & { test?: boolean },
): Promise<void> {
  if (caller === null) throw new Error('only the read of an admitted caller can be audited');
  const { tenantId, actor } = caller;
  await recordAccess(deps.poolOf(tenantId), deps.newId(), {
    tenantId,
    actor,
    action,
    subject,
    requestId,
    ip,
    at: now,
    test: test ?? caller.test ?? false,
  });
}
