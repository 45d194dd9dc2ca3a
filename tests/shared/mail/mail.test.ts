import { mkdtempSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { pino } from 'pino';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailbox, findInMailbox, listMailbox } from '../../../shared/mail/mailbox.ts';
import type { Mail, MailTransport } from '../../../shared/mail/mail.ts';
import { createMailer } from '../../../shared/mail/mailer.ts';
import { mailTransport } from '../../../shared/mail/settings.ts';
import { createSmtpTransport } from '../../../shared/mail/smtp.ts';
import { codeMail, invitationMail, passwordResetMail } from '../../../shared/mail/templates.ts';

const FROM = 'Triage <no-reply@triage.example>';
const mail: Mail = codeMail({ to: 'jana@klinika.example', code: '012345', minutes: 10 });

type Received = { from: string; to: string[]; raw: string };

/** A mail server on a free port of loopback, and what it has taken. */
async function startSmtp(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    transport: createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from: FROM }),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function capturedLog() {
  const lines: string[] = [];
  return { lines, logger: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) };
}

test('a mail reaches its addressee over SMTP, as plain text', async (t) => {
  const smtp = await startSmtp();
  const mailer = createMailer({ transport: smtp.transport });
  mailer.send(mail, capturedLog().logger);
  await mailer.idle();
  await mailer.stop();
  await smtp.stop();
  t.is(smtp.received.length, 1);
  const [{ from, to, raw }] = smtp.received as [Received];
  t.is(from, 'no-reply@triage.example');
  t.deepEqual(to, ['jana@klinika.example']);
  t.regex(raw, /^Content-Type: text\/plain/m);
  t.regex(raw, /Your code is 012345/);
});

test('an address with a comma is one addressee, whatever it looks like', async (t) => {
  const smtp = await startSmtp();
  const mailer = createMailer({ transport: smtp.transport, retryDelaysMs: [] });
  mailer.send({ ...mail, to: '"a,b"@klinika.example' }, capturedLog().logger);
  await mailer.idle();
  await mailer.stop();
  await smtp.stop();
  t.deepEqual(
    smtp.received.map(({ to }) => to),
    [['"a,b"@klinika.example']],
  );
});

test('a mail that is put off is tried again; one that is refused for good is not; neither tells its address', async (t) => {
  let attempts = 0;
  const smtp = await startSmtp({
    onRcptTo: (address, _session, done) => {
      attempts += 1;
      const isFinal = address.address.startsWith('unknown');
      if (!isFinal && attempts > 2) {
        done();
        return;
      }
      done(Object.assign(new Error('no'), { responseCode: isFinal ? 550 : 451 }));
    },
  });
  const { lines, logger } = capturedLog();
  const mailer = createMailer({ transport: smtp.transport, retryDelaysMs: [1, 1, 1] });
  mailer.send(mail, logger);
  await mailer.idle();
  t.is(smtp.received.length, 1);
  t.is(attempts, 3);
  mailer.send({ ...mail, to: 'unknown@klinika.example' }, logger);
  await mailer.idle();
  t.is(attempts, 4);
  await mailer.stop();
  await smtp.stop();
  t.is(lines.filter((line) => line.includes('mail failed, trying again')).length, 2);
  t.is(lines.filter((line) => line.includes('"mail lost"')).length, 1);
});

test('a mail is given up after four attempts, and at once when the process stops', async (t) => {
  let attempts = 0;
  const broken: MailTransport = {
    deliver: () => {
      attempts += 1;
      return Promise.reject(new Error(mail.to));
    },
    isFinal: () => false,
    close: () => undefined,
  };
  const { lines, logger } = capturedLog();
  const patient = createMailer({ transport: broken, retryDelaysMs: [1, 1, 1] });
  patient.send(mail, logger);
  await patient.idle();
  t.is(attempts, 4);
  const stopped = createMailer({ transport: broken, retryDelaysMs: [3_600_000] });
  stopped.send(mail, logger);
  await setImmediate(); // the first attempt has failed, the second waits for an hour
  await stopped.stop();
  stopped.send(mail, logger);
  t.is(attempts, 6);
  t.is(lines.filter((line) => line.includes('lost')).length, 3);
});

test('without any way to send, a mail is told as lost', async (t) => {
  const { lines, logger } = capturedLog();
  const mailer = createMailer({ transport: null });
  mailer.send(mail, logger);
  await mailer.idle();
  t.regex(lines.join(), /neither SMTP_URL nor DATA_DIR/);
  t.notRegex(lines.join(), /jana|012345/);
});

test('the mailbox keeps mails in files of their owner, the newest first', async (t) => {
  const dir = path.join(mkdtempSync(path.join(os.tmpdir(), 'mailbox-')), 'mail');
  t.teardown(() => rmSync(path.dirname(dir), { recursive: true }));
  t.deepEqual(await listMailbox(dir), []);
  let count = 0;
  const box = createMailbox({
    dir,
    now: () => new Date(Date.UTC(2026, 0, 5, 8, count)),
    newId: () => `0191d3a0-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`,
  });
  await box.deliver(mail);
  await box.deliver({ ...mail, subject: 'second' });
  const mails = await listMailbox(dir);
  t.deepEqual(
    mails.map(({ subject }) => subject),
    ['second', mail.subject],
  );
  const { mail_id } = mails[1]!;
  t.like(await findInMailbox(dir, mail_id), { to: mail.to, text: mail.text, kind: 'code' });
  t.is(await findInMailbox(dir, `../${mail_id}`), null);
  t.is(statSync(path.join(dir, `${mail_id}.json`)).mode & 0o777, 0o600);
  t.is(statSync(dir).mode & 0o777, 0o700);
});

test('mails go over SMTP where it is set, else into the data directory, else nowhere', (t) => {
  const source = { now: () => new Date(), newId: () => 'x' };
  t.is(mailTransport({}, source), null);
  t.not(mailTransport({ DATA_DIR: '/tmp/x' }, source), null);
  const smtp = mailTransport(
    { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: FROM, DATA_DIR: '/tmp/x' },
    source,
  );
  t.true(smtp?.isFinal({ responseCode: 550 }));
  smtp?.close();
});

test('a link carries its token where no server sees it, and a name cannot bring another link', (t) => {
  const dashboardUrl = 'https://dashboard.example';
  const invitation = invitationMail({
    to: mail.to,
    team: 'Win now: https://evil.example/x\r\nwww.evil.example',
    token: 'TOKEN',
    expiresAt: '2026-01-12T08:00:00.000Z',
    dashboardUrl,
  });
  t.regex(invitation.text, /^https:\/\/dashboard\.example\/accept-invite#token=TOKEN$/m);
  t.regex(invitation.text, /until 2026-01-12 08:00 UTC/);
  t.notRegex(invitation.text, /evil\.example|www\./);
  const reset = passwordResetMail({
    to: mail.to,
    token: 'T',
    expiresAt: '2026-01-05T09:00:00.000Z',
    dashboardUrl,
  });
  t.regex(reset.text, /^https:\/\/dashboard\.example\/reset-password#token=T$/m);
});
