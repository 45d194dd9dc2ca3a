import type { Pool, Sql } from '../../shared/postgres/pool.ts';
import { newest, type Chain } from './chain.ts';
import { entryOf, KEY_TABLES, loadInto, loadTable } from './database.ts';
import { BackupRefusal, type TableEntry } from './manifest.ts';

/**
 * What the newest backup of a chain knows beside rows of an earlier one: keys as they are wrapped now, those that were made up
 * to the moment, and what was erased since. It stands in these tables until the restore is complete.
 */
const LATER_KEYS = 'ops.restored_keys';
const LATER_ERASURES = 'ops.restored_erasures';
const TABLES = new Map([
  ['ops.data_keys', LATER_KEYS],
  ['ops.erasures', LATER_ERASURES],
]);

/** More than the clocks of two machines of one installation differ, and than a command takes. */
const MARGIN = '1 hour';

function requiredEntry(chain: Chain, name: string): TableEntry {
  const entry = entryOf(chain, name);
  if (entry === undefined) throw new BackupRefusal(`the newest backup of the chain has no ${name}`);
  return entry;
}

/**
 * Joins the keys of the newest backup of a chain to those of the rows, which are loaded. A key that was destroyed since stays
 * for now, so that its erasure can be done again as the ledger has it; one that the key ring may not open any more does not.
 * In a transaction of the caller's, on tables of the newest backup's migrations.
 */
export async function loadLaterState(tx: Sql, chain: Chain, moment: Date): Promise<void> {
  const { manifest } = newest(chain);
  for (const [name, into] of TABLES) {
    await tx.query(`CREATE TABLE ${into} (LIKE ${name})`);
    await loadInto(tx, into, { chain, entry: requiredEntry(chain, name) });
  }
  for (const name of KEY_TABLES) {
    if (!TABLES.has(name)) await loadTable(tx, chain, requiredEntry(chain, name));
  }
  await tx.query(
    `UPDATE ops.data_keys k SET master_id = l.master_id, wrapped = l.wrapped FROM ${LATER_KEYS} l
     WHERE l.key_id = k.key_id AND l.wrapped IS NOT NULL AND k.wrapped IS NOT NULL AND l.master_id <> k.master_id`,
  );
  await tx.query(
    `UPDATE ops.data_keys k
     SET master_id = NULL, wrapped = NULL, destroyed_at = l.destroyed_at, erasure_id = l.erasure_id
     FROM ${LATER_KEYS} l
     WHERE l.key_id = k.key_id AND l.wrapped IS NULL AND NOT k.master_id = ANY ($1::text[])`,
    [manifest.master_keys],
  );
  const columns = requiredEntry(chain, 'ops.data_keys').columns.join(', ');
  await tx.query(
    `INSERT INTO ops.data_keys (${columns}) SELECT ${columns} FROM ${LATER_KEYS}
     WHERE created_at <= $1::timestamptz + interval '${MARGIN}' ON CONFLICT (key_id) DO NOTHING`,
    [moment],
  );
}

/** Of keys that were made after the moment no event is left. */
export async function forgetLaterKeys(tx: Sql, moment: Date): Promise<void> {
  await tx.query(`DELETE FROM ops.data_keys WHERE created_at > $1::timestamptz + interval '${MARGIN}'`, [
    moment,
  ]);
}

/** How many erasures the newest backup knows of, and neither the restored rows nor the ledger does. */
export async function countLostErasures(pool: Pool, inLedger: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${LATER_ERASURES} l
     WHERE NOT EXISTS (SELECT FROM ops.erasures e WHERE e.erasure_id = l.erasure_id)
       AND NOT l.erasure_id = ANY ($1::uuid[])`,
    [inLedger],
  );
  return rows[0]?.count ?? 0;
}

/** Destroys what the newest backup knows as destroyed, whatever the ledger says, and takes its tables away. */
export async function settleLaterState(pool: Pool): Promise<void> {
  await pool.query(
    `UPDATE ops.data_keys k
     SET master_id = NULL, wrapped = NULL, destroyed_at = l.destroyed_at, erasure_id = l.erasure_id
     FROM ${LATER_KEYS} l WHERE l.key_id = k.key_id AND l.wrapped IS NULL AND k.wrapped IS NOT NULL`,
  );
  await pool.query(`DROP TABLE ${LATER_KEYS}, ${LATER_ERASURES}`);
}
