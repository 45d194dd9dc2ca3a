import { oneAtATime, type OneAtATime } from '../lifecycle/one-at-a-time.ts';
import type { sleep } from '../lifecycle/timing.ts';

/**
 * The folder of the ledger does not answer, as a network mount whose server is gone. What was asked of it goes on, and may
 * still happen.
 */
export class LedgerHangsError extends Error {
  constructor(folder: string, waitMs: number) {
    super(
      `the folder ${folder} of the erasure ledger does not answer within ${waitMs / 1_000} s; nothing else is begun there ` +
        'before it does',
    );
    this.name = 'LedgerHangsError';
  }
}

/**
 * Work in the folder, one thing after another, each waited for `waitMs`. On a mount that hangs so no more than one thread
 * of Node's pool of four is held, on which every file and every look-up of a name depends. Throws LedgerHangsError.
 */
export const folderTurns = (
  folder: string,
  { waitMs, wait }: { waitMs: number; wait?: typeof sleep | undefined },
): OneAtATime =>
  oneAtATime({ waitMs, late: () => new LedgerHangsError(folder, waitMs), ...(wait && { wait }) });
