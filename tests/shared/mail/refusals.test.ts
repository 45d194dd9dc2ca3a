import { createServer, type AddressInfo } from 'node:net';
import test from 'ava';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeAuthority, makeCertificate } from '../../../infra/event-store/access/certificates.ts';
import { freePort } from '../../../infra/embedded/ports.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import type { MailTransport } from '../../../shared/mail/mail.ts';
import { mailTransport } from '../../../shared/mail/settings.ts';
import { createSmtpTransport } from '../../../shared/mail/smtp.ts';
import { watchMailServer } from '../../../shared/mail/watch-server.ts';
import { listen } from '../../support/listening.ts';
import { until } from '../../support/until.ts';

/** What an operator reads, in one line, where the mail server takes no mail. The servers are real ones. */
const FROM = 'clinic@clinic.example';
const PASSWORD = 'canary-pa55word';
const stops: (() => void)[] = [];
test.after.always(() => {
  for (const stop of stops) stop();
});

async function startSmtp(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    onAuth: ({ username, password }, _session, done) =>
      done(password === 'right' ? null : new Error(`no ${username} with ${password}`), { user: username }),
    ...options,
  });
  server.on('error', () => undefined);
  stops.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.server.address() as AddressInfo).port;
}

/** The line, or null where the server would take a mail. */
async function lineOf(url: string, ca?: string): Promise<string | null> {
  const transport = createSmtpTransport({ url, from: FROM, ...(ca !== undefined && { ca }) });
  try {
    const line = (await transport.problem?.()) ?? null;
    if (line !== null && /canary|\n/.test(line)) throw new Error('the line says too much');
    return line;
  } finally {
    transport.close();
  }
}

const CANNOT = 'mails cannot be sent: ';

test('out of reach, unknown, no mail server, a wrong password', async (t) => {
  t.is(
    await lineOf(`smtp://a:${PASSWORD}@127.0.0.1:${await freePort()}`),
    `${CANNOT}nothing listens at the address of SMTP_URL, so that it is down or the port is another`,
  );
  t.is(await lineOf('smtp://no-such-host.invalid'), `${CANNOT}the host name of SMTP_URL is not known here`);
  const http = createServer((socket) =>
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n').on('error', () => undefined),
  );
  stops.push(() => http.close());
  t.is(
    await lineOf(`smtp://127.0.0.1:${await listen(http)}`),
    `${CANNOT}what listens at the address of SMTP_URL is no mail server, or wants another kind of TLS`,
  );
  const port = await startSmtp({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  t.is(await lineOf(`smtp://a:right@127.0.0.1:${port}`), null);
  t.is(
    await lineOf(`smtp://a:${PASSWORD}@127.0.0.1:${port}`),
    `${CANNOT}it refuses the user or the password of SMTP_URL`,
  );
});

test('TLS: wrong name, expired, untrusted, none', async (t) => {
  const now = new Date();
  const authority = await makeAuthority(now);
  const ca = authority.certificate;
  const startTls = async (hosts: string[], { secure = true, at = now } = {}): Promise<number> => {
    const { certificate: cert, privateKey: key } = await makeCertificate(authority, hosts, at);
    return startSmtp({ secure, cert, key });
  };
  const of = `${CANNOT}the certificate of the mail server`;
  const right = await startTls(['localhost']);
  t.is(await lineOf(`smtps://a:right@localhost:${right}`, ca), null);
  t.is(
    await lineOf(`smtps://a:right@localhost:${right}`),
    `${of} is signed by an authority that is not trusted: name its file in SMTP_CA_FILE`,
  );
  t.is(
    await lineOf(`smtps://a:right@127.0.0.1:${right}`, ca),
    `${of} is for another host name than SMTP_URL has`,
  );
  const foreign = await startTls(['other.example']);
  t.is(
    await lineOf(`smtps://a:right@localhost:${foreign}`, ca),
    `${of} is for another host name than SMTP_URL has`,
  );
  const old = await startTls(['localhost'], { at: new Date('2020-01-01T00:00:00Z') });
  t.is(await lineOf(`smtps://a:right@localhost:${old}`, ca), `${of} has expired: renew it`);

  const starting = await startTls(['localhost'], { secure: false });
  t.is(await lineOf(`smtp://a:right@localhost:${starting}`, ca), null);
  t.regex((await lineOf(`smtp://a:right@localhost:${starting}`)) ?? '', /authority that is not trusted/);
  const plain = await startSmtp({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const noTls = `${CANNOT}it offers no STARTTLS, and SMTP_URL or SMTP_CA_FILE asks for TLS`;
  t.is(await lineOf(`smtp://a:right@localhost:${plain}`, ca), noTls, 'an authority asks for TLS');
  t.is(await lineOf(`smtp://a:right@localhost:${plain}?requireTLS=true`), noTls);
  t.is(
    await lineOf(`smtps://a:right@localhost:${plain}`, ca),
    `${CANNOT}the mail server does not speak TLS at the address of SMTP_URL`,
  );
  t.throws(
    () =>
      mailTransport(
        { SMTP_URL: 'smtp://host', MAIL_FROM: FROM, SMTP_CA_FILE: '/nowhere' },
        { now: () => now, newId: () => '1' },
      ),
    { name: 'StartupError', message: 'the file of SMTP_CA_FILE cannot be read' },
  );
});

test('a process says once what is wrong with its mail server, and that it is mended', async (t) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) };
  const logger = createLogger({ name: 'test', level: 'info', destination });
  let problem: string | null = 'mails cannot be sent: it is away';
  let looks = 0;
  const transport: MailTransport = {
    deliver: () => Promise.resolve(),
    isFinal: () => false,
    close: () => undefined,
    problem: () => Promise.resolve(((looks += 1), problem)),
  };
  const watch = watchMailServer(transport, logger, { wellMs: 5, failingMs: 5 });
  watch?.start();
  await until('it has looked often', 5_000, () => looks > 3);
  t.is(await watch?.need.problem(), problem);
  t.deepEqual(lines, ['mails cannot be sent: it is away']);
  problem = null;
  await until('it is mended', 5_000, () => lines.length === 2);
  t.is(lines[1], 'the mail server answers');
  await watch?.stop();
  t.is(watchMailServer(null, logger), null);
});
