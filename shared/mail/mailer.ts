import { sleep } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import type { Mail, MailTransport } from './mail.ts';

/**
 * Sends mails behind an answer. `send` returns at once: what the mail tells of stands in the log already, and no way that
 * a mail can fail undoes it. A mail is tried four times within about a minute; one that failed for good, or that was still
 * waiting when its process ended, is lost and told in the log by its kind. Whoever misses it asks again: for another
 * code, another reset, another invitation.
 */
export type Mailer = {
  /** The logger is that of the call. Neither address nor text is ever logged. */
  send(mail: Mail, logger: Logger): void;
  /** Settles once nothing is under way. */
  idle(): Promise<void>;
  /** Gives what is being sent a moment, gives up what waits, and closes the way out. */
  stop(): Promise<void>;
};

export type MailerOptions = {
  /** Null where no way is configured: every mail is told as lost. */
  transport: MailTransport | null;
  /** Waits before the second, third and fourth attempt. */
  retryDelaysMs?: readonly number[];
};

const RETRY_DELAYS_MS = [2_000, 10_000, 45_000] as const;
/** More mails than this at a time are an outage of the mail server, or an attack: the rest is given up. */
const MAX_UNDER_WAY = 1_000;
const STOP_MS = 1_000;

export function createMailer({ transport, retryDelaysMs = RETRY_DELAYS_MS }: MailerOptions): Mailer {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  const deliver = async (mail: Mail, logger: Logger): Promise<void> => {
    if (transport === null) {
      logger.error({ mail: mail.kind }, 'mail not sent: neither SMTP_URL nor DATA_DIR is set');
      return;
    }
    for (let attempt = 0; ; attempt += 1) {
      try {
        await transport.deliver(mail);
        return;
      } catch (error) {
        const delayMs = retryDelaysMs[attempt];
        const isOver = delayMs === undefined || transport.isFinal(error) || stopping.signal.aborted;
        const fields = { mail: mail.kind, attempt: attempt + 1, err: error };
        if (isOver) {
          logger.error(fields, 'mail lost');
          return;
        }
        logger.warn(fields, 'mail failed, trying again');
        await sleep(delayMs, stopping.signal);
      }
    }
  };

  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  return {
    idle,
    send: (mail, logger) => {
      if (underWay.size >= MAX_UNDER_WAY || stopping.signal.aborted) {
        logger.error({ mail: mail.kind }, 'mail lost: too many are waiting, or the process stops');
        return;
      }
      const sent = deliver(mail, logger).finally(() => underWay.delete(sent));
      underWay.add(sent);
    },
    stop: async () => {
      stopping.abort();
      await Promise.race([idle(), sleep(STOP_MS)]);
      transport?.close();
    },
  };
}
