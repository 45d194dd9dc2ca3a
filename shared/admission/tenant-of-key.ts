import type { Pool } from '../postgres/pool.ts';

/** At most so many keys are remembered in one process. */
const CACHE_SIZE = 10_000;

/**
 * Which tenant a key belongs to, so that ids and keyed hashes can be made before the admission's one round trip.
 * A key never changes its tenant, so an answer stays right; whether the key is still good, the admission decides.
 * Null for a key that does not exist.
 */
export function createTenantOfKey(pool: Pool): (keyHash: Buffer) => Promise<string | null> {
  const known = new Map<string, string>();
  return async (keyHash) => {
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
}
