import { sleep } from '../../shared/lifecycle/timing.ts';

/** The projection makes the row of an event within a second or so; what takes longer than this stands still. */
export const ROWS_FOLLOW_WITHIN_MS = 10_000;
const POLL_MS = 100;

/** Waits for rows of which the log has the events. All waits of one verification share one limit. */
export type Patience = {
  /**
   * Reads until `isThere` holds for what was found, or the limit is used up; gives what was read last. Only waiting counts
   * against the limit: the first read is made in any case.
   */
  read<T>(read: () => Promise<T>, isThere: (found: T) => boolean): Promise<T>;
};

export function createPatience(limitMs: number): Patience {
  let leftMs = limitMs;
  return {
    read: async (read, isThere) => {
      let found = await read();
      const startedMs = performance.now();
      const waitedMs = (): number => performance.now() - startedMs;
      try {
        while (!isThere(found) && waitedMs() < leftMs) {
          await sleep(POLL_MS);
          found = await read();
        }
        return found;
      } finally {
        leftMs -= waitedMs();
      }
    },
  };
}
