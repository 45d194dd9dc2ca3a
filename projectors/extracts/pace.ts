import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { awaitCaughtUp, NotCaughtUpError } from '../../shared/projection/await-caught-up.ts';

/** Called between pieces of work. It waits while others are to go first, and throws what the signal was aborted with. */
export type Pace = () => Promise<void>;

export const AT_ONCE: Pace = () => Promise.resolve();

const PACE = {
  /** It works so long before it looks again. */
  workMs: 200,
  /** It comes to an end all the same where the projections stay behind: a fifth of the time is its own. */
  patienceMs: 800,
  pollMs: 40,
};

/**
 * An extract can wait, what people see cannot: while the projections have events of the log before them, they get the database
 * and the cores. The process's own priority would not do that, since Postgres reads the rows in one of its own.
 */
export function behindProjections(
  { pool, log }: { pool: Pool; log: Pick<EventLog, 'lastPosition'> },
  projections: readonly string[],
  { signal, workMs, patienceMs, pollMs }: Partial<typeof PACE> & { signal?: AbortSignal | undefined } = {},
): Pace {
  const pace = {
    workMs: workMs ?? PACE.workMs,
    patienceMs: patienceMs ?? PACE.patienceMs,
    pollMs: pollMs ?? PACE.pollMs,
  };
  let nextMs = 0;
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() < nextMs) return;
    // A log that cannot be read has nothing that the projections could apply.
    const position = await log.lastPosition().catch(() => null);
    if (position !== null) {
      const { patienceMs: timeoutMs } = pace;
      await awaitCaughtUp(pool, { projections, position, timeoutMs, signal, pollMs: pace.pollMs }).catch(
        (error: unknown) => {
          if (!(error instanceof NotCaughtUpError)) throw error;
        },
      );
    }
    signal?.throwIfAborted();
    nextMs = performance.now() + pace.workMs;
  };
}
