import { sleep } from '../../shared/lifecycle/timing.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/**
 * Runs work whose time could tell whether an account exists or a password is right, and ends no earlier than the floor,
 * whichever way it ends. The work is alike as far as it can be; this takes away what is left.
 */
export const alike = <T>({ signIn }: Pick<CommandDeps, 'signIn'>, work: () => Promise<T>): Promise<T> =>
  inSteps(signIn.floorMs, work);

/**
 * Ends at a whole multiple of the step after its beginning. Under load work takes longer than one step; then the next
 * multiple hides the difference in the same way.
 */
export async function inSteps<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now();
  try {
    return await work();
  } finally {
    const tookMs = performance.now() - startedAtMs;
    await sleep(stepMs === 0 ? 0 : Math.ceil(tookMs / stepMs) * stepMs - tookMs);
  }
}
