import { NothingSentError } from '../../shared/event-log/ask-before-appends.ts';
import { LogUnavailableError, WrongRevisionError } from '../../shared/event-log/event-log.ts';
import { NotAppendedError, UnsettledAppendError } from './refusal.ts';

/**
 * How often one command tries to append. Another try follows when another writer was first, or the log's answer was
 * lost.
 */
const MAX_ATTEMPTS = 4;

/** A handler gives up after this time. The sweeper of intents, and a repeat that takes the call over, wait longer. */
const HANDLER_LIMIT_MS = 10_000;

/** When the handler of a call that began at a time gives up. */
export const handlerDeadline = (beganAt: Date): Date => new Date(beganAt.getTime() + HANDLER_LIMIT_MS);

/**
 * To be called just before each append. Throws NotAppendedError (503) where the handler has given up. Null: nobody else acts
 * on the command, so it has the time that it takes.
 */
export function requireTime(now: Date, deadline: Date | null): void {
  if (deadline !== null && now > deadline) throw new NotAppendedError('The call took too long.', 1);
}

export type Attempts<Done> = {
  /** Decides on what is known of the stream, and appends. */
  attempt: () => Promise<Done>;
  /**
   * Reads the stream again. Returns what the command itself appended there, or null to try once more on the stream
   * as it is now.
   */
  lookAgain: (error: WrongRevisionError | LogUnavailableError) => Promise<Done | null>;
  exhausted: { message: string; retryAfterS: number };
};

/**
 * From the start of an attempt until its append can no longer happen: the log is asked (2 s at most), the append has its
 * deadline of 5 s on the server, and the clocks may differ by 1 s.
 */
export const SETTLED_AFTER_MS = 8_000;

/**
 * Appends in a few attempts. Throws what either function throws, NotAppendedError (503) after too many conflicts, and
 * UnsettledAppendError in place of any of these while an append of the command may still happen.
 */
export async function appendInAttempts<Done>({
  attempt,
  lookAgain,
  exhausted,
}: Attempts<Done>): Promise<Done> {
  let settledAtMs: number | null = null;
  const failed = (error: unknown): unknown =>
    settledAtMs === null ? error : new UnsettledAppendError(settledAtMs, { cause: error as Error });
  for (let made = 0; made < MAX_ATTEMPTS; made += 1) {
    const startedAtMs = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof NothingSentError) throw failed(error);
      // Somebody else's event stands where an earlier attempt without an answer wanted to be: it cannot happen any more.
      if (error instanceof WrongRevisionError) settledAtMs = null;
      else if (error instanceof LogUnavailableError) settledAtMs = startedAtMs + SETTLED_AFTER_MS;
      else throw failed(error);
      const found = await lookAgain(error).catch((failure: unknown) => {
        throw failed(failure);
      });
      if (found !== null) return found;
    }
  }
  throw failed(new NotAppendedError(exhausted.message, exhausted.retryAfterS));
}
