import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { loadKeyRing, type KeyRing } from '../../shared/crypto/master-keys.ts';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { holdsData, type DataDir } from './data-dir.ts';

const secretBytes = 32;

/** Writes a file of mode 0600 that is complete or not there at all, also after a crash of the machine. */
export function writePrivateFile(file: string, content: string): void {
  const draft = `${file}.new`;
  const fd = openSync(draft, 'w', 0o600);
  try {
    writeSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(draft, file);
}

/** The password of that name, made at its first use or where its file is empty; letters, digits, `-` and `_` only. */
export function secret(dir: Pick<DataDir, 'secrets'>, name: string): string {
  const file = path.join(dir.secrets, name);
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept !== '') return kept;
  const value = randomBytes(secretBytes).toString('base64url');
  writePrivateFile(file, `${value}\n`);
  return value;
}

function createKeyRing(file: string): void {
  const id = `master-${randomBytes(4).toString('hex')}`;
  const keys = { [id]: randomBytes(secretBytes).toString('base64') };
  writePrivateFile(file, `${JSON.stringify({ active: id, keys }, null, 2)}\n`);
}

type Installation = { master_keys: Record<string, string> };

/** Tells a key apart from another one of the same id, and tells nothing about the key. */
const checkValue = (key: Uint8Array): string =>
  createHmac('sha256', key).update('master key check value').digest('hex').slice(0, 16);

function knownKeys(dir: DataDir): Record<string, string> {
  if (!existsSync(dir.installation)) return {};
  try {
    return (JSON.parse(readFileSync(dir.installation, 'utf8')) as Installation).master_keys;
  } catch {
    throw new StartupError(
      `${dir.installation} is damaged: restore it from a copy, or remove it to trust the master key as it is`,
    );
  }
}

/**
 * Keeps check values of the keys, and refuses a ring that is not the one that this data was written with. Keys may be added,
 * and old ones removed as long as one that is known remains (a rotation does both, one after the other).
 */
export function rememberKeyRing(dir: DataDir, ring: KeyRing, source: string): void {
  const known = knownKeys(dir);
  const given = Object.fromEntries([...ring.keys].map(([id, key]) => [id, checkValue(key)]));
  const shared = Object.keys(given).filter((id) => id in known);
  const fits =
    shared.every((id) => given[id] === known[id]) && (shared.length > 0 || Object.keys(known).length === 0);
  if (!fits) {
    throw new StartupError(
      `wrong master key: ${source} does not fit the data in ${dir.root}; put the right key ring there`,
    );
  }
  if (JSON.stringify(known) === JSON.stringify(given)) return;
  const installation: Installation = { master_keys: given };
  writePrivateFile(dir.installation, `${JSON.stringify(installation, null, 2)}\n`);
}

export type MasterKeyOptions = {
  /** A key ring file that the operator names; else the one in DATA_DIR/secrets. */
  given: string | undefined;
  /** Gets one line when the key ring is made, at the first start. */
  tell: (line: string) => void;
};

function findRingFile(dir: DataDir, { given, tell }: MasterKeyOptions): string {
  const own = path.join(dir.secrets, 'master-keys.json');
  const file = given === undefined ? own : path.resolve(given);
  if (existsSync(file)) return file;
  if (given !== undefined)
    throw new StartupError(`master key file ${file} is missing: check MASTER_KEY_FILE`);
  if (holdsData(dir)) {
    throw new StartupError(
      `master key file ${file} is missing, and ${dir.root} holds data: restore the file, nothing can be read without it`,
    );
  }
  createKeyRing(file);
  tell(`master key created in ${file}: keep a copy of it apart from the data`);
  return file;
}

/**
 * Settles the key ring file of the installation and returns its path. Throws one clear line when it is
 * missing beside existing data, malformed, or not the one that the data was written with.
 */
export async function settleMasterKeys(dir: DataDir, options: MasterKeyOptions): Promise<string> {
  const file = findRingFile(dir, options);
  let ring: KeyRing;
  try {
    ring = await loadKeyRing({ masterKeyFile: file });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'; // these messages hold no key material
    throw new StartupError(`master key file ${file} cannot be used: ${reason}`);
  }
  rememberKeyRing(dir, ring, file);
  return file;
}
