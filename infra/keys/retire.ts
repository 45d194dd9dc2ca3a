import type { Pool } from '../../shared/postgres/pool.ts';
import { KeysRefusal, readRing, withoutKey, writeRing } from './ring-changes.ts';
import { alone, type KeysParts } from './rotate.ts';

/** Tries to get the short lock that refuses a master key, each of which gives up after two seconds. */
const MAX_LOCK_TRIES = 10;
const LOCK_NOT_AVAILABLE = '55P03';
const CHECK_VIOLATION = '23514';

/**
 * Takes a master key out of use and out of the ring, for good: from then on the database refuses whatever is wrapped by it.
 * Throws KeysRefusal for the active key, an unknown one, and one that still wraps a key.
 */
export const retireMasterKey = (parts: KeysParts, id: string): Promise<{ retired: string }> =>
  alone(parts.pool, async () => {
    const { pool } = parts;
    const ring = await readRing(parts.ring);
    if (ring.active === id) throw new KeysRefusal(`master key ${id} is active: rotate to another one first`);
    const known = await pool.query('SELECT 1 FROM ops.master_keys WHERE master_id = $1', [id]);
    if (known.rowCount === 0 && !ring.keys.has(id)) throw new KeysRefusal('there is no such master key');
    await refuseInDatabase(pool, id);
    await pool.query(
      'UPDATE ops.master_keys SET retired_at = $2 WHERE master_id = $1 AND retired_at IS NULL',
      [id, parts.now()],
    );
    if (ring.keys.has(id)) writeRing(parts.ring, withoutKey(ring, id));
    return { retired: id };
  });

/** New rows are refused first and the old ones looked at then: nothing slips in between. */
async function refuseInDatabase(pool: Pool, id: string): Promise<void> {
  await withLock(() => pool.query('SELECT ops.refuse_master_key($1)', [id]));
  try {
    await pool.query('SELECT ops.prove_unwrapped($1)', [id]);
  } catch (error) {
    await withLock(() => pool.query('SELECT ops.allow_master_key($1)', [id]));
    if ((error as { code?: unknown }).code !== CHECK_VIOLATION) throw error;
    throw new KeysRefusal(`master key ${id} still wraps keys: keys rotate-master first`);
  }
}

async function withLock(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || tries === MAX_LOCK_TRIES) throw error;
    }
  }
}
