import { Gauge, type Registry } from 'prom-client';
import type { ErasureLedger } from '../../shared/erasure/ledger.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 2_000;

/**
 * Writes erasures into the ledger that their command could not write: because it was killed, because the projector carried
 * out the erasure, or because the ledger's disk was out of reach.
 */
export function createErasureLedgerKeeper(
  { pool }: Pick<ReactorParts, 'pool'>,
  { ledger, registry }: { ledger: ErasureLedger; registry: Registry },
): Reactor {
  const waiting = new Gauge({
    name: 'erasures_unledgered',
    help: 'Erasures that are in the database and not in the ledger yet.',
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
