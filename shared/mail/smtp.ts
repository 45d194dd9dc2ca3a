import { createTransport } from 'nodemailer';
import { describeMailProblem } from './describe-problem.ts';
import type { MailTransport } from './mail.ts';

/** An attempt gives up after so long, whichever step of it hangs. */
const STEP_TIMEOUT_MS = 10_000;
const CONNECTIONS = 4;

/**
 * Mails over SMTP. The URL may carry user and password; `smtps:` is TLS from the first byte, `smtp:` takes STARTTLS where
 * the server offers it, and insists on it with `?requireTLS=true` or where an authority is given. A refusal for good (5xx) is final.
 */
export function createSmtpTransport(options: { url: string; from: string; ca?: string }): MailTransport {
  const { ca } = options;
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(ca !== undefined && { requireTLS: true, tls: { ca } }),
  });
  return {
    deliver: async ({ to, subject, text }) => {
      // As an object: an address in a string would be taken apart at its commas.
      await transport.sendMail({ from: options.from, to: { name: '', address: to }, subject, text });
    },
    isFinal: (error) => {
      const code = (error as { responseCode?: unknown }).responseCode;
      return typeof code === 'number' && code >= 500;
    },
    problem: () => transport.verify().then(() => null, describeMailProblem),
    close: () => transport.close(),
  };
}
