import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import test from 'ava';
import { nkeys } from 'nats';
import { SMTPServer } from 'smtp-server';
import { makeAuthority, makeCertificate } from '../../infra/event-store/access/certificates.ts';
import { listen } from '../support/listening.ts';
import { JETSTREAM, startNats } from '../support/nats-server.ts';
import { ENTRIES, startOwnProcess, type ProcessName } from '../support/own-process.ts';
import { switchTlsOn } from '../support/postgres-tls.ts';
import { serverSettings, startServers } from '../support/servers.ts';

/** Every process with every connection over TLS, under an authority that nobody else trusts, and a proxy in front. */
const servers = await startServers();
const { stack } = servers;
const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-tls-'));
const now = new Date();
const authority = await makeAuthority(now);
const pair = await makeCertificate(authority, ['localhost', '127.0.0.1'], now);
const tls = { cert: pair.certificate, key: pair.privateKey };

const inFile = (name: string, contents: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, contents, { mode: 0o600 });
  return file;
};
const caFile = inFile('ca.pem', authority.certificate);

/** The client hands its module of keys on without types. */
const user = (nkeys as { createUser(): { getPublicKey(): string; getSeed(): Uint8Array } }).createUser();
await switchTlsOn(stack.adminUrl, pair);
const nats = await startNats(
  folder,
  [
    JETSTREAM,
    `accounts { A { jetstream: enabled, users: [ { nkey: ${user.getPublicKey()} } ] } }`,
    `tls { cert_file: "${inFile('nats.crt', pair.certificate)}", key_file: "${inFile('nats.key', pair.privateKey)}" }`,
  ].join('\n'),
);
const smtp = new SMTPServer({ secure: true, ...tls, authOptional: true });
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));

const databaseUrl = new URL(stack.databaseUrl);
databaseUrl.hostname = 'localhost';
databaseUrl.search = `sslmode=verify-full&sslrootcert=${caFile}`;

/** What ends TLS for callers. */
let backendPort = 0;
const proxy = https.createServer(tls, (request, response) => {
  const headers = { ...request.headers, 'x-forwarded-for': '198.51.100.7' };
  const onward = http.request(
    { host: '127.0.0.1', port: backendPort, method: request.method, path: request.url, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  request.pipe(onward);
});
const publicUrl = `https://localhost:${await listen(proxy)}`;

const env = {
  ...serverSettings(stack),
  DATABASE_URL: databaseUrl.href,
  NATS_URL: `tls://localhost:${nats.port}`,
  NATS_CA_FILE: caFile,
  NATS_NKEY_FILE: inFile('nats.nkey', new TextDecoder().decode(user.getSeed())),
  SMTP_URL: `smtps://localhost:${(smtp.server.address() as AddressInfo).port}`,
  SMTP_CA_FILE: caFile,
  MAIL_FROM: 'clinic@clinic.example',
  PUBLIC_URL: publicUrl,
  TRUSTED_PROXIES: '127.0.0.0/8',
  DATA_DIR: stack.dataDir,
  DRAIN_DELAY_MS: '0',
  PORT: '0',
};
const started = (Object.keys(ENTRIES) as ProcessName[]).map((name) => ({
  name,
  process: startOwnProcess(name, env),
}));
test.after.always(async () => {
  for (const { process } of started) process.child.kill('SIGKILL');
  proxy.close();
  proxy.closeAllConnections();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await nats.stop();
  await servers.stop();
  rmSync(folder, { recursive: true });
});

test.serial('every process works with every connection over TLS', async (t) => {
  t.timeout(90_000);
  for (const { process } of started) {
    await process.isUp();
    await process.reachesAll();
  }
  const { rows } = await servers.pool.query<{ name: string; isTls: boolean }>(
    `SELECT a.application_name AS name, bool_and(s.ssl) AS "isTls"
     FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)
     WHERE a.application_name <> 'test' AND a.datname = current_database() GROUP BY 1`,
  );
  t.true(rows.length >= started.length);
  t.deepEqual(
    rows.filter(({ isTls }) => !isTls),
    [],
  );
});

test.serial('callers come over TLS, and are told the address of the proxy', async (t) => {
  backendPort = started.find(({ name }) => name === 'query-api')?.process.port() ?? 0;
  const get = (pathname: string, ca?: string) =>
    new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      https
        .get(`${publicUrl}${pathname}`, { ...(ca && { ca }), agent: false }, (answer) => {
          json(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
        })
        .once('error', reject);
    });
  const { status, body } = await get('/v1/openapi.json', authority.certificate);
  t.is(status, 200);
  t.like(body, { servers: [{ url: publicUrl }] });
  t.like(await get('/v1/health/ready', authority.certificate), { status: 200, body: { status: 'ok' } });
  await t.throwsAsync(get('/v1/health/ready'), undefined, 'nobody else trusts that authority');
});
