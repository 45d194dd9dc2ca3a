import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { loadKeyRing, singleKeyRing, type KeyRing } from '../../shared/crypto/master-keys.ts';
import { KEY_BYTES, type RandomBytes } from '../../shared/crypto/seal.ts';
import { openDataDir } from '../embedded/data-dir.ts';
import { rememberKeyRing } from '../embedded/secrets.ts';

/** What stands in the way of a change of the keys; told to the operator as it is. */
export class KeysRefusal extends Error {}

/** A key ring file, and where the embedded stack that uses it lies, if one does. */
export type RingPlace = { file: string; dataDir: string | null };

const ID_BYTES = 4;

export const readRing = ({ file }: RingPlace): Promise<KeyRing> => loadKeyRing({ masterKeyFile: file });

/** The ring with one more random key; active at once, or when it has reached every host. */
export function withNewKey(
  ring: KeyRing,
  random: RandomBytes,
  isActive: boolean,
): { ring: KeyRing; id: string } {
  const id = `master-${Buffer.from(random(ID_BYTES)).toString('hex')}`;
  if (ring.keys.has(id)) return withNewKey(ring, random, isActive);
  const keys = new Map([...ring.keys, [id, random(KEY_BYTES)]]);
  return { ring: { active: isActive ? id : ring.active, keys }, id };
}

export function withActive(ring: KeyRing, id: string): KeyRing {
  if (!ring.keys.has(id)) throw new KeysRefusal(`master key ${id} is not in the key ring: add it first`);
  return { ...ring, active: id };
}

export function withoutKey(ring: KeyRing, id: string): KeyRing {
  return { active: ring.active, keys: new Map([...ring.keys].filter(([one]) => one !== id)) };
}

/**
 * Puts a ring in the place of a file at once, with user, group and mode of the one that stands there. Throws KeysRefusal
 * where that cannot be done; the file is as it was then.
 */
export function writeRing({ file, dataDir }: RingPlace, ring: KeyRing): void {
  const place = realpathSync(file);
  try {
    const { uid, gid, mode } = statSync(place);
    writeWhole(place, ring, { uid, gid, mode: mode & 0o777 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new KeysRefusal(
      `the key ring file cannot be written (${code}): make the change where the file comes from, and start again`,
    );
  }
  if (dataDir === null) return;
  const dir = openDataDir(dataDir);
  if (existsSync(dir.installation)) rememberKeyRing(dir, ring, file);
}

/** Writes MASTER_KEY as a key ring file of its own, mode 0600, to be named in MASTER_KEY_FILE from then on. */
export function writeFirstRing(file: string, masterKey: string): KeyRing {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new KeysRefusal('there is a file of that name already');
  const ring = singleKeyRing(masterKey);
  try {
    writeWhole(file, ring, { mode: 0o600 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new KeysRefusal(`the key ring file cannot be written (${code})`);
  }
  return ring;
}

function writeWhole(file: string, ring: KeyRing, as: { uid?: number; gid?: number; mode: number }): void {
  const keys = Object.fromEntries(
    [...ring.keys].map(([id, key]) => [id, Buffer.from(key).toString('base64')]),
  );
  const draft = `${file}.new`;
  const fd = openSync(draft, 'w', 0o600);
  try {
    writeSync(fd, `${JSON.stringify({ active: ring.active, keys }, null, 2)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  const { uid, gid } = statSync(draft);
  const owner = { uid: as.uid ?? uid, gid: as.gid ?? gid };
  // A ring in another group than before could be read by no process that was let in by it.
  if (owner.uid !== uid || owner.gid !== gid) chownSync(draft, owner.uid, owner.gid);
  chmodSync(draft, as.mode);
  renameSync(draft, file);
}
