/** A mail in the mailbox of a development machine. */
export type KeptMail = { mail_id: string; at: string; to: string; subject: string; text: string };

/** The newest mails; null where the service shows none, as everywhere but in development on this machine. */
export async function readMailbox(): Promise<KeptMail[] | null> {
  const response = await fetch('/mailbox/mails').catch(() => null);
  if (response?.ok !== true) return null;
  return ((await response.json()) as { mails: KeptMail[] }).mails;
}
