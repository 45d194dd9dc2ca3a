import type { ClientBase } from 'pg';
import { createPool, type OwnedPool } from '../shared/postgres/pool.ts';

/** One for claims, one for outcomes, one to spare. */
const CONNECTIONS = 3;

/**
 * Connections for claims and outcomes. Their commits do not wait for the disk: claims and outcomes that a crash of the
 * database loses are made and sent again under the same ids. Their statements look up single rows by index. Plans that
 * read whole tables are switched off, since the prepared ones are made while the tables are still empty.
 */
export function createDeliveryPool(databaseUrl: string): OwnedPool {
  const pool = createPool({
    databaseUrl,
    name: 'dispatcher-deliveries',
    maxConnections: CONNECTIONS,
    waitForDisk: false,
  });
  const prepare = async (client: ClientBase): Promise<void> => {
    await client.query('SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off');
  };
  // Awaited by the pool, though its type says void.
  Object.assign(pool.options, { onConnect: prepare });
  return pool;
}
