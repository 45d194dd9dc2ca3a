import { StartupError } from '../lifecycle/startup-error.ts';
import type { Sql } from '../postgres/pool.ts';
import { UnknownMasterKeyError, unwrapOne, wrapOne, type MasterKeys } from './master-keys.ts';
import { sha256, TamperedError } from './seal.ts';

type Check = { master_id: string; check_wrapped: Buffer; retired_at: Date | null };

/** A public value. A master key that unwraps to it is the right one; the value reveals nothing else. */
const CHECK_VALUE = sha256('check value of a master key');
const checkId = (masterId: string): string => `master-key-check|${masterId}`;

/**
 * Holds the master keys against the check values that the database was written with, and leaves one for an active key
 * that is new. Throws StartupError, whose message names the key, where one is wrong, missing or retired; else what the
 * database or the port throws.
 */
export async function checkMasterKeys(sql: Sql, masterKeys: MasterKeys, now: Date): Promise<void> {
  const { active } = await masterKeys.ids();
  const known = await loadChecks(sql);
  for (const check of known) await verify(masterKeys, check, active);
  if (known.some(({ master_id }) => master_id === active)) return;
  const made = await wrapOne(masterKeys, checkId(active), CHECK_VALUE);
  await sql.query(
    `INSERT INTO ops.master_keys (master_id, check_wrapped, added_at) VALUES ($1, $2, $3)
     ON CONFLICT (master_id) DO NOTHING`,
    [active, made.wrapped, now],
  );
  // Another process may have been faster, with another key of the same id.
  for (const check of await loadChecks(sql)) await verify(masterKeys, check, active);
}

async function loadChecks(sql: Sql): Promise<Check[]> {
  const { rows } = await sql.query<Check>(
    'SELECT master_id, check_wrapped, retired_at FROM ops.master_keys ORDER BY added_at, master_id',
  );
  return rows;
}

async function verify(masterKeys: MasterKeys, check: Check, active: string): Promise<void> {
  const { master_id: masterId, check_wrapped: wrapped, retired_at } = check;
  if (retired_at !== null) {
    if (masterId !== active) return;
    throw new StartupError(`master key ${masterId} was retired: make another one active in the key ring`);
  }
  try {
    const value = await unwrapOne(masterKeys, checkId(masterId), { masterId, wrapped });
    if (CHECK_VALUE.equals(value)) return;
  } catch (error) {
    if (error instanceof UnknownMasterKeyError) {
      throw new StartupError(
        `master key ${masterId} is missing: this database was written with it, so put it into the key ring`,
      );
    }
    if (!(error instanceof TamperedError)) throw error;
  }
  throw new StartupError(
    `wrong master key: the one given as ${masterId} is not the one that this database was written with`,
  );
}
