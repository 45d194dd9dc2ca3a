import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as signBytes,
  type KeyObject,
} from 'node:crypto';
import { inTransaction, type Pool, type Sql } from '../postgres/pool.ts';
import { canonicalJson } from './canonical-json.ts';
import { UnknownMasterKeyError, unwrapOne, wrapOne, type MasterKeys } from './master-keys.ts';
import { TamperedError } from './seal.ts';

/** A statement with an Ed25519 signature (base64) over its JSON text with sorted keys. */
export type Signature = { algorithm: 'Ed25519'; signing_key_id: string; public_key: string; value: string };
/** Public half of a signing key (base64 DER, SPKI). What it has signed stays good after it was replaced. */
export type PublicKey = { signing_key_id: string; public_key: string; created_at: string };

export type Signer = {
  /** Signs with the newest signing key of the installation; makes one where there is none yet. */
  sign(statement: Record<string, unknown>): Promise<Signature>;
  /**
   * The installation's own signing keys, newest first. Only those whose private half opens under the master key and fits:
   * whoever can write to the database can put a key of theirs there, but cannot wrap it.
   */
  publicKeys(): Promise<PublicKey[]>;
  /** Makes a new key, which signs from now on; other processes follow within a minute. */
  rotate(): Promise<PublicKey>;
};

type SigningKey = { id: string; publicKey: Buffer; privateKey: KeyObject };
type Row = { signing_key_id: string; public_key: Buffer; master_id: string; wrapped: Buffer };

type SignerDeps = {
  pool: Pool;
  masterKeys: MasterKeys;
  now: () => Date;
  newId: () => string;
};

/** How long another process may go on signing with a key that was replaced. */
const REFRESH_MS = 60_000;

/** Signs for the installation. Its private keys are stored wrapped by a master key. */
export function createSigner(deps: SignerDeps): Signer {
  let loaded: Promise<SigningKey> | null = null;
  let loadedAtMs = 0;
  const load = (): Promise<SigningKey> => {
    const nowMs = deps.now().getTime();
    if (loaded !== null && nowMs - loadedAtMs < REFRESH_MS) return loaded;
    loadedAtMs = nowMs;
    loaded = loadOrMake(deps).catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
  return {
    sign: async (statement) => {
      const key = await load();
      const value = signBytes(null, Buffer.from(canonicalJson(statement)), key.privateKey);
      return {
        algorithm: 'Ed25519',
        signing_key_id: key.id,
        public_key: key.publicKey.toString('base64'),
        value: value.toString('base64'),
      };
    },
    publicKeys: () => ownPublicKeys(deps),
    rotate: async () => {
      const made = await makeKey(deps);
      const createdAt = deps.now();
      await insertKey(deps.pool, made, createdAt);
      loaded = null;
      return toPublic({ ...made, created_at: createdAt });
    },
  };
}

async function loadOrMake(deps: SignerDeps): Promise<SigningKey> {
  const row = await inTransaction(deps.pool, async (tx) => {
    await tx.query("SELECT ops.lock('signing-key')");
    const { rows } = await tx.query<Row>('SELECT * FROM ops.signing_keys ORDER BY created_at DESC LIMIT 1');
    if (rows[0]) return rows[0];
    const made = await makeKey(deps);
    await insertKey(tx, made, deps.now());
    return made;
  });
  return openKey(deps.masterKeys, row);
}

async function openKey(masterKeys: MasterKeys, row: Row): Promise<SigningKey> {
  const der = await unwrapOne(masterKeys, row.signing_key_id, {
    masterId: row.master_id,
    wrapped: row.wrapped,
  });
  const privateKey = createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  return { id: row.signing_key_id, publicKey: row.public_key, privateKey };
}

async function ownPublicKeys({ pool, masterKeys }: SignerDeps): Promise<PublicKey[]> {
  const { rows } = await pool.query<Row & { created_at: Date }>(
    'SELECT * FROM ops.signing_keys ORDER BY created_at DESC, signing_key_id',
  );
  const own: PublicKey[] = [];
  for (const row of rows) {
    const key = await openKey(masterKeys, row).catch((error: unknown) => {
      if (error instanceof TamperedError || error instanceof UnknownMasterKeyError) return null;
      throw error;
    });
    if (key === null) continue;
    const fits = createPublicKey(key.privateKey)
      .export({ format: 'der', type: 'spki' })
      .equals(row.public_key);
    if (fits) own.push(toPublic(row));
  }
  return own;
}

const toPublic = (row: Row & { created_at: Date }): PublicKey => ({
  signing_key_id: row.signing_key_id,
  public_key: row.public_key.toString('base64'),
  created_at: row.created_at.toISOString(),
});

async function insertKey(sql: Sql, key: Row, createdAt: Date): Promise<void> {
  await sql.query(
    `INSERT INTO ops.signing_keys (signing_key_id, public_key, master_id, wrapped, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [key.signing_key_id, key.public_key, key.master_id, key.wrapped, createdAt],
  );
}

async function makeKey(deps: Pick<SignerDeps, 'masterKeys' | 'newId'>): Promise<Row> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = deps.newId();
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const { masterId, wrapped } = await wrapOne(deps.masterKeys, id, der);
  return {
    signing_key_id: id,
    public_key: publicKey.export({ format: 'der', type: 'spki' }),
    master_id: masterId,
    wrapped: Buffer.from(wrapped),
  };
}
