/** Wakes those who wait for new events, of one stream or of all. */
export type CommitSignal = {
  /** Changes with every commit. */
  sequence(): number;
  /**
   * Resolves at the next commit that touches the stream (every commit, where none is named), at once if
   * there has been any commit since `seen`, and when the abort signal fires.
   */
  wait(seen: number, streamName: Buffer | undefined, abort: AbortSignal): Promise<void>;
  notify(streamNames: readonly Buffer[]): void;
};

const ALL = '';

/** Makes a signal without waiters. Stream names are never empty, so the empty key stands for $all. */
export function createCommitSignal(): CommitSignal {
  const waiters = new Map<string, Set<() => void>>();
  let sequence = 0;

  const wake = (key: string): void => {
    const woken = waiters.get(key);
    waiters.delete(key);
    for (const waiter of woken ?? []) waiter();
  };

  return {
    sequence: () => sequence,
    wait(seen, streamName, abort) {
      if (sequence !== seen || abort.aborted) return Promise.resolve();
      const key = streamName?.toString('latin1') ?? ALL;
      return new Promise((resolve) => {
        const waiter = (): void => {
          abort.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          const others = waiters.get(key);
          others?.delete(waiter);
          if (others?.size === 0) waiters.delete(key);
          resolve();
        };
        const others = waiters.get(key) ?? new Set();
        waiters.set(key, others.add(waiter));
        abort.addEventListener('abort', leave, { once: true });
      });
    },
    notify(streamNames) {
      sequence += 1;
      wake(ALL);
      for (const name of streamNames) wake(name.toString('latin1'));
    },
  };
}
