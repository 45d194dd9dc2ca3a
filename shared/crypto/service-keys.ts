import { NIL } from 'uuid';
import { inTransaction, type Pool } from '../postgres/pool.ts';
import { KeyMissingError, storeKeys, tenantKeyId, type DataKeys, type TenantKeys } from './data-keys.ts';

/** The keys of the installation itself, for what belongs to no tenant: session tokens, look-up of email addresses. */
export type ServiceKeys = () => Promise<TenantKeys>;

/**
 * Loads the installation's keys; makes them where nothing stands yet that needs them. Throws KeyMissingError where they
 * are lost: without them no member is found again.
 */
export function createServiceKeys(deps: { pool: Pool; dataKeys: DataKeys; now: () => Date }): ServiceKeys {
  const { pool, dataKeys, now } = deps;
  return async () => {
    try {
      return await dataKeys.tenantKeys(pool, NIL);
    } catch (error) {
      if (!(error instanceof KeyMissingError)) throw error;
    }
    const made = await dataKeys.make(tenantKeyId(NIL), 'tenant');
    await inTransaction(pool, async (tx) => {
      const { rowCount } = await tx.query('SELECT 1 FROM read.members LIMIT 1');
      if (rowCount) throw new KeyMissingError(made.keyId);
      await storeKeys(tx, { tenantId: NIL, subjectId: NIL, now: now() }, [made]);
    });
    return dataKeys.tenantKeys(pool, NIL);
  };
}
