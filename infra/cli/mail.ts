import type { Command } from 'commander';
import { mailboxDir } from '../../shared/mail/settings.ts';
import { findInMailbox, listMailbox } from '../../shared/mail/mailbox.ts';
import { CommandFailure, findDataDir } from './connection.ts';

const SHOWN_MAILS = 50;

const print = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/** `mail list|show`: the mailbox in which a stack without SMTP_URL keeps its mails. */
export function mailCommands(program: Command): void {
  const mail = program
    .command('mail')
    .description('read the mails that a stack without SMTP_URL keeps in DATA_DIR');
  const dir = (): string => mailboxDir(findDataDir(process.env));

  mail
    .command('list')
    .description(`the newest ${SHOWN_MAILS} mails, without their text`)
    .action(async () => {
      const mails = await listMailbox(dir(), SHOWN_MAILS);
      print(mails.map(({ mail_id, at, to, subject }) => ({ mail_id, at, to, subject })));
    });

  mail
    .command('show')
    .description('one mail; the newest without an id')
    .argument('[mail_id]', 'id of the mail')
    .action(async (mailId: string | undefined) => {
      const found =
        mailId === undefined ? (await listMailbox(dir(), 1))[0] : await findInMailbox(dir(), mailId);
      if (!found) throw new CommandFailure('there is no such mail');
      const { mail_id, at, to, subject, text } = found;
      // A line of the mail a line here, so that links and codes can be copied.
      print({ mail_id, at, to, subject, text: text.split('\n') });
    });
}
