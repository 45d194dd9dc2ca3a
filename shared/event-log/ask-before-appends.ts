import { atMost } from '../lifecycle/timing.ts';
import { LogUnavailableError, type EventLog } from './event-log.ts';

/** The log was out of reach, and the append was not sent: it did not happen and will not. */
export class NothingSentError extends LogUnavailableError {
  constructor(options?: { cause: Error }) {
    super(options);
    this.name = 'NothingSentError';
  }
}

/** With the append's own deadline this stays below the time after which a call is taken over, see ARCHITECTURE.md. */
const ASK_LIMIT_MS = 2_000;

/**
 * An append without an answer may have happened, whatever its error says: the driver fails all of them with the error of
 * one. So once an append was not answered, the log is asked before each further one until one is answered; where it does
 * not reply, the append is not sent, and NothingSentError says so.
 */
export function askBeforeAppends(log: EventLog): EventLog {
  let isInDoubt = false;
  const problem = (): Promise<unknown> => {
    const asked = log.ping().then(
      () => null,
      (error: unknown) => error,
    );
    return atMost(ASK_LIMIT_MS, asked, new LogUnavailableError());
  };
  return {
    ...log,
    append: async (...args) => {
      if (isInDoubt) {
        const found = await problem();
        if (found !== null) throw new NothingSentError(found instanceof Error ? { cause: found } : undefined);
      }
      try {
        const appended = await log.append(...args);
        isInDoubt = false;
        return appended;
      } catch (error) {
        isInDoubt = error instanceof LogUnavailableError;
        throw error;
      }
    },
  };
}
