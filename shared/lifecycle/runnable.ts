/** A long-running part of a process. `stop` also cleans up after a `start` that failed half way. */
export type Runnable = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Tells those who send work that it will stop. It goes on until `stop`. */
  announceStop?(): void;
  /** One line on what it still waits for after its start; null where it does its work. */
  waitsFor?(): string | null;
};

/**
 * Several parts as one: started one after the other, stopped in reverse. After a failed `start` call `stop`:
 * it stops the part that failed and those before it. Every part is stopped even if another fails to.
 */
export function series(...runnables: Runnable[]): Runnable {
  const begun: Runnable[] = [];
  return {
    async start() {
      for (const runnable of runnables) {
        begun.push(runnable);
        await runnable.start();
      }
    },
    async stop() {
      const failures: unknown[] = [];
      for (const runnable of begun.splice(0).toReversed()) {
        await runnable.stop().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some parts did not stop cleanly');
    },
  };
}
