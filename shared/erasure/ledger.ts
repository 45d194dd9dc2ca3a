import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Signer } from '../crypto/signer.ts';
import { syncFolder } from '../files/sync-folder.ts';
import type { sleep } from '../lifecycle/timing.ts';
import type { Sql } from '../postgres/pool.ts';
import { folderTurns } from './folder-turns.ts';
import { RECORD_COLUMNS, type ErasureRecord } from './records.ts';

/** What a line of the ledger says: enough to erase the same once more after a restore, and nothing about anybody. */
export const ledgerEntry = z.strictObject({
  v: z.literal(1),
  erasure_id: z.uuid(),
  tenant_id: z.uuid(),
  subject_type: z.enum(['session', 'patient', 'member', 'tenant', 'answers']),
  subject_id: z.uuid(),
  cause: z.string().max(100),
  /** Of single answers alone; else every key of the subject is meant. */
  key_ids: z.array(z.uuid()).nullable(),
  erased_at: z.iso.datetime(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

export const ledgerLine = ledgerEntry.extend({
  signature: z.strictObject({
    algorithm: z.literal('Ed25519'),
    signing_key_id: z.uuid(),
    public_key: z.string().max(100),
    value: z.string().max(100),
  }),
});
export type LedgerLine = z.output<typeof ledgerLine>;

export type ErasureLedger = {
  /**
   * Writes what was erased and does not stand in the ledger yet, of these erasures or of all: signed, and on the disk when
   * it returns. Returns how many lines. Written twice after a crash at the wrong moment, or where a write hung and came
   * through in the end, which does no harm. Throws LedgerMissingError where something waits and no folder is set, and
   * LedgerHangsError once 1,000 lines are not written within 5 s, or at once while an earlier write still hangs. Once the
   * signal is aborted, it leaves the rest.
   */
  record(sql: Sql, which: readonly string[] | 'all', signal?: AbortSignal): Promise<number>;
};

/** Erasures wait for the ledger, and the operator has not said where it is. */
export class LedgerMissingError extends Error {
  constructor() {
    super('ERASURE_LEDGER is not set: erasures are written nowhere outside of the database');
    this.name = 'LedgerMissingError';
  }
}

const AT_ONCE = 1_000;
/**
 * So long a write is waited for. It takes milliseconds, over a network some tens of them; and a call that erases answers
 * within the 10 s that a handler has.
 */
const WRITE_WAIT_MS = 5_000;

export type LedgerParts = {
  folder: string | null;
  signer: Signer;
  now: () => Date;
  /** Of this process and of no other, ever: its files take the names of none that was written before a restore. */
  runId: string;
  /** How a write is waited for; as it is unless a test says otherwise. */
  wait?: typeof sleep;
};

/**
 * The ledger in a folder: a file a month and process, named after the time of the erasure, so that old ones can be thrown
 * away. Create one in a process: it writes one thing at a time.
 */
export function createErasureLedger({ folder, signer, now, runId, wait }: LedgerParts): ErasureLedger {
  const inTurn = folderTurns(folder ?? '', { waitMs: WRITE_WAIT_MS, wait });
  async function write(rows: readonly ErasureRecord[]): Promise<void> {
    if (folder === null) throw new LedgerMissingError();
    const byFile = new Map<string, string[]>();
    for (const row of rows) {
      const entry = entryOf(row);
      const line = JSON.stringify({ ...entry, signature: await signer.sign(entry) });
      const name = `erasures-${entry.erased_at.slice(0, 7)}-${runId}.ndjson`;
      byFile.set(name, [...(byFile.get(name) ?? []), line]);
    }
    await inTurn(() => appendAll(folder, byFile));
  }

  return {
    record: async (sql, which, signal) => {
      let written = 0;
      for (;;) {
        const { rows } = await sql.query<ErasureRecord>(
          `SELECT ${RECORD_COLUMNS} FROM ops.erasures
           WHERE ledgered_at IS NULL AND ($1::uuid[] IS NULL OR erasure_id = ANY ($1::uuid[]))
           ORDER BY erased_at, erasure_id LIMIT $2`,
          [which === 'all' ? null : which, AT_ONCE],
        );
        if (rows.length === 0) return written;
        await write(rows);
        await sql.query(
          'UPDATE ops.erasures SET ledgered_at = $2 WHERE erasure_id = ANY ($1::uuid[]) AND ledgered_at IS NULL',
          [rows.map((row) => row.erasure_id), now()],
        );
        written += rows.length;
        if (rows.length < AT_ONCE || signal?.aborted) return written;
      }
    },
  };
}

/** Where the ledger is: as the operator says, else in the data directory; null where there is neither. */
export const ledgerFolder = (config: {
  ERASURE_LEDGER?: string | undefined;
  DATA_DIR?: string | undefined;
}): string | null =>
  config.ERASURE_LEDGER ?? (config.DATA_DIR === undefined ? null : path.join(config.DATA_DIR, 'erasures'));

const entryOf = (row: ErasureRecord): LedgerEntry => ({
  v: 1,
  erasure_id: row.erasure_id,
  tenant_id: row.tenant_id,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  cause: row.cause,
  key_ids: row.key_ids,
  erased_at: row.erased_at.toISOString(),
});

async function appendAll(folder: string, byFile: ReadonlyMap<string, readonly string[]>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, lines] of byFile) await append(path.join(folder, name), lines);
  await syncFolder(folder);
}

/** The empty line in front ends what a process that was killed while it wrote may have left without an end. */
async function append(file: string, lines: readonly string[]): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.write(`\n${lines.join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
