import { v5 as uuidV5 } from 'uuid';
import type { KeyRole } from '../../domain/kernel/event-definition.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Sql } from '../postgres/pool.ts';
import {
  MASTER_KEYS_BATCH,
  MasterKeysUnreachableError,
  unwrapOne,
  wrapOne,
  type KeyToUnwrap,
  type MasterKeys,
  type WrappedKey,
} from './master-keys.ts';
import { deriveKey, KEY_BYTES, type DataKey, type RandomBytes } from './seal.ts';

/** The key row is gone. A lost key is not an erasure: whoever meets this stops. */
export class KeyMissingError extends Error {
  readonly keyId: string;
  constructor(keyId: string) {
    super(`data key ${keyId} is missing`);
    this.name = 'KeyMissingError';
    this.keyId = keyId;
  }
}

/** A key just made, with what has to be stored of it. */
export type FreshKey = { keyId: string; role: KeyRole; key: DataKey; stored: WrappedKey };
/** A key as it can be used, or the fact that it was destroyed. */
export type OpenedKey = DataKey | 'destroyed';
export type OpenedKeys = ReadonlyMap<string, OpenedKey>;

/** A key's row as it is read beside what it opens. Both null: the key was destroyed, unless there is no row at all. */
export type StoredKey = {
  master_id: string | null;
  wrapped: Uint8Array | null;
  /** False where the key's row is gone, as a left join finds out. */
  has_key: boolean;
};

/** Key ids follow from what they are for, so that a repeated command names the same keys. */
export const tenantKeyId = (tenantId: string): string => uuidV5('tenant', tenantId);
export const subjectKeyId = (subjectId: string): string => uuidV5('subject', subjectId);
export const commandKeyId = (commandId: string, role: 'answer' | 'outcome'): string =>
  uuidV5(role, commandId);

export type TenantKeys = {
  keyId: string;
  /** Seals what belongs to the tenant as a whole. */
  seal: DataKey;
  /** For keyed hashes, see `keyedHash`. */
  lookup: DataKey;
};

export type DataKeys = {
  /** A new random key under that id, wrapped, not stored yet. */
  make(keyId: string, role: KeyRole): Promise<FreshKey>;
  /** Opens a key that was read with its row. Throws KeyMissingError, TamperedError, MasterKeysError. */
  unwrap(keyId: string, row: StoredKey): Promise<OpenedKey>;
  /** Loads and opens keys in one query. Throws KeyMissingError for an id that has no row, and as `unwrap` does. */
  load(sql: Sql, keyIds: Iterable<string>): Promise<Map<string, OpenedKey>>;
  /** The tenant's own keys, opened once a process. Throws KeyMissingError, DomainError `not_found` for a closed tenant. */
  tenantKeys(sql: Sql, tenantId: string): Promise<TenantKeys>;
};

type KeyRow = { key_id: string; master_id: string | null; wrapped: Buffer | null };

/** At most so many tenants' keys stay open in one process. */
const TENANT_CACHE_SIZE = 10_000;

export function createDataKeys(masterKeys: MasterKeys, random: RandomBytes): DataKeys {
  const tenantCache = new Map<string, TenantKeys>();

  const unwrap: DataKeys['unwrap'] = async (keyId, row) => {
    if (!row.has_key) throw new KeyMissingError(keyId);
    if (row.wrapped === null || row.master_id === null) return 'destroyed';
    return unwrapOne(masterKeys, keyId, { masterId: row.master_id, wrapped: row.wrapped });
  };

  const unwrapAll = async (rows: readonly KeyRow[]): Promise<Map<string, OpenedKey>> => {
    const opened = new Map<string, OpenedKey>();
    const living: KeyToUnwrap[] = [];
    for (const { key_id, master_id, wrapped } of rows) {
      if (wrapped === null || master_id === null) opened.set(key_id, 'destroyed');
      else living.push({ keyId: key_id, masterId: master_id, wrapped });
    }
    for (let start = 0; start < living.length; start += MASTER_KEYS_BATCH) {
      const batch = living.slice(start, start + MASTER_KEYS_BATCH);
      const keys = await masterKeys.unwrap(batch);
      batch.forEach(({ keyId }, index) => {
        const key = keys[index];
        if (!key) throw new MasterKeysUnreachableError();
        opened.set(keyId, key);
      });
    }
    return opened;
  };

  const load: DataKeys['load'] = async (sql, keyIds) => {
    const wanted = [...new Set(keyIds)];
    if (wanted.length === 0) return new Map();
    const { rows } = await sql.query<KeyRow>({
      name: 'load-data-keys',
      text: 'SELECT key_id, master_id, wrapped FROM ops.data_keys WHERE key_id = ANY ($1::uuid[])',
      values: [wanted],
    });
    const opened = await unwrapAll(rows);
    for (const keyId of wanted) if (!opened.has(keyId)) throw new KeyMissingError(keyId);
    return opened;
  };

  return {
    unwrap,
    load,
    make: async (keyId, role) => {
      const key = random(KEY_BYTES);
      return { keyId, role, key, stored: await wrapOne(masterKeys, keyId, key) };
    },
    tenantKeys: async (sql, tenantId) => {
      const cached = tenantCache.get(tenantId);
      if (cached) return cached;
      const keyId = tenantKeyId(tenantId);
      const key = (await load(sql, [keyId])).get(keyId);
      if (key === 'destroyed') throw new DomainError('not_found', 'The tenant was closed.');
      if (key === undefined) throw new KeyMissingError(keyId);
      const keys = { keyId, seal: key, lookup: deriveKey(key, 'lookup') };
      if (tenantCache.size >= TENANT_CACHE_SIZE) tenantCache.clear();
      tenantCache.set(tenantId, keys);
      return keys;
    },
  };
}

/** Stores keys made outside of an admission (operator commands). An id that stands already is left as it is. */
export async function storeKeys(
  sql: Sql,
  owner: { tenantId: string; subjectId: string; now: Date },
  keys: FreshKey[],
): Promise<void> {
  for (const key of keys) {
    await sql.query(
      `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (key_id) DO NOTHING`,
      [
        key.keyId,
        owner.tenantId,
        owner.subjectId,
        key.role,
        key.stored.masterId,
        key.stored.wrapped,
        owner.now,
      ],
    );
  }
}
