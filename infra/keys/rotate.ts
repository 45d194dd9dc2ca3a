import { checkMasterKeys } from '../../shared/crypto/key-checks.ts';
import { localMasterKeys, type KeyRing } from '../../shared/crypto/master-keys.ts';
import type { RandomBytes } from '../../shared/crypto/seal.ts';
import { withLock, type Lock } from '../../shared/postgres/lock.ts';
import type { OwnedPool } from '../../shared/postgres/pool.ts';
import { countOthers, rewrapAll, type Rewrapped } from './rewrap.ts';
import { KeysRefusal, readRing, withActive, withNewKey, writeRing, type RingPlace } from './ring-changes.ts';

export type KeysParts = {
  pool: OwnedPool;
  ring: RingPlace;
  now: () => Date;
  random: RandomBytes;
};

export type Rotation = Rewrapped & {
  active: string;
  /** True where an earlier rotation was carried on, with no new key. */
  resumed: boolean;
};

const KEYS_LOCK: Lock = {
  table: 'ops.keys_lock',
  refusal: () => new KeysRefusal('another change of the keys is running'),
};

/** One change of the keys at a time, over all operators. Throws KeysRefusal where another one runs. */
export const alone = <T>(pool: OwnedPool, work: () => Promise<T>): Promise<T> =>
  withLock(pool, KEYS_LOCK, work);

/** Adds a key that wraps nothing yet, so that it can be brought to every host before it is used. */
export const addMasterKey = (parts: KeysParts): Promise<string> =>
  alone(parts.pool, async () => {
    const { ring, id } = withNewKey(await readRing(parts.ring), parts.random, false);
    writeRing(parts.ring, ring);
    return id;
  });

/**
 * Lets a new master key wrap from now on, or the one that is named, and wraps every key with it that another one has
 * wrapped. Where an earlier rotation was cut short, carries that one on instead of making one more key.
 */
export const rotateMaster = (
  parts: KeysParts,
  { to, onProgress }: { to?: string | undefined; onProgress: (done: number, total: number) => void },
): Promise<Rotation> =>
  alone(parts.pool, async () => {
    const { pool } = parts;
    const before = await readRing(parts.ring);
    const resumed = to === undefined && (await countOthers(pool, before.active)) > 0;
    const ring = await activate(parts, before, { to, resumed });
    const masterKeys = localMasterKeys(ring);
    await checkMasterKeys(pool, masterKeys, parts.now());
    const total = await countOthers(pool, ring.active);
    const result = await rewrapAll({ pool, masterKeys }, (done) => onProgress(done, Math.max(done, total)));
    return { active: ring.active, resumed, ...result };
  });

/** The file is written before anything is wrapped by the new key: a key that only this process knows opens nothing. */
async function activate(
  parts: KeysParts,
  before: KeyRing,
  { to, resumed }: { to: string | undefined; resumed: boolean },
): Promise<KeyRing> {
  if (resumed || to === before.active) return before;
  const ring = to === undefined ? withNewKey(before, parts.random, true).ring : withActive(before, to);
  // Refuses before the file is touched: a key that was retired, or is not the one of its name.
  await checkKnown(parts, ring);
  writeRing(parts.ring, ring);
  return ring;
}

/** Only a key that the database knows has anything to be held against; a new one leaves its check value afterwards. */
async function checkKnown({ pool, now }: KeysParts, ring: KeyRing): Promise<void> {
  const { rowCount } = await pool.query('SELECT 1 FROM ops.master_keys WHERE master_id = $1', [ring.active]);
  if (rowCount !== 0) await checkMasterKeys(pool, localMasterKeys(ring), now());
}
