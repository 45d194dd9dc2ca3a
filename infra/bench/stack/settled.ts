import { sleep } from '../../../shared/lifecycle/timing.ts';
import type { Installation } from '../../cli/connection.ts';

const POLL_MS = 25;
/** Checkpoints that stand still for so long have nothing left to apply. */
const STILL_MS = 400;
const TIMEOUT_MS = 120_000;

/**
 * Waits until every projection and the fan-out have applied all that is in the log, so that their work does not run
 * into the next measurement. Returns the milliseconds that they needed after the call. Throws after two minutes.
 */
export async function projectionsSettled({ pool }: Pick<Installation, 'pool'>): Promise<number> {
  const startedMs = performance.now();
  let stillSinceMs = startedMs;
  let seen = '';
  while (performance.now() - startedMs < TIMEOUT_MS) {
    const { rows } = await pool.query<{ positions: string }>(
      "SELECT string_agg(position::text, ',' ORDER BY projection) AS positions FROM ops.checkpoints",
    );
    const positions = rows[0]?.positions ?? '';
    if (positions !== seen) {
      seen = positions;
      stillSinceMs = performance.now();
    } else if (performance.now() - stillSinceMs >= STILL_MS) return stillSinceMs - startedMs;
    await sleep(POLL_MS);
  }
  throw new Error('the projections did not catch up in time');
}
