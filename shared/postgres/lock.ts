import { atMost } from '../lifecycle/timing.ts';
import type { Pool } from './pool.ts';

export type Lock = {
  /** One for each kind of work. */
  table: 'ops.rebuild_lock' | 'ops.keys_lock';
  /** What is thrown where another connection holds the lock. */
  refusal: () => Error;
};

const LOCK_NOT_AVAILABLE = '55P03';
/** Whoever asks may hold locks that callers wait for. */
const ASK_LIMIT_MS = 2_000;

/** Throws where the connection that held the lock is gone, and the lock with it, or does not answer within 2 s. */
export type RequireHeld = () => Promise<void>;

/**
 * Does `work` while a connection of its own holds the lock, once over all processes, for hours if need be. The lock is free
 * when this returns; where the process dies, the server lets go of it once it has noticed. It is a table's lock and no
 * advisory one, which everybody who may connect could hold. The connection may break meanwhile: `work` asks before it does
 * what needs the lock.
 */
export async function withLock<T>(
  pool: Pool,
  { table, refusal }: Lock,
  work: (requireHeld: RequireHeld) => Promise<T>,
): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    try {
      await holder.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE NOWAIT`);
    } catch (error) {
      throw (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE ? refusal() : error;
    }
    return await work(async () => {
      const isHeld = await atMost(
        ASK_LIMIT_MS,
        holder.query('SELECT 1').then(() => true),
        false,
      );
      if (!isHeld) throw new Error('the connection that holds the lock does not answer');
    });
  } finally {
    await holder.query('ROLLBACK').catch(() => undefined);
    holder.release(true);
  }
}
