import { noteFactsUses } from '../../shared/audit/facts-uses.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 10_000;

/**
 * Puts into the audit trail which views of schema `facts` data teams' logins have read. Postgres counts the calls
 * (facts_source.reader); a connection reports its counts when a transaction ends, at the latest ten seconds after it.
 */
export function createFactsUses({ pool, now }: Pick<ReactorParts, 'pool' | 'now'>): Reactor {
  return {
    name: 'facts-uses',
    intervalMs: INTERVAL_MS,
    runOnce: () => inTransaction(pool, (tx) => noteFactsUses(tx, now())),
  };
}
