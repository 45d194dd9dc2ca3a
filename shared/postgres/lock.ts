import type { Sql } from './pool.ts';

export type Lock = {
  /** Of Postgres's advisory locks: one number for each kind of work. */
  key: number;
  /** What is thrown where another connection holds the lock. */
  refusal: () => Error;
};

/**
 * Does `work` while the connection holds the lock, once over all processes. The lock is free when this returns: closing
 * the connection would let go of it too, but only once the server has noticed.
 */
export async function withLock<T>(sql: Sql, { key, refusal }: Lock, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [key]);
  if (rows[0]?.locked !== true) throw refusal();
  try {
    return await work();
  } finally {
    await sql.query('SELECT pg_advisory_unlock($1)', [key]).catch(() => undefined);
  }
}
