import { sleep } from '../../shared/lifecycle/timing.ts';
import { TamperedError } from '../../shared/crypto/seal.ts';
import {
  MASTER_KEYS_BATCH,
  UnknownMasterKeyError,
  type MasterKeys,
  type WrappedKey,
} from '../../shared/crypto/master-keys.ts';
import type { Pool } from '../../shared/postgres/pool.ts';

/** Everything that a master key wraps. */
const STORES = [
  { table: 'ops.data_keys', id: 'key_id' },
  { table: 'ops.signing_keys', id: 'signing_key_id' },
  { table: 'ops.log_keys', id: 'log_key_id' },
] as const;
type Store = (typeof STORES)[number];

type Row = { id: string; master_id: string; wrapped: Buffer };
/** A key that could not be wrapped anew, and why. */
export type Failure = { key_id: string; reason: 'tampered' | 'unknown_master_key' };
export type Rewrapped = {
  rewrapped: number;
  /** Keys that another master key still wraps: those that failed, and those whose row was locked all the time. */
  left: number;
  /** The first of those that failed. */
  failures: Failure[];
};

const SHOWN_FAILURES = 20;
/** Rows that others hold locked are passed over and looked for again, so many times without finding any free. */
const IDLE_PASSES = 25;
const IDLE_MS = 200;

export type RewrapParts = { pool: Pool; masterKeys: MasterKeys };

/** How many keys are wrapped by another master key than this one. */
export async function countOthers(pool: Pool, active: string): Promise<number> {
  let count = 0;
  for (const { table } of STORES) {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM ${table} WHERE wrapped IS NOT NULL AND master_id <> $1`,
      [active],
    );
    count += rows[0]?.count ?? 0;
  }
  return count;
}

/**
 * Wraps every data key, signing key and log key with the active master key, beside the traffic, a batch a commit: whoever is stopped
 * midway starts again and goes on. A key is replaced only while it stands as it was read, so that one that is destroyed
 * meanwhile stays destroyed. Throws MasterKeysError where the master keys do not answer.
 */
export async function rewrapAll(
  { pool, masterKeys }: RewrapParts,
  onProgress: (rewrapped: number) => void,
): Promise<Rewrapped> {
  const { active } = await masterKeys.ids();
  const failures = new Map<string, Failure>();
  let rewrapped = 0;
  let idlePasses = 0;
  while (idlePasses < IDLE_PASSES) {
    const before = rewrapped;
    let found = 0;
    for (const store of STORES) {
      for await (const rows of pagesOf(pool, store, active)) {
        const wanted = rows.filter(({ id }) => !failures.has(id));
        found += wanted.length;
        const done = await rewrap({ pool, masterKeys, store }, wanted);
        for (const failure of done.failures) failures.set(failure.key_id, failure);
        rewrapped += done.count;
        onProgress(rewrapped);
      }
    }
    if (found === 0) break;
    idlePasses = rewrapped > before ? 0 : idlePasses + 1;
    if (idlePasses > 0) await sleep(IDLE_MS);
  }
  return {
    rewrapped,
    left: await countOthers(pool, active),
    failures: [...failures.values()].slice(0, SHOWN_FAILURES),
  };
}

/** Keys that another master key has wrapped, in the order of their ids. */
async function* pagesOf(pool: Pool, { table, id }: Store, active: string): AsyncGenerator<Row[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await pool.query<Row>(
      `SELECT ${id} AS id, master_id, wrapped FROM ${table}
       WHERE ${id} > $1 AND wrapped IS NOT NULL AND master_id <> $2 ORDER BY ${id} LIMIT $3`,
      [after, active, MASTER_KEYS_BATCH],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

async function rewrap(
  { pool, masterKeys, store }: RewrapParts & { store: Store },
  rows: readonly Row[],
): Promise<{ count: number; failures: Failure[] }> {
  if (rows.length === 0) return { count: 0, failures: [] };
  const failures: Failure[] = [];
  const pairs: { row: Row; next: WrappedKey }[] = [];
  try {
    pairs.push(...(await wrapAnew(masterKeys, rows)));
  } catch (error) {
    if (reasonOf(error) === null) throw error;
    // One of the keys does not open. Wrap them one by one, so that the others succeed.
    for (const row of rows) {
      try {
        pairs.push(...(await wrapAnew(masterKeys, [row])));
      } catch (single) {
        const reason = reasonOf(single);
        if (reason === null) throw single;
        failures.push({ key_id: row.id, reason });
      }
    }
  }
  return { count: await replace(pool, store, pairs), failures };
}

function reasonOf(error: unknown): Failure['reason'] | null {
  if (error instanceof TamperedError) return 'tampered';
  return error instanceof UnknownMasterKeyError ? 'unknown_master_key' : null;
}

async function wrapAnew(
  masterKeys: MasterKeys,
  rows: readonly Row[],
): Promise<{ row: Row; next: WrappedKey }[]> {
  const keys = await masterKeys.unwrap(
    rows.map(({ id, master_id, wrapped }) => ({ keyId: id, masterId: master_id, wrapped })),
  );
  const wrapped = await masterKeys.wrap(
    rows.flatMap(({ id }, index) => {
      const key = keys[index];
      return key ? [{ keyId: id, key }] : [];
    }),
  );
  if (wrapped.length !== rows.length)
    throw new Error('the master keys answered with fewer keys than asked for');
  return rows.flatMap((row, index) => {
    const next = wrapped[index];
    return next ? [{ row, next }] : [];
  });
}

/** Never waits for a row: whoever holds one locked may be about to destroy it, or wait for another one of ours. */
async function replace(
  pool: Pool,
  { table, id }: Store,
  pairs: readonly { row: Row; next: WrappedKey }[],
): Promise<number> {
  if (pairs.length === 0) return 0;
  const { rowCount } = await pool.query(
    `WITH changed AS (
       SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::text[], $4::bytea[]) AS n (id, before, master_id, wrapped)
     ), free AS MATERIALIZED (
       SELECT d.${id} AS id FROM ${table} d JOIN changed n ON n.id = d.${id} AND n.before = d.wrapped
       FOR NO KEY UPDATE OF d SKIP LOCKED
     )
     UPDATE ${table} d SET master_id = n.master_id, wrapped = n.wrapped
     FROM free JOIN changed n ON n.id = free.id WHERE d.${id} = free.id AND d.wrapped = n.before`,
    [
      pairs.map(({ row }) => row.id),
      pairs.map(({ row }) => row.wrapped),
      pairs.map(({ next }) => next.masterId),
      pairs.map(({ next }) => Buffer.from(next.wrapped)),
    ],
  );
  return rowCount ?? 0;
}
