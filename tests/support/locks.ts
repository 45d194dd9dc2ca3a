import { inTransaction, type Pool, type Sql } from '../../shared/postgres/pool.ts';
import { until } from './until.ts';

const LIMIT_MS = 5_000;

/** Waits until somebody waits for a lock in the database. */
export const isBlocked = (pool: Pool): Promise<void> =>
  until('somebody waits for a lock', LIMIT_MS, async () => {
    const { rowCount } = await pool.query('SELECT 1 FROM pg_locks WHERE NOT granted');
    return Boolean(rowCount);
  });

/** Runs `first` up to its commit, lets `second` run into it, then commits: truly at once. */
export async function overlapping<A, B>(
  pool: Pool,
  first: (tx: Sql) => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const [one, other] = await inTransaction(pool, async (tx) => {
    const done = await first(tx);
    const running = second();
    await isBlocked(pool);
    return [done, { running }] as const;
  });
  return [one, await other.running];
}
