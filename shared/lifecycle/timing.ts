/** Waits `ms`, or less when the signal is aborted meanwhile. Never rejects: callers look at the signal. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/**
 * What the work gives, or `late` when `ms` are over. The work goes on then; no timer is left behind. A test may say how time
 * passes: `wait`.
 */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
export async function atMost<T, L>(
  ms: number,
  work: Promise<T>,
  late: L,
  wait?: typeof sleep,
): Promise<T | L>;
export async function atMost<T, L>(
  ms: number,
  work: Promise<T>,
  late?: L,
  wait = sleep,
): Promise<T | L | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([work, wait(ms, over.signal).then(() => late)]);
  } finally {
    over.abort();
  }
}

/** Calls `work` when the signal is aborted, at once where it is already. Gives back what takes that back. */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  if (signal.aborted) work();
  else signal.addEventListener('abort', work, { once: true });
  return () => signal.removeEventListener('abort', work);
}

export type BackoffOptions = {
  /** Longest wait before the first repeat. */
  baseMs: number;
  /** No wait is longer. */
  capMs: number;
  /** From 0 to below 1, such as `Math.random`. */
  random: () => number;
};

/**
 * Wait before repeat number `attempt` (from 0): doubles up to the cap, half of it by chance, so that
 * several processes that failed together do not come back together.
 */
export function backoff({ baseMs, capMs, random }: BackoffOptions): (attempt: number) => number {
  const maxDoublings = 30; // 2^30 times any base is above every sensible cap
  return (attempt) => {
    const planned = Math.min(capMs, baseMs * 2 ** Math.min(attempt, maxDoublings));
    return Math.round(planned * (0.5 + random() / 2));
  };
}
