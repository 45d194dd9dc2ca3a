import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { KEY_BYTES, open, seal, sha256, systemRandom, type DataKey, type RandomBytes } from './seal.ts';

/** A data key as it is stored: sealed by the master key of that id. */
export type WrappedKey = { masterId: string; wrapped: Uint8Array };

export type KeyToWrap = { keyId: string; key: DataKey };
export type KeyToUnwrap = WrappedKey & { keyId: string };

/** Callers never hand over more keys at once. */
export const MASTER_KEYS_BATCH = 500;
/** An adapter settles each call within this time, well below the 10 s of a request. */
export const MASTER_KEYS_TIMEOUT_MS = 5_000;

/**
 * The port to whatever holds the master keys: a key ring here, a key management service elsewhere (docs/operator/keys.md tells how
 * to write that adapter). Each call takes up to MASTER_KEYS_BATCH keys, answers with as many in the same order, and
 * settles within MASTER_KEYS_TIMEOUT_MS. It does all or rejects: with MasterKeysUnreachableError, UnknownMasterKeyError,
 * MasterKeysRefusedError, and with TamperedError where bytes were not wrapped by that master key for that `keyId`.
 */
export type MasterKeys = {
  /** The key that wraps from now on, and all that can be unwrapped with. */
  ids(): Promise<{ active: string; known: readonly string[] }>;
  wrap(keys: readonly KeyToWrap[]): Promise<WrappedKey[]>;
  unwrap(keys: readonly KeyToUnwrap[]): Promise<DataKey[]>;
};

/**
 * No answer from the master keys, which says nothing about the data: whoever needs them tries again. A request is answered
 * with 503. Messages are told to operators: they hold ids of master keys and nothing else.
 */
export class MasterKeysError extends Error {
  override readonly name: string = 'MasterKeysError';
}

/** Nobody answered, or not in time. */
export class MasterKeysUnreachableError extends MasterKeysError {
  override readonly name = 'MasterKeysUnreachableError';
  constructor() {
    super('the master keys are out of reach');
  }
}

/** Not in the ring, or not known to the service: it may be on its way here, as during a rotation over several hosts. */
export class UnknownMasterKeyError extends MasterKeysError {
  override readonly name = 'UnknownMasterKeyError';
  constructor(masterId: string) {
    super(`no master key ${masterId} in the key ring`);
  }
}

/** The service answered that this process may not use the key, or that the key is switched off. */
export class MasterKeysRefusedError extends MasterKeysError {
  override readonly name = 'MasterKeysRefusedError';
  constructor() {
    super('the use of the master keys was refused');
  }
}

export async function wrapOne(masterKeys: MasterKeys, keyId: string, key: DataKey): Promise<WrappedKey> {
  const [wrapped] = await masterKeys.wrap([{ keyId, key }]);
  if (!wrapped) throw new MasterKeysUnreachableError();
  return wrapped;
}

export async function unwrapOne(
  masterKeys: MasterKeys,
  keyId: string,
  wrapped: WrappedKey,
): Promise<DataKey> {
  const [key] = await masterKeys.unwrap([{ keyId, ...wrapped }]);
  if (!key) throw new MasterKeysUnreachableError();
  return key;
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

/** Where the operator's settings say that the master keys are. */
export type KeyRingSource = { masterKey?: string | undefined; masterKeyFile?: string | undefined };

/** Throws with a message for the operator that holds no key material. */
export async function loadKeyRing(source: KeyRingSource): Promise<KeyRing> {
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

/** The key ring as a MasterKeys port: no network, so every call settles at once. */
export function localMasterKeys(ring: KeyRing, random: RandomBytes = systemRandom): MasterKeys {
  const find = (masterId: string): DataKey => {
    const key = ring.keys.get(masterId);
    if (!key) throw new UnknownMasterKeyError(masterId);
    return key;
  };
  return {
    ids: () => Promise.resolve({ active: ring.active, known: [...ring.keys.keys()] }),
    wrap: (keys) =>
      settled(() =>
        keys.map(({ keyId, key }) => ({
          masterId: ring.active,
          wrapped: seal(find(ring.active), place(keyId), key, random),
        })),
      ),
    unwrap: (keys) =>
      settled(() =>
        keys.map(
          ({ keyId, masterId, wrapped }) => new Uint8Array(open(find(masterId), place(keyId), wrapped)),
        ),
      ),
  };
}

/** What `work` throws is a rejection. */
const settled = <T>(work: () => T): Promise<T> => new Promise((resolve) => resolve(work()));
