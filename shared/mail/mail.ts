/** A mail in plain text. `kind` is what a log line may say of it; nothing else may. */
export type Mail = { kind: MailKind; to: string; subject: string; text: string };
export type MailKind = 'invitation' | 'code' | 'password_reset' | 'already_registered';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a mail is worth sending: a mail with a code or a link, as long as that is valid. */
export const MAIL_LIFETIME_MS: Readonly<Record<MailKind, number>> = {
  code: 10 * MINUTE_MS,
  password_reset: HOUR_MS,
  already_registered: 24 * HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
};

/** A way on which mails leave. */
export type MailTransport = {
  /** Settles once the mail was taken over. Throws what the way threw; `isFinal` says whether to try again. */
  deliver(mail: Mail): Promise<void>;
  isFinal(error: unknown): boolean;
  /** Greets the server: one line on why it would take no mail, null where it would. Absent where there is no server. */
  problem?: () => Promise<string | null>;
  close(): void;
};
