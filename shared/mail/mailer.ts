import { atMost, sleep } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import { errorCode } from '../projection/errors.ts';
import type { Mail, MailTransport } from './mail.ts';
import type { Outbox, WaitingMail } from './outbox.ts';

/**
 * Sends mails from an outbox. `send` returns once the mail is in the outbox: from then on it is sent even if this
 * process ends, until its lifetime (`MAIL_LIFETIME_MS`) is over. A mail that fails is tried again, each time after
 * a longer wait. A mail that is refused for good, or not accepted within its lifetime, is lost; the log names its
 * kind. A process that dies while the mail server accepts a mail sends it a second time.
 */
export type Mailer = {
  /**
   * `mail` is null if there is nobody to write to: that takes as long as a real mail, so that the time reveals
   * nothing. `logger` is that of the call; address and text are never logged. Throws if the outbox is out of reach.
   */
  send(mail: Mail | null, logger: Logger): Promise<void>;
  /** Begins to send the mails of the outbox. Other processes may send from it at the same time. */
  start(logger: Logger): void;
  /** Gives what is being sent a moment, and closes the way out. What waits is kept. */
  stop(): Promise<void>;
};

export type MailerOptions = {
  /** Null where no way is configured: every mail is told as lost. */
  transport: MailTransport | null;
  outbox: Outbox;
  now: () => Date;
  /** Waits before the second, third and any further attempt; the last one is repeated. */
  retryDelaysMs?: readonly number[];
  /** How often the outbox is looked at for what nobody told this process of. */
  pollMs?: number;
  /** Told of each attempt's end: sent, put off to a later attempt, or given up. */
  onSettled?: (kind: Mail['kind'], outcome: 'sent' | 'put_off' | 'lost') => void;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const RETRY_DELAYS_MS = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  45 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  60 * MINUTE_MS,
] as const;
const POLL_MS = 2_000;
/** Mails under way at a time. */
const BATCH = 8;
const STOP_MS = 1_000;

type Sending = Required<Omit<MailerOptions, 'transport' | 'pollMs'>> & { transport: MailTransport };

export function createMailer(options: MailerOptions): Mailer {
  const { transport, outbox, pollMs = POLL_MS, onSettled = () => undefined } = options;
  const stopping = new AbortController();
  let woken = new AbortController();
  let running = Promise.resolve();

  async function run(sending: Sending, logger: Logger): Promise<void> {
    while (!stopping.signal.aborted) {
      const wake = new AbortController();
      woken = wake;
      const handled = await sendDue(sending, logger).catch((error: unknown) => {
        logger.warn(
          { error_code: errorCode(error), err: error },
          'mails could not be fetched from the outbox',
        );
        return 0;
      });
      // Whoever put a mail in meanwhile has ended the wait before it begins.
      if (handled < BATCH) await sleep(pollMs, wake.signal);
    }
  }

  return {
    send: async (mail, logger) => {
      if (transport === null) {
        if (mail === null) return;
        logger.error({ mail: mail.kind }, 'mail not sent: neither SMTP_URL nor DATA_DIR is set');
        onSettled(mail.kind, 'lost');
        return;
      }
      await outbox.put(mail);
      woken.abort();
    },
    start: (logger) => {
      if (transport === null) return;
      const { now, retryDelaysMs = RETRY_DELAYS_MS } = options;
      running = run({ transport, outbox, now, retryDelaysMs, onSettled }, logger);
    },
    stop: async () => {
      stopping.abort();
      woken.abort();
      await atMost(STOP_MS, running);
      transport?.close();
    },
  };
}

/** Tries what is due, at most a batch; returns how many mails that were. */
async function sendDue(sending: Sending, logger: Logger): Promise<number> {
  const waiting = await sending.outbox.claim(BATCH);
  const results = await Promise.allSettled(waiting.map((one) => attempt(sending, one, logger)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return waiting.length;
}

async function attempt(sending: Sending, waiting: WaitingMail, logger: Logger): Promise<void> {
  const { outbox, transport, onSettled } = sending;
  const { mail } = waiting;
  if (mail === null) return outbox.remove(waiting);
  const fields = { mail: mail.kind, attempt: waiting.attempt };
  const lose = async (why: object): Promise<void> => {
    logger.error({ ...fields, ...why }, 'mail lost');
    onSettled(mail.kind, 'lost');
    await outbox.remove(waiting);
  };
  if (waiting.expiresAt <= sending.now()) return lose({ reason: 'nobody took it in time' });
  try {
    await transport.deliver(mail);
  } catch (error) {
    if (transport.isFinal(error)) return lose(told(error));
    const until = nextAttempt(sending, waiting.attempt);
    if (until >= waiting.expiresAt) return lose(told(error));
    logger.warn({ ...fields, ...told(error) }, 'mail failed, trying again');
    onSettled(mail.kind, 'put_off');
    return outbox.putOff(waiting, until);
  }
  onSettled(mail.kind, 'sent');
  await outbox.remove(waiting);
}

/** Its codes alone: what a mail server says, and what is said of it, names addresses. */
function told(error: unknown): object {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    error_code: typeof code === 'string' ? code : 'unknown',
    ...(typeof responseCode === 'number' ? { smtp_code: responseCode } : {}),
  };
}

function nextAttempt({ now, retryDelaysMs }: Sending, attempts: number): Date {
  const delayMs = retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1) ?? 0;
  return new Date(now().getTime() + delayMs);
}
