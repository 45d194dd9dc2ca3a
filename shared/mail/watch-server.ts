import { sleep } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import type { Need } from '../operations/needs.ts';
import type { MailTransport } from './mail.ts';

const WELL_EVERY_MS = 300_000;
const FAILING_EVERY_MS = 60_000;

export type MailServerWatch = {
  need: Need;
  /** Looks in the background from now on: no process waits for a mail server. */
  start(): void;
  stop: () => Promise<void>;
};

/**
 * Greets the mail server from time to time, and says in one line of the log what is wrong with it: at the start and on each
 * change. Null where mails take another way. No call needs it, so the process is ready without.
 */
export function watchMailServer(
  transport: MailTransport | null,
  logger: Logger,
  every = { wellMs: WELL_EVERY_MS, failingMs: FAILING_EVERY_MS },
): MailServerWatch | null {
  const { problem: ask } = transport ?? {};
  if (ask === undefined) return null;
  const stopping = new AbortController();
  let problem: string | null = null;

  const isStopped = (): boolean => stopping.signal.aborted;

  async function keepLooking(look: () => Promise<string | null>): Promise<void> {
    while (!isStopped()) {
      const found = await look();
      if (isStopped()) return;
      if (found !== null && found !== problem) logger.error(found);
      if (found === null && problem !== null) logger.info('the mail server answers');
      problem = found;
      await sleep(found === null ? every.wellMs : every.failingMs, stopping.signal);
    }
  }

  return {
    need: { isRequired: false, problem: () => problem },
    start: () => void keepLooking(ask),
    stop: () => {
      stopping.abort();
      return Promise.resolve();
    },
  };
}
