import { sleep } from '../../shared/lifecycle/timing.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/**
 * Runs work whose time could tell whether an account exists or a password is right, and ends no earlier than the floor,
 * whichever way it ends. The work is alike as far as it can be; this takes away what is left.
 */
export async function alike<T>({ signIn }: Pick<CommandDeps, 'signIn'>, work: () => Promise<T>): Promise<T> {
  const floor = sleep(signIn.floorMs);
  try {
    return await work();
  } finally {
    await floor;
  }
}
