import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OneAtATime } from '../lifecycle/one-at-a-time.ts';
import { StartupError } from '../lifecycle/startup-error.ts';
import type { sleep } from '../lifecycle/timing.ts';
import type { Sql } from '../postgres/pool.ts';
import { folderTurns, LedgerHangsError } from './folder-turns.ts';

const DAY_MS = 86_400_000;
/** So long each file is waited for: the largest that can be read has half a gigabyte, which is 9 MB a second. */
const READ_WAIT_MS = 60_000;
const ID = /"erasure_id":"([0-9a-f-]{36})"/;

/** Ids of the erasures that the files of a ledger name, whether or not their signatures hold; empty where no folder is. */
async function idsInLedger(folder: string, inTurn: OneAtATime): Promise<Set<string>> {
  const names = await inTurn(() => readdir(folder)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const ids = new Set<string>();
  for (const name of names.filter((one) => one.endsWith('.ndjson'))) {
    const text = await inTurn(() => readFile(path.join(folder, name), 'utf8'));
    for (const line of text.split('\n')) {
      const id = ID.exec(line)?.[1];
      if (id !== undefined) ids.add(id);
    }
  }
  return ids;
}

export type LedgerPlace = {
  folder: string;
  now: Date;
  /** Files of older erasures may have been deleted: no backup can bring these back any more. */
  backupRetentionDays: number;
  /** Of whoever reads again and again: while one read hangs, no other is begun. */
  inTurn?: OneAtATime;
};

/** Reads of the folder, one after another, each of which is waited for a minute. */
export const readingTurns = (folder: string, wait?: typeof sleep): OneAtATime =>
  folderTurns(folder, { waitMs: READ_WAIT_MS, wait });

/**
 * Erasures that were written into the ledger and are not in it, as far as any backup can still bring them back. Throws
 * LedgerHangsError where the folder does not answer.
 */
export async function missingInLedger(sql: Sql, place: LedgerPlace): Promise<string[]> {
  const { rows } = await sql.query<{ erasure_id: string }>(
    'SELECT erasure_id FROM ops.erasures WHERE ledgered_at IS NOT NULL AND erased_at >= $1 ORDER BY erased_at',
    [new Date(place.now.getTime() - place.backupRetentionDays * DAY_MS)],
  );
  if (rows.length === 0) return [];
  const written = await idsInLedger(place.folder, place.inTurn ?? readingTurns(place.folder));
  return rows.map((row) => row.erasure_id).filter((id) => !written.has(id));
}

/** Has the reactor write these into the ledger once more, from what the database knows of them. */
export async function writeAgain(sql: Sql, erasureIds: readonly string[]): Promise<void> {
  await sql.query('UPDATE ops.erasures SET ledgered_at = NULL WHERE erasure_id = ANY ($1::uuid[])', [
    erasureIds,
  ]);
}

/**
 * Refuses to start beside a ledger that lacks erasures which were written into it: it is another one, or was not put back
 * after a restore, and a copy of it would take the place of the good one. `rewrite` writes them anew instead. Does nothing
 * where no folder is set. Throws StartupError, also where the folder does not answer.
 */
export async function requireLedger(
  sql: Sql,
  { folder, rewrite, ...place }: Omit<LedgerPlace, 'folder'> & { folder: string | null; rewrite: boolean },
): Promise<void> {
  if (folder === null) return;
  const missing = await missingInLedger(sql, { folder, ...place }).catch((error: unknown) => {
    throw error instanceof LedgerHangsError ? new StartupError(error.message, { cause: error }) : error;
  });
  if (missing.length === 0) return;
  if (rewrite) return writeAgain(sql, missing);
  throw new StartupError(
    `the erasure ledger in ${folder} lacks ${missing.length} erasures that were written into it: copy its files back from ` +
      'where you keep them (cp -n), or, where no copy is left, start once with ERASURE_LEDGER_REWRITE=on, see ' +
      'docs/operator/runbook.md#erasureledgerincomplete',
  );
}
