import { createPrivateKey, generateKeyPairSync, sign as signBytes, type KeyObject } from 'node:crypto';
import { inTransaction, type Pool } from '../postgres/pool.ts';
import { canonicalJson } from './canonical-json.ts';
import type { MasterKeys } from './master-keys.ts';

/** A statement with an Ed25519 signature (base64) over its JSON text with sorted keys. */
export type Signature = { algorithm: 'Ed25519'; signing_key_id: string; public_key: string; value: string };
export type Signer = { sign(statement: Record<string, unknown>): Promise<Signature> };

type SigningKey = { id: string; publicKey: Buffer; privateKey: KeyObject };
type Row = { signing_key_id: string; public_key: Buffer; master_id: string; wrapped: Buffer };

/** Signs with the newest signing key of the installation; makes one where there is none yet. */
export function createSigner(deps: {
  pool: Pool;
  masterKeys: MasterKeys;
  now: () => Date;
  newId: () => string;
}): Signer {
  let loaded: Promise<SigningKey> | null = null;
  const load = (): Promise<SigningKey> => {
    loaded ??= loadOrMake(deps).catch((error: unknown) => {
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
  };
}

async function loadOrMake(deps: {
  pool: Pool;
  masterKeys: MasterKeys;
  now: () => Date;
  newId: () => string;
}): Promise<SigningKey> {
  const row = await inTransaction(deps.pool, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('signing-key', 0))");
    const { rows } = await tx.query<Row>('SELECT * FROM ops.signing_keys ORDER BY created_at DESC LIMIT 1');
    if (rows[0]) return rows[0];
    const made = await makeKey(deps);
    await tx.query(
      `INSERT INTO ops.signing_keys (signing_key_id, public_key, master_id, wrapped, created_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [made.signing_key_id, made.public_key, made.master_id, made.wrapped, deps.now()],
    );
    return made;
  });
  const { masterKeys } = deps;
  const der = await masterKeys.unwrap(row.signing_key_id, { masterId: row.master_id, wrapped: row.wrapped });
  const privateKey = createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  return { id: row.signing_key_id, publicKey: row.public_key, privateKey };
}

async function makeKey(deps: { masterKeys: MasterKeys; newId: () => string }): Promise<Row> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = deps.newId();
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const { masterId, wrapped } = await deps.masterKeys.wrap(id, der);
  return {
    signing_key_id: id,
    public_key: publicKey.export({ format: 'der', type: 'spki' }),
    master_id: masterId,
    wrapped: Buffer.from(wrapped),
  };
}
