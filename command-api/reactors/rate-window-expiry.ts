import { workOff } from '../../shared/lifecycle/long-runs.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

/** A window holds one minute; one that was not used for this long is deleted. */
export const KEEP_WINDOW_S = 3_600;
const INTERVAL_MS = 600_000;
const BATCH_ROWS = 5_000;
const MAX_BATCHES = 100;

/**
 * Deletes the rate windows of keys and addresses that stopped calling, and the places that processes held when they died, so
 * that the tables do not grow without limit.
 */
export function createRateWindowExpiry({ pool, now }: Pick<ReactorParts, 'pool' | 'now'>): Reactor {
  return {
    name: 'rate-window-expiry',
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const left = await pool.query(
        `DELETE FROM ops.held_places WHERE until < clock_timestamp() - interval '1 hour'`,
      );
      const before = Math.floor(now().getTime() / 1_000) - KEEP_WINDOW_S;
      const rows = await workOff({ rows: BATCH_ROWS, times: MAX_BATCHES, signal }, async () => {
        const { rowCount } = await pool.query(
          `DELETE FROM ops.rate_windows
           WHERE bucket = ANY (ARRAY(SELECT bucket FROM ops.rate_windows WHERE head_s < $1 LIMIT $2)) AND head_s < $1`,
          [before, BATCH_ROWS],
        );
        return rowCount ?? 0;
      });
      return rows + (left.rowCount ?? 0);
    },
  };
}
