import type { DataKeys } from '../crypto/data-keys.ts';
import type { RandomBytes } from '../crypto/seal.ts';
import type { Caller } from '../http/route-types.ts';
import type { TenantPools } from '../postgres/tenant-pools.ts';
import { recordAccess, sealForAccess, type Access } from './record-access.ts';

/** The call that reads. */
type Call = {
  caller: Caller | null;
  requestId: string;
  ip: string;
  now: Date;
  /** For whom the caller reads. */
  onBehalfOf: string | null;
};

/**
 * Audits a read of an admitted caller, to be called right before its answer. `test` says which mode's data it shows;
 * left out, it is that of the caller's key. Throws 503 where it cannot be audited: then nothing may be shown.
 */
export async function recordRead(
  deps: { poolOf: TenantPools; newId: () => string; dataKeys: DataKeys; random: RandomBytes },
  { caller, requestId, ip, now, onBehalfOf: endUser }: Call,
  { action, subject, test }: Pick<Access, 'action' | 'subject'> & { test?: boolean },
): Promise<void> {
  if (caller === null) throw new Error('only the read of an admitted caller can be audited');
  const { tenantId, actor } = caller;
  const pool = deps.poolOf(tenantId);
  const accessId = deps.newId();
  const onBehalfOf =
    endUser === null ? undefined : { endUser, key: (await deps.dataKeys.tenantKeys(pool, tenantId)).seal };
  await recordAccess(pool, accessId, {
    tenantId,
    actor,
    action,
    subject,
    requestId,
    ip,
    at: now,
    test: test ?? caller.test ?? false,
    onBehalfOf: sealForAccess(onBehalfOf, { tenantId, accessId }, deps.random),
  });
}
