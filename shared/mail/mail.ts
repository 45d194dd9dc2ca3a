/** A mail in plain text. `kind` is what a log line may say of it; nothing else may. */
export type Mail = { kind: MailKind; to: string; subject: string; text: string };
export type MailKind = 'invitation' | 'code' | 'password_reset' | 'already_registered';

/** A way on which mails leave. */
export type MailTransport = {
  /** Settles once the mail was taken over. Throws what the way threw; `isFinal` says whether to try again. */
  deliver(mail: Mail): Promise<void>;
  isFinal(error: unknown): boolean;
  close(): void;
};
