import { sleep } from '../lifecycle/timing.ts';
import type { Pool } from '../postgres/pool.ts';
import { readCheckpoints } from './checkpoints.ts';

export type CaughtUpOptions = {
  /** All of these must have passed the position. */
  projections: readonly string[];
  position: bigint;
  timeoutMs: number;
  pollMs?: number;
  /** Ends the wait with what it was aborted with. */
  signal?: AbortSignal | undefined;
};

/** Not all projections got there in time. */
export class NotCaughtUpError extends Error {
  constructor(projections: readonly string[]) {
    super(`not caught up in time: ${projections.join(', ')}`);
    this.name = 'NotCaughtUpError';
  }
}

/** Waits until the projections have applied everything up to a position of the log. Throws NotCaughtUpError. */
export async function awaitCaughtUp(pool: Pool, options: CaughtUpOptions): Promise<void> {
  const { projections, position, timeoutMs, pollMs = 20, signal } = options;
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const stored = await readCheckpoints(pool, projections);
    const passed = new Set(
      stored.filter(({ checkpoint }) => checkpoint.position >= position).map(({ name }) => name),
    );
    const behind = projections.filter((name) => !passed.has(name));
    if (behind.length === 0) return;
    if (performance.now() >= deadlineMs) throw new NotCaughtUpError(behind);
    await sleep(pollMs, signal);
    signal?.throwIfAborted();
  }
}
