import { createHmac } from 'node:crypto';
import type { TenantKeys } from '../crypto/data-keys.ts';
import { deriveKey, sameBytes, type DataKey } from '../crypto/seal.ts';

type Value = string | number | boolean | null | readonly string[] | Uint8Array | Date;

/** Derived once for each tenant's key: a derivation takes longer than the code itself. */
const derived = new WeakMap<DataKey, DataKey>();

function keyOf({ seal }: Pick<TenantKeys, 'seal'>): DataKey {
  const known = derived.get(seal);
  if (known) return known;
  const key = deriveKey(seal, 'access-rows');
  derived.set(seal, key);
  return key;
}

const plain = (value: Value): unknown => {
  if (value instanceof Date) return value.toISOString();
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
};

/**
 * The authentication code of rows that give access: an HMAC over the columns that say to whom and to what, under a key of
 * the tenant's. Whoever can write to the database and has no master key can neither make such a row nor change one. Only
 * rows that give access have a code. The revision is among the columns: so the log tells whether a row with a right code
 * is one from before (`stream-ends.ts`).
 */
export function accessRows<Row extends object, Bound extends keyof Row & string>(
  kind: 'api_key' | 'member',
  bound: readonly Bound[],
) {
  /** Columns as the row holds them, or as the driver reads them. */
  type Given = { [Column in Bound]: Row[Column] | Date };
  const macOf = (keys: Pick<TenantKeys, 'seal'>, row: Given): Buffer =>
    createHmac('sha256', keyOf(keys))
      .update(JSON.stringify([kind, ...bound.map((column) => plain(row[column] as Value))]))
      .digest();
  return {
    macOf,
    /** Whether the code of a row is that of these columns. Takes the same time wherever they differ. */
    isGenuine: (keys: Pick<TenantKeys, 'seal'>, row: Given, mac: Uint8Array): boolean =>
      sameBytes(mac, macOf(keys, row)),
  };
}
