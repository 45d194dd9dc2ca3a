import { listMailbox, type StoredMail } from '../../shared/mail/mailbox.ts';
import { mailboxDir } from '../../shared/mail/settings.ts';
import { until } from './until.ts';

const LIMIT_MS = 5_000;

/** The code that a mail brings; empty where there is none. */
export const codeIn = ({ text }: StoredMail): string => /\b(\d{6})\b/.exec(text)?.[1] ?? '';
/** The token of the link in a mail; empty where there is none. */
export const tokenIn = ({ text }: StoredMail): string => /#token=([\w-]+)/.exec(text)?.[1] ?? '';

/** What the APIs over a data directory have mailed. */
export function readMailbox(dataDir: string) {
  const box = mailboxDir(dataDir);
  const mailsTo = async (email: string): Promise<StoredMail[]> =>
    (await listMailbox(box)).filter(({ to }) => to === email);

  /** The newest mail to an address, once so many have come. */
  async function mailTo(email: string, count = 1): Promise<StoredMail> {
    // A mail that is just being written is not there yet.
    const come = (): Promise<boolean> =>
      mailsTo(email).then(
        (mails) => mails.length >= count,
        () => false,
      );
    await until('a mail', LIMIT_MS, come);
    const [mail] = await mailsTo(email);
    if (!mail) throw new Error('a mail is gone');
    return mail;
  }

  /** Runs something that sends a mail to that address, and waits for it. */
  async function mailAfter<T>(
    email: string,
    work: () => Promise<T>,
  ): Promise<{ mail: StoredMail; result: T }> {
    const before = (await mailsTo(email)).length;
    const result = await work();
    return { mail: await mailTo(email, before + 1), result };
  }

  return { mailsTo, mailTo, mailAfter };
}
