import { workOff } from '../../shared/lifecycle/long-runs.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 600_000;
const BATCH_ROWS = 5_000;
const MAX_BATCHES = 100;
/** Expired rows stay for a day, so that recent events can still be examined. */
const KEEP_MS = 86_400_000;

/** Tables with an expiry, and its column. */
const EXPIRING = [
  ['ops.attempts', 'expires_at'],
  ['ops.challenges', 'created_at'],
  ['ops.password_resets', 'expires_at'],
  ['ops.sso_states', 'expires_at'],
  ['ops.trusted_devices', 'expires_at'],
  ['ops.login_sessions', 'expires_at'],
] as const;

/** Deletes expired rows of signing in: counts, challenges, links, states, trusted browsers, sessions. */
export function createSignInExpiry({ pool, now }: Pick<ReactorParts, 'pool' | 'now'>): Reactor {
  const removeFrom = (
    [table, column]: (typeof EXPIRING)[number],
    before: Date,
    signal: AbortSignal | undefined,
  ): Promise<number> =>
    workOff({ rows: BATCH_ROWS, times: MAX_BATCHES, signal }, async () => {
      const { rowCount } = await pool.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT $2))
           AND ${column} < $1`,
        [before, BATCH_ROWS],
      );
      return rowCount ?? 0;
    });
  return {
    name: 'sign-in-expiry',
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const before = new Date(now().getTime() - KEEP_MS);
      let rows = 0;
      for (const expiring of EXPIRING) rows += await removeFrom(expiring, before, signal);
      return rows;
    },
  };
}
