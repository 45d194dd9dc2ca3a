import type pg from 'pg';
import type { OwnedPool, Pool } from './pool.ts';

/** Connections that see and change the rows of one tenant only, as far as row-level security holds for their role. */
export type TenantPools = (tenantId: string) => Pool;

/**
 * Lends the pool's connections to tenants: a connection that was last another tenant's is told its new one first. The
 * policies of the migrations compare a row's tenant with what is set here.
 */
export function createTenantPools(pool: OwnedPool): TenantPools {
  const tenantOf = new WeakMap<pg.PoolClient, string>();

  const connect = async (tenantId: string): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    if (tenantOf.get(client) === tenantId) return client;
    try {
      await client.query({
        name: 'set-tenant',
        text: "SELECT set_config('app.tenant_id', $1, false)",
        values: [tenantId],
      });
    } catch (error) {
      client.release(true);
      throw error;
    }
    tenantOf.set(client, tenantId);
    return client;
  };

  const queryAs = async (tenantId: string, args: [pg.QueryConfig, unknown[]?]): Promise<pg.QueryResult> => {
    const client = await connect(tenantId);
    let failed: boolean | undefined;
    try {
      return await client.query(...args);
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      client.release(failed);
    }
  };

  return (tenantId) => ({
    connect: () => connect(tenantId),
    query: ((...args: [pg.QueryConfig, unknown[]?]) => queryAs(tenantId, args)) as Pool['query'],
  });
}
