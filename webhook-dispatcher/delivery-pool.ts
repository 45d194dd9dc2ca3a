import type { ClientBase } from 'pg';
import { createPool, type OwnedPool } from '../shared/postgres/pool.ts';

/** Claiming and recording take turns on it, with one to spare. */
const CONNECTIONS = 3;

/**
 * Connections for claims and outcomes. They do not wait for the disk: what a crash of the database takes back is
 * claimed and sent again under the same ids. Their statements look up single rows by index however many there are;
 * plans that read whole tables, made while these were empty and kept, are ruled out.
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
