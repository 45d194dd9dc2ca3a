import type { Pool } from '../postgres/pool.ts';

/** At most so many keys are remembered in one process. */
const CACHE_SIZE = 10_000;

export type TenantOfKey = {
  (keyHash: Buffer): Promise<string | null>;
  /** For a key whose row was found to be changed: what was read of it may be wrong. */
  forget(keyHash: Buffer): unknown;
};

/**
 * Which tenant a key belongs to, so that ids and keyed hashes can be made before the admission's one round trip.
 * A key never changes its tenant, so an answer stays right; whether the key is still good, the admission decides.
 * Null for a key that does not exist.
 */
export function createTenantOfKey(pool: Pool): TenantOfKey {
  const known = new Map<string, string>();
  const tenantOf = async (keyHash: Buffer): Promise<string | null> => {
    const id = keyHash.toString('base64');
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    const { rows } = await pool.query<{ tenant_id: string | null }>({
      name: 'tenant-of-key',
      text: 'SELECT ops.tenant_of_key($1) AS tenant_id',
      values: [keyHash],
    });
    const tenantId = rows[0]?.tenant_id ?? null;
    if (tenantId === null) return null;
    if (known.size >= CACHE_SIZE) known.clear();
    known.set(id, tenantId);
    return tenantId;
  };
  return Object.assign(tenantOf, {
    forget: (keyHash: Buffer): unknown => known.delete(keyHash.toString('base64')),
  });
}
