import { Gauge, type Registry } from 'prom-client';
import type { ErasureLedger } from '../../shared/erasure/ledger.ts';
import { missingInLedger, readingTurns } from '../../shared/erasure/require-ledger.ts';
import type { OneAtATime } from '../../shared/lifecycle/one-at-a-time.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 2_000;
/** Reading the whole ledger takes longer than asking the database. */
const COMPARE_MS = 5 * 60_000;

type KeeperOptions = {
  ledger: ErasureLedger;
  registry: Registry;
  folder: string | null;
  backupRetentionDays: number;
  /** How the folder is read; `readingTurns` unless a test says otherwise. */
  inTurn?: OneAtATime;
};

/**
 * Writes erasures into the ledger that their command could not write: because it was killed, because the projector carried
 * out the erasure, or because the ledger's disk was out of reach. Every five minutes it also looks whether the ledger still
 * holds what was written into it.
 */
export function createErasureLedgerKeeper(
  { pool, now }: Pick<ReactorParts, 'pool' | 'now'>,
  options: KeeperOptions,
): Reactor {
  const { ledger, registry, folder, backupRetentionDays } = options;
  const inTurn = options.inTurn ?? readingTurns(folder ?? '');
  const waiting = new Gauge({
    name: 'triage_erasures_unledgered',
    help: 'Erasures that are in the database and not in the ledger yet.',
    registers: [registry],
  });
  const missing = new Gauge({
    name: 'triage_erasures_missing_in_ledger',
    help: 'Erasures that were written into the ledger and are not in it any more.',
    registers: [registry],
  });
  let comparedAt = -Infinity;
  async function compare(): Promise<void> {
    if (folder === null || now().getTime() - comparedAt < COMPARE_MS) return;
    missing.set((await missingInLedger(pool, { folder, now: now(), backupRetentionDays, inTurn })).length);
    comparedAt = now().getTime();
  }
  async function count(): Promise<void> {
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*) FROM ops.erasures WHERE ledgered_at IS NULL',
    );
    waiting.set(rows[0]?.count ?? 0);
  }
  async function write(signal: AbortSignal | undefined): Promise<number> {
    try {
      return await ledger.record(pool, 'all', signal);
    } finally {
      await count();
    }
  }
  return {
    name: 'erasure-ledger',
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const written = await write(signal);
      // Takes long where the ledger is large: the gauge of what waits does not wait for it.
      if (!signal?.aborted) await compare();
      return written;
    },
  };
}
