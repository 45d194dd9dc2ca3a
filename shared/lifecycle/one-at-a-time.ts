import { sleep } from './timing.ts';

export type OneAtATimeOptions = {
  /** So long a caller waits, for its turn and its work together. */
  waitMs: number;
  /** What is thrown to whoever does not wait any longer, or is not let in. */
  late: () => Error;
  /** As `sleep` unless a test says otherwise. */
  wait?: typeof sleep;
};

export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Does one piece of work after another, in the order in which they were asked for, and returns what each gives. Throws
 * `late` once a caller has waited for `waitMs`. Its work is not begun any more then; where it was, it goes on, and
 * everybody else is refused at once until it has ended. So work that hangs, such as on a file system that is out of reach,
 * holds one thread of the pool and no more.
 */
export function oneAtATime({ waitMs, late, wait = sleep }: OneAtATimeOptions): OneAtATime {
  const LATE = Symbol('late');
  let last: Promise<unknown> = Promise.resolve();
  let isHanging = false;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (isHanging) throw late();
    const own = { begun: false, left: false };
    const turn = last.then(async () => {
      if (own.left) return LATE;
      own.begun = true;
      try {
        return await work();
      } finally {
        isHanging = false;
      }
    });
    last = turn.catch(() => undefined);
    const over = new AbortController();
    try {
      const done = await Promise.race([turn, wait(waitMs, over.signal).then(() => LATE)]);
      if (done !== LATE) return done as T;
      own.left = true;
      if (own.begun) isHanging = true;
      throw late();
    } finally {
      over.abort();
    }
  };
}
