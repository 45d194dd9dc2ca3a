import { Gauge, type Registry } from 'prom-client';
import type { ErasureLedger } from '../../shared/erasure/ledger.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 2_000;

/**
 * Writes into the ledger what the command that erased could not: because it was killed, because the projector carried it
 * out, or because the ledger's disk was away.
 */
export function createErasureLedgerKeeper(
  { pool }: Pick<ReactorParts, 'pool'>,
  { ledger, registry }: { ledger: ErasureLedger; registry: Registry },
): Reactor {
  const waiting = new Gauge({
    name: 'erasures_unledgered',
    help: 'Erasures that stand in the database and not in the ledger outside of it yet.',
    registers: [registry],
  });
  return {
    name: 'erasure-ledger',
    intervalMs: INTERVAL_MS,
    runOnce: async () => {
      try {
        return await ledger.record(pool, 'all');
      } finally {
        const { rows } = await pool.query<{ count: number }>(
          'SELECT count(*) FROM ops.erasures WHERE ledgered_at IS NULL',
        );
        waiting.set(rows[0]?.count ?? 0);
      }
    },
  };
}
