import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { pino } from 'pino';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { codeMail } from '../../../command-api/kernel/mail-templates.ts';
import { createMailbox, findInMailbox, listMailbox } from '../../../shared/mail/mailbox.ts';
import type { Mail, MailTransport } from '../../../shared/mail/mail.ts';
import { createMailer } from '../../../shared/mail/mailer.ts';
import { createOutbox } from '../../../shared/mail/outbox.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { mailTransport } from '../../../shared/mail/settings.ts';
import { createSmtpTransport } from '../../../shared/mail/smtp.ts';
import { startDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const NOW = new Date('2026-03-02T08:00:00.000Z');
const FROM = 'Triage <no-reply@triage.example>';
const mail: Mail = codeMail({ to: 'jana@klinika.example', code: '012345', minutes: 10 });

type Received = { from: string; to: string[]; raw: string };

/** A mail server on a free port of loopback, and what it has taken. */
async function startSmtp(options: SMTPServerOptions = {}, fixedPort = 0) {
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
  await new Promise<void>((resolve) => server.listen(fixedPort, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    transport: createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from: FROM }),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function capturedLog() {
  const lines: string[] = [];
  return { lines, logger: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) };
}

const due = async (): Promise<number> => (await pool.query('SELECT 1 FROM ops.mail_outbox')).rowCount ?? 0;
const isSent = (): Promise<void> => until('an empty outbox', 5_000, async () => (await due()) === 0);

const happens = (check: () => boolean): Promise<void> => until('an attempt', 5_000, check);

const serviceKeys = () =>
  Promise.resolve({ keyId: 'k', seal: Buffer.alloc(32, 5), lookup: Buffer.alloc(32, 6) });

/** A process that sends what stands in the outbox. Tests run one after the other: they share it. */
function startSender(
  transport: MailTransport | null,
  options: Partial<Parameters<typeof createMailer>[0]> = {},
) {
  const { lines, logger } = capturedLog();
  const { now = () => NOW } = options;
  const outbox = createOutbox({ pool, serviceKeys, random: systemRandom, now, newId: randomUUID });
  const settled: string[] = [];
  const mailer = createMailer({
    transport,
    outbox,
    now,
    pollMs: 5,
    retryDelaysMs: [0],
    onSettled: (kind, outcome) => void settled.push(`${kind} ${outcome}`),
    ...options,
  });
  mailer.start(logger);
  return { mailer, logger, lines, settled, send: (one: Mail | null) => mailer.send(one, logger) };
}

test.serial('a mail reaches its addressee over SMTP, as plain text, and leaves nothing behind', async (t) => {
  const smtp = await startSmtp();
  const sender = startSender(smtp.transport);
  await sender.send(mail);
  await isSent();
  await sender.mailer.stop();
  await smtp.stop();
  t.is(smtp.received.length, 1);
  const [{ from, to, raw }] = smtp.received as [Received];
  t.is(from, 'no-reply@triage.example');
  t.deepEqual(to, ['jana@klinika.example']);
  t.regex(raw, /^Content-Type: text\/plain/m);
  t.regex(raw, /Your code is 012345/);
  t.deepEqual(sender.settled, ['code sent']);
});

test.serial('an address with a comma is one addressee, whatever it looks like', async (t) => {
  const smtp = await startSmtp();
  const sender = startSender(smtp.transport);
  await sender.send({ ...mail, to: '"a,b"@klinika.example' });
  await isSent();
  await sender.mailer.stop();
  await smtp.stop();
  t.deepEqual(
    smtp.received.map(({ to }) => to),
    [['"a,b"@klinika.example']],
  );
});

test.serial(
  'a mail waits for its server, in other processes too, and stands nowhere in clear meanwhile',
  async (t) => {
    const away = await startSmtp();
    await away.stop();
    const first = startSender(away.transport);
    await first.send(mail);
    await happens(() => first.lines.filter((line) => line.includes('trying again')).length >= 2);
    const { rows } = await pool.query<{ row: string; sealed: Buffer }>(
      'SELECT concat(o.*) AS row, sealed FROM ops.mail_outbox o',
    );
    t.is(rows.length, 1);
    t.notRegex(`${rows[0]?.row} ${rows[0]?.sealed.toString('latin1')}`, /jana|012345/);
    // The process ends; the server comes back; another process sends what is there.
    await first.mailer.stop();
    const back = await startSmtp({}, away.port);
    const second = startSender(back.transport, { now: () => new Date(NOW.getTime() + 120_000) });
    await isSent();
    await second.mailer.stop();
    await back.stop();
    t.is(back.received.length, 1);
    t.regex(back.received[0]?.raw ?? '', /Your code is 012345/);
    t.notRegex([...first.lines, ...second.lines].join(), /jana|012345/);
  },
);

test.serial(
  'a mail that is put off is tried again; one that is refused for good is not; neither tells its address',
  async (t) => {
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
    const sender = startSender(smtp.transport);
    await sender.send(mail);
    await isSent();
    t.is(smtp.received.length, 1);
    t.is(attempts, 3);
    await sender.send({ ...mail, to: 'unknown@klinika.example' });
    await isSent();
    t.is(attempts, 4);
    await sender.mailer.stop();
    await smtp.stop();
    t.deepEqual(sender.settled, ['code put_off', 'code put_off', 'code sent', 'code lost']);
    t.regex(sender.lines.join(), /"error_code":"EENVELOPE","smtp_code":451/);
    t.is(sender.lines.filter((line) => line.includes('mail failed, trying again')).length, 2);
    t.notRegex(sender.lines.join(), /jana|unknown@|012345/);
  },
);

/** A way out that never takes anything, and when it was tried. */
function brokenAt(clock: { at: Date }) {
  const tried: number[] = [];
  const transport: MailTransport = {
    deliver: () => {
      tried.push(clock.at.getTime() - NOW.getTime());
      return Promise.reject(new Error(mail.to));
    },
    isFinal: () => false,
    close: () => undefined,
  };
  return { tried, transport };
}

test.serial('attempts come later each time, and end where the code would have lapsed', async (t) => {
  const clock = { at: NOW };
  const { tried, transport } = brokenAt(clock);
  const sender = startSender(transport, { now: () => clock.at, retryDelaysMs: [2_000, 10_000, 600_000] });
  await sender.send(mail);
  await happens(() => sender.lines.length >= 1);
  clock.at = new Date(NOW.getTime() + 2_000);
  await happens(() => sender.lines.length >= 2);
  clock.at = new Date(NOW.getTime() + 12_000);
  await isSent();
  await sender.mailer.stop();
  t.deepEqual(tried, [0, 2_000, 12_000]);
  t.deepEqual(
    sender.settled,
    ['code put_off', 'code put_off', 'code lost'],
    'ten minutes later nobody wants it',
  );
  t.notRegex(sender.lines.join(), /jana/);
});

test.serial('a mail whose time is over is not sent any more', async (t) => {
  const waiting = startSender(brokenAt({ at: NOW }).transport, { retryDelaysMs: [1_000] });
  await waiting.mailer.stop();
  await waiting.send(mail);
  const smtp = await startSmtp();
  const late = startSender(smtp.transport, { now: () => new Date(NOW.getTime() + 600_000) });
  await isSent();
  await late.mailer.stop();
  await smtp.stop();
  t.is(smtp.received.length, 0);
  t.deepEqual(late.settled, ['code lost']);
});

test.serial('a mail to nobody is kept like any other, and goes nowhere', async (t) => {
  const stopped = startSender(brokenAt({ at: NOW }).transport);
  await stopped.mailer.stop();
  await stopped.send(null);
  await stopped.send(mail);
  const { rows } = await pool.query<{ size: number }>('SELECT length(sealed) AS size FROM ops.mail_outbox');
  t.true(Math.abs((rows[0]?.size ?? 0) - (rows[1]?.size ?? 0)) < 150);
  const smtp = await startSmtp();
  const sender = startSender(smtp.transport);
  await isSent();
  await sender.mailer.stop();
  await smtp.stop();
  t.is(smtp.received.length, 1);
  t.deepEqual(sender.settled, ['code sent']);
});

test.serial('processes that look at the same moment send each mail once', async (t) => {
  const smtp = await startSmtp();
  const idle = startSender(smtp.transport);
  await idle.mailer.stop();
  const kept = await startSmtp();
  for (let n = 0; n < 20; n += 1) await idle.send({ ...mail, subject: `${n}` });
  const senders = [startSender(kept.transport), startSender(kept.transport)];
  await isSent();
  await Promise.all(senders.map(({ mailer }) => mailer.stop()));
  await Promise.all([kept.stop(), smtp.stop()]);
  t.is(kept.received.length, 20);
  t.is(new Set(kept.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1])).size, 20);
});

test.serial('without any way to send, a mail is told as lost', async (t) => {
  const { send, lines, settled } = startSender(null);
  await send(mail);
  await send(null);
  t.regex(lines.join(), /neither SMTP_URL nor DATA_DIR/);
  t.notRegex(lines.join(), /jana|012345/);
  t.deepEqual(settled, ['code lost']);
  t.is(await due(), 0);
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
