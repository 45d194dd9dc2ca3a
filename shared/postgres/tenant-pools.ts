import pg from 'pg';
import type { OwnedPool, Pool } from './pool.ts';
import { lendTo, queryAsTenant } from './tenant-query.ts';

/** Connections that see and change the rows of one tenant only, as far as row-level security holds for their role. */
export type TenantPools = (tenantId: string) => Pool;

/**
 * Lends the pool's connections to tenants: a connection that was last another tenant's is told its new one together
 * with the query. The policies of the migrations compare a row's tenant with what is set here.
 */
export function createTenantPools(pool: OwnedPool): TenantPools {
  /** What the server was told last, and confirmed. */
  const tenantOf = new WeakMap<pg.PoolClient, string>();

  /** A connection that stands in no transaction: the end of one that was left open could take its tenant back. */
  const borrow = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (client.getTransactionStatus() === 'I') return client;
      client.release(true);
    }
  };

  const queryAs = async (
    tenantId: string,
    args: [pg.QueryConfig | string, unknown[]?],
  ): Promise<pg.QueryResult> => {
    const client = await borrow();
    const isTold = tenantOf.get(client) === tenantId;
    try {
      const result = await (isTold ? client.query(...args) : queryAsTenant(client, tenantId, args));
      tenantOf.set(client, tenantId);
      client.release();
      return result;
    } catch (error) {
      // What the database itself answered took nothing back from a connection that knew its tenant before.
      client.release(!(isTold && error instanceof pg.DatabaseError));
      throw error;
    }
  };

  /** A transaction begins with a message of its own, so that its tenant is set before. */
  const connect = async (tenantId: string): Promise<pg.PoolClient> => {
    const client = await borrow();
    if (tenantOf.get(client) === tenantId) return client;
    try {
      await client.query(lendTo(tenantId));
    } catch (error) {
      client.release(true);
      throw error;
    }
    tenantOf.set(client, tenantId);
    return client;
  };

  return (tenantId) => ({
    connect: () => connect(tenantId),
    query: ((...args: [pg.QueryConfig | string, unknown[]?]) => queryAs(tenantId, args)) as Pool['query'],
  });
}
