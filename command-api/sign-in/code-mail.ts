import type { Logger } from 'pino';
import { codeMail } from '../kernel/mail-templates.ts';
import { CODE_LIFETIME_MS, type IssuedChallenge } from './challenges.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/** Sends a code to the address that the member is known by; nothing, in the same time, where there is no account. */
export async function mailCode(
  { mailer }: Pick<CommandDeps, 'mailer'>,
  account: { email: string } | null,
  { code }: Pick<IssuedChallenge, 'code'>,
  logger: Logger,
): Promise<void> {
  const minutes = CODE_LIFETIME_MS / 60_000;
  await mailer.send(account && codeMail({ to: account.email, code, minutes }), logger);
}
