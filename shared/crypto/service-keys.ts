import { NIL } from 'uuid';
import { inTransaction } from '../postgres/pool.ts';
import type { TenantPools } from '../postgres/tenant-pools.ts';
import { KeyMissingError, storeKeys, tenantKeyId, type DataKeys, type TenantKeys } from './data-keys.ts';

/** The keys of the installation itself, for what belongs to no tenant: session tokens, look-up of email addresses. */
export type ServiceKeys = () => Promise<TenantKeys>;

/**
 * Loads the installation's keys; makes them where nothing stands yet that needs them. Throws KeyMissingError where they
 * are lost: without them no member is found again.
 */
export function createServiceKeys(deps: {
  poolOf: TenantPools;
  dataKeys: DataKeys;
  now: () => Date;
}): ServiceKeys {
  const { dataKeys, now } = deps;
  const pool = deps.poolOf(NIL);
  return async () => {
    try {
      return await dataKeys.tenantKeys(pool, NIL);
    } catch (error) {
      if (!(error instanceof KeyMissingError)) throw error;
    }
    const made = await dataKeys.make(tenantKeyId(NIL), 'tenant');
    await inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ any: boolean }>('SELECT ops.has_members() AS any');
      if (rows[0]?.any === true) throw new KeyMissingError(made.keyId);
      await storeKeys(tx, { tenantId: NIL, subjectId: NIL, now: now() }, [made]);
    });
    return dataKeys.tenantKeys(pool, NIL);
  };
}
