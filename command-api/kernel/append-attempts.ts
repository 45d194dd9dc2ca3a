import { LogUnavailableError, WrongRevisionError } from '../../shared/event-log/event-log.ts';
import { ApiError } from '../../shared/http/errors.ts';

/**
 * How often one command tries to append. Another try follows when another writer was first, or the log's answer was
 * lost.
 */
const MAX_ATTEMPTS = 4;

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

/** Appends in a few attempts. Throws what either function throws, 503 after too many attempts. */
export async function appendInAttempts<Done>({
  attempt,
  lookAgain,
  exhausted,
}: Attempts<Done>): Promise<Done> {
  for (let made = 0; made < MAX_ATTEMPTS; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof WrongRevisionError) && !(error instanceof LogUnavailableError)) throw error;
      const found = await lookAgain(error);
      if (found !== null) return found;
    }
  }
  throw new ApiError('service_unavailable', exhausted.message, {
    headers: { 'Retry-After': String(exhausted.retryAfterS) },
  });
}
