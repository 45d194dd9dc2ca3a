import { v5 as uuidV5 } from 'uuid';
import type { KeyRole } from '../../domain/kernel/event-definition.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Sql } from '../postgres/pool.ts';
import type { MasterKeys, WrappedKey } from './master-keys.ts';
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
  /** Opens a row's wrapped bytes; null bytes are a destroyed key. */
  unwrap(keyId: string, row: { master_id: string | null; wrapped: Uint8Array | null }): Promise<OpenedKey>;
  /** Loads and opens keys in one query. Throws KeyMissingError for an id that has no row. */
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
    if (row.wrapped === null || row.master_id === null) return 'destroyed';
    return masterKeys.unwrap(keyId, { masterId: row.master_id, wrapped: row.wrapped });
  };

  const load: DataKeys['load'] = async (sql, keyIds) => {
    const wanted = [...new Set(keyIds)];
    if (wanted.length === 0) return new Map();
    const { rows } = await sql.query<KeyRow>({
      name: 'load-data-keys',
      text: 'SELECT key_id, master_id, wrapped FROM ops.data_keys WHERE key_id = ANY ($1::uuid[])',
      values: [wanted],
    });
    const opened = new Map<string, OpenedKey>();
    for (const row of rows) opened.set(row.key_id, await unwrap(row.key_id, row));
    for (const keyId of wanted) if (!opened.has(keyId)) throw new KeyMissingError(keyId);
    return opened;
  };

  return {
    unwrap,
    load,
    make: async (keyId, role) => {
      const key = random(KEY_BYTES);
      return { keyId, role, key, stored: await masterKeys.wrap(keyId, key) };
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
