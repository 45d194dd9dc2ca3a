import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { KEY_BYTES, open, seal, sha256, systemRandom, type DataKey, type RandomBytes } from './seal.ts';

/** A data key as it is stored: sealed by the master key of that id. */
export type WrappedKey = { masterId: string; wrapped: Uint8Array };

/**
 * The port to whatever holds the master keys: a key ring file here, a key management service elsewhere.
 * Both calls may reach over a network and reject with an error of their own when it is out of reach.
 */
export type MasterKeys = {
  wrap(keyId: string, key: DataKey): Promise<WrappedKey>;
  /** Throws TamperedError when the bytes were not wrapped for `keyId`, UnknownMasterKeyError for a foreign ring. */
  unwrap(keyId: string, wrapped: WrappedKey): Promise<DataKey>;
};

export class UnknownMasterKeyError extends Error {
  constructor(masterId: string) {
    super(`no master key ${masterId} in the key ring`);
    this.name = 'UnknownMasterKeyError';
  }
}

const ringSchema = z.object({
  active: z.string().min(1),
  keys: z.record(z.string(), z.base64()),
});
/** Too short for a key in any usual encoding: an id is told in errors and stands beside every wrapped key. */
const idPattern = /^[\w.-]{1,40}$/;
export type KeyRing = { active: string; keys: ReadonlyMap<string, DataKey> };

/** Parses a key ring file. Throws with a message that names what is wrong and never holds key material. */
export function parseKeyRing(text: string): KeyRing {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new Error('the key ring is not valid JSON');
  }
  const parsed = ringSchema.safeParse(raw);
  if (!parsed.success) throw new Error('the key ring must hold "active" and "keys" (base64, 32 bytes each)');
  if (![parsed.data.active, ...Object.keys(parsed.data.keys)].every((id) => idPattern.test(id))) {
    throw new Error('the ids in the key ring must be 1 to 40 letters, digits, ".", "_" or "-"');
  }
  const keys = new Map<string, DataKey>();
  for (const [id, encoded] of Object.entries(parsed.data.keys)) {
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== KEY_BYTES) throw new Error(`master key ${id} is not 32 bytes long`);
    keys.set(id, new Uint8Array(key));
  }
  if (!keys.has(parsed.data.active)) throw new Error('the active master key is not in the key ring');
  return { active: parsed.data.active, keys };
}

/** A ring of one key given in the environment; its id is a digest of the key, so that a wrong key is noticed. */
export function singleKeyRing(base64: string): KeyRing {
  const key = new Uint8Array(Buffer.from(base64, 'base64'));
  if (key.length !== KEY_BYTES) throw new Error('MASTER_KEY must be 32 bytes in base64');
  const id = `env-${sha256(key).toString('hex').slice(0, 12)}`;
  return { active: id, keys: new Map([[id, key]]) };
}

export async function loadKeyRing(source: {
  masterKey?: string | undefined;
  masterKeyFile?: string | undefined;
}): Promise<KeyRing> {
  if (source.masterKey !== undefined) return singleKeyRing(source.masterKey);
  if (source.masterKeyFile === undefined) throw new Error('set MASTER_KEY or MASTER_KEY_FILE');
  let text: string;
  try {
    text = await readFile(source.masterKeyFile, 'utf8');
  } catch {
    throw new Error('MASTER_KEY_FILE cannot be read');
  }
  return parseKeyRing(text);
}

const place = (keyId: string): string => `data-key|${keyId}`;

/** The key ring as a MasterKeys port: no network, so both calls settle at once. */
export function localMasterKeys(ring: KeyRing, random: RandomBytes = systemRandom): MasterKeys {
  const find = (masterId: string): DataKey => {
    const key = ring.keys.get(masterId);
    if (!key) throw new UnknownMasterKeyError(masterId);
    return key;
  };
  return {
    wrap: (keyId, key) =>
      Promise.resolve({
        masterId: ring.active,
        wrapped: seal(find(ring.active), place(keyId), key, random),
      }),
    unwrap: async (keyId, { masterId, wrapped }) => {
      const key = open(find(masterId), place(keyId), wrapped);
      return Promise.resolve(new Uint8Array(key));
    },
  };
}
