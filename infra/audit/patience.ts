import { sleep } from '../../shared/lifecycle/timing.ts';

/** The projection makes the row of an event within a second or so; what takes longer than this stands still. */
export const ROWS_FOLLOW_WITHIN_MS = 10_000;
const POLL_MS = 100;

/** Waits for rows of which the log has the events. All waits of one verification share one limit. */
export type Patience = {
  /** Resolves once `check` holds, or with false once the limit is used up. */
  until(check: () => Promise<boolean>): Promise<boolean>;
};

export function createPatience(limitMs: number): Patience {
  let leftMs = limitMs;
  return {
    until: async (check) => {
      const startedMs = performance.now();
      const waitedMs = (): number => performance.now() - startedMs;
      try {
        while (waitedMs() < leftMs) {
          await sleep(POLL_MS);
          if (await check()) return true;
        }
        return false;
      } finally {
        leftMs -= waitedMs();
      }
    },
  };
}
