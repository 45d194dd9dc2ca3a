import type { TenantPools } from '../postgres/tenant-pools.ts';

/** What so many of may run at a time. */
export type PlaceKind = 'export' | 'event_wait' | 'webhook_test';

export type HeldPlaces = {
  /**
   * Takes a place for a call, and gives back what gives it back, once; null while all are taken, in whatever process.
   * Throws where the database is out of reach: limits fail closed.
   */
  take(place: {
    tenantId: string;
    kind: PlaceKind;
    limit: number;
    /** Whose limit it is; default the tenant's. */
    ofId?: string;
  }): Promise<(() => Promise<void>) | null>;
};

/** A process that dies keeps a place for so long. */
const HELD_FOR_MS = 60_000;
const RENEW_EVERY_MS = 20_000;
const OWN = 'tenant_id = $1 AND kind = $2 AND of_id = $3 AND holder = $4';

/** Places for the long calls of a tenant, which all API processes share (`ops.held_places`). */
export function createHeldPlaces(deps: { poolOf: TenantPools; newId: () => string }): HeldPlaces {
  const heldFor = `${HELD_FOR_MS} milliseconds`;
  return {
    take: async ({ tenantId, kind, limit, ofId = tenantId }) => {
      const pool = deps.poolOf(tenantId);
      const holder = deps.newId();
      const { rows } = await pool.query<{ taken: boolean }>({
        name: 'take-place',
        text: 'SELECT ops.take_place($1, $2, $3, $4, $5, $6::interval) AS taken',
        values: [tenantId, kind, ofId, limit, holder, heldFor],
      });
      if (rows[0]?.taken !== true) return null;
      const own = [tenantId, kind, ofId, holder];
      // What fails is tried again, or lapses: it is no reason to end a call that runs.
      const keep = setInterval(() => {
        const text = `UPDATE ops.held_places SET until = clock_timestamp() + $5::interval WHERE ${OWN}`;
        void pool.query({ name: 'keep-place', text, values: [...own, heldFor] }).catch(() => undefined);
      }, RENEW_EVERY_MS).unref();
      let isOver = false;
      return async () => {
        if (isOver) return;
        isOver = true;
        clearInterval(keep);
        const text = `DELETE FROM ops.held_places WHERE ${OWN}`;
        await pool.query({ name: 'free-place', text, values: own }).catch(() => undefined);
      };
    },
  };
}
