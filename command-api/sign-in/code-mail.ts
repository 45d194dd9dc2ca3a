import type { Logger } from 'pino';
import { codeMail } from '../../shared/mail/templates.ts';
import { CODE_LIFETIME_MS, type IssuedChallenge } from '../../shared/sign-in/challenges.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/** Sends a code to the address that the member is known by, behind the answer. */
export function mailCode(
  { mailer }: Pick<CommandDeps, 'mailer'>,
  account: { email: string },
  { code }: Pick<IssuedChallenge, 'code'>,
  logger: Logger,
): void {
  mailer.send(codeMail({ to: account.email, code, minutes: CODE_LIFETIME_MS / 60_000 }), logger);
}
