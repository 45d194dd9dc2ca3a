import { sleep } from './timing.ts';

const TRY_EVERY_MS = 250;

/** Repeats work that fails for a reason that may pass, for as long as the patience lasts. Tells of the first failure. */
export async function patiently<T>(
  {
    patienceMs,
    isTransient,
    onWait,
  }: {
    patienceMs: number;
    isTransient: (error: unknown) => boolean;
    onWait: (error: unknown) => void;
  },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() >= deadline) throw error;
      if (tries === 0) onWait(error);
      await sleep(TRY_EVERY_MS);
    }
  }
}
