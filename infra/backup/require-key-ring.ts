import { loadKeyRing, type KeyRing, type KeyRingSource } from '../../shared/crypto/master-keys.ts';
import { newest } from './chain.ts';
import { BackupRefusal } from './manifest.ts';
import type { RestorePlan } from './moment.ts';

/** The key ring. Throws BackupRefusal where it cannot be used, or lacks a key that the backup was made with. */
export async function requireKeyRing({ chain }: RestorePlan, source: KeyRingSource): Promise<KeyRing> {
  const ring = await loadKeyRing(source).catch((error: unknown) => {
    // Its messages hold no key material.
    throw new BackupRefusal(error instanceof Error ? error.message : 'the key ring cannot be used');
  });
  const missing = newest(chain).manifest.master_keys.filter((id) => !ring.keys.has(id));
  if (missing.length > 0) throw new BackupRefusal(`the key ring lacks ${missing.join(', ')}`);
  return ring;
}
