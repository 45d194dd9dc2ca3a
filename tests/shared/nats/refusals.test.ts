import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { z } from 'zod';
import { nkeys } from 'nats';
import {
  makeAuthority,
  makeCertificate,
  type KeyPair,
} from '../../../infra/event-store/access/certificates.ts';
import { makeClientCertificate } from '../../support/client-certificate.ts';
import { freePort } from '../../../infra/embedded/ports.ts';
import { parseConfig } from '../../../shared/config/load-config.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { createNatsLink, type NatsLink } from '../../../shared/nats/connection.ts';
import { natsOptions, natsSettings, oneNatsIdentity } from '../../../shared/nats/settings.ts';
import { listen } from '../../support/listening.ts';
import { JETSTREAM, startNats as startNatsIn, type NatsServer } from '../../support/nats-server.ts';
import { until } from '../../support/until.ts';

/** The client hands its module of keys on without types. */
type Keys = { getPublicKey(): string; getSeed(): Uint8Array; sign(bytes: Uint8Array): Uint8Array };
const { createUser, createAccount, createOperator } = nkeys as Record<
  'createUser' | 'createAccount' | 'createOperator',
  () => Keys
>;

/** What an operator reads, in one line, where NATS cannot be used. The servers are real ones. */
const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-nats-'));
const schema = z.object(natsSettings).refine(oneNatsIdentity.check, oneNatsIdentity.params);
const PASSWORD = 'canary-pa55word';
let files = 0;

function inFile(contents: string): string {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, contents, { mode: 0o600 });
  return file;
}

const servers: NatsServer[] = [];

async function startNats(lines: string, port?: number): Promise<NatsServer> {
  const server = await startNatsIn(folder, lines, port);
  servers.push(server);
  return server;
}

test.after.always(async () => {
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true });
});

const links: NatsLink[] = [];
test.afterEach.always(async () => {
  for (const link of links.splice(0)) await link.stop();
});

/** A link with what it logs. */
async function open(env: Record<string, string>) {
  const parsed = parseConfig(schema, env);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const lines: { level: number; msg: string }[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as { level: number; msg: string }),
  };
  const link = createNatsLink({
    server: natsOptions(parsed.config),
    name: 'test',
    logger: createLogger({ name: 'test', level: 'info', destination }),
  });
  links.push(link);
  await link.start();
  return { link, lines };
}

/** The one line that the process logs, which `/ready` shows as well; null where all is well. */
async function lineOf(env: Record<string, string>): Promise<string | null> {
  const { link, lines } = await open(env);
  await until('something is said', 10_000, () => lines.length > 0);
  const [line] = lines;
  if (/canary|\n/.test(JSON.stringify(line))) throw new Error('the line says too much');
  if (line?.msg === 'NATS answers') return link.problem();
  if (line?.level !== 50 || link.problem() !== line.msg)
    throw new Error(`unexpected line: ${JSON.stringify(line)}`);
  return line.msg;
}

const CANNOT = 'NATS cannot be used: ';
const REFUSED = `${CANNOT}it refuses the user, the password or the key`;

test.serial('out of reach, unknown, or no NATS server', async (t) => {
  t.is(
    await lineOf({ NATS_URL: `nats://a:${PASSWORD}@127.0.0.1:${await freePort()}` }),
    `${CANNOT}nothing listens at the address of NATS_URL, so that it is down or the port is another`,
  );
  t.is(
    await lineOf({ NATS_URL: 'nats://no-such-host.invalid:4222' }),
    `${CANNOT}the host name of NATS_URL is not known here`,
  );
  const http = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  t.teardown(() => http.close());
  t.is(
    await lineOf({ NATS_URL: `nats://127.0.0.1:${await listen(http)}` }),
    `${CANNOT}what listens at the address of NATS_URL is no NATS server`,
  );
});

test.serial('a wrong password, which is mended at the server; a token', async (t) => {
  const server = await startNats(`${JETSTREAM}\nauthorization { user: a, password: "right" }`);
  t.is(await lineOf({ NATS_URL: `nats://a:right@127.0.0.1:${server.port}` }), null);
  const { link, lines } = await open({ NATS_URL: `nats://a:${PASSWORD}@127.0.0.1:${server.port}` });
  await until('it is refused', 10_000, () => link.problem() === REFUSED);
  await server.stop();
  await startNats(`${JETSTREAM}\nauthorization { user: a, password: "${PASSWORD}" }`, server.port);
  await until('it is let in', 15_000, () => link.problem() === null);
  t.is(lines.filter(({ msg }) => msg === REFUSED).length, 1, 'it is said once, however often it is tried');
  t.is(lines.at(-1)?.msg, 'NATS answers');

  const { port } = await startNats(`${JETSTREAM}\nauthorization { token: "t0ken" }`);
  t.is(await lineOf({ NATS_URL: `nats://t0ken@127.0.0.1:${port}` }), null);
});

test.serial('a server without JetStream, and one that is too old', async (t) => {
  const { port } = await startNats('');
  t.is(
    await lineOf({ NATS_URL: `nats://127.0.0.1:${port}` }),
    `${CANNOT}JetStream is not switched on there, or not for this account`,
  );
  const info = {
    server_id: 'x',
    version: '2.1.9',
    proto: 1,
    headers: true,
    max_payload: 1_024,
    jetstream: true,
  };
  const old = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    socket.on('data', (chunk: Buffer) => String(chunk).includes('PING') && socket.write('PONG\r\n'));
  });
  t.teardown(() => old.close());
  t.is(
    await lineOf({ NATS_URL: `nats://127.0.0.1:${await listen(old)}` }),
    `${CANNOT}it is NATS Server 2.1.9, and 2.9 or later is needed`,
  );
});

test.serial('TLS: wrong name, expired, untrusted, none', async (t) => {
  const now = new Date();
  const authority = await makeAuthority(now);
  const NATS_CA_FILE = inFile(authority.certificate);
  const startTls = async (hosts: string[], at = now) => {
    const { certificate, privateKey } = await makeCertificate(authority, hosts, at);
    const pair = `cert_file: "${inFile(certificate)}", key_file: "${inFile(privateKey)}"`;
    const { port } = await startNats(`${JETSTREAM}\ntls { ${pair} }`);
    return port;
  };
  const of = `${CANNOT}the certificate of the NATS server`;
  const right = await startTls(['localhost']);
  t.is(await lineOf({ NATS_URL: `tls://localhost:${right}`, NATS_CA_FILE }), null);
  t.is(
    await lineOf({ NATS_URL: `tls://localhost:${right}` }),
    `${of} is signed by an authority that is not trusted: name its file in NATS_CA_FILE`,
  );
  const foreign = await startTls(['other.example']);
  t.is(
    await lineOf({ NATS_URL: `tls://localhost:${foreign}`, NATS_CA_FILE }),
    `${of} is for another host name than NATS_URL has`,
  );
  // The client gives TLS no address to compare, and Node then takes localhost.
  t.is(
    await lineOf({ NATS_URL: `tls://127.0.0.1:${right}`, NATS_CA_FILE }),
    `${of} is for another host name than NATS_URL has`,
  );
  const byAddress = await startTls(['127.0.0.1']);
  t.is(await lineOf({ NATS_URL: `tls://127.0.0.1:${byAddress}`, NATS_CA_FILE }), null);
  const old = await startTls(['localhost'], new Date('2020-01-01T00:00:00Z'));
  t.is(await lineOf({ NATS_URL: `tls://localhost:${old}`, NATS_CA_FILE }), `${of} has expired: renew it`);
  const { port } = await startNats(JETSTREAM);
  const noTls = `${CANNOT}it does not speak TLS: switch it on there, or leave tls:// and the NATS_…_FILE of TLS out`;
  t.is(await lineOf({ NATS_URL: `tls://localhost:${port}` }), noTls);
  t.is(
    await lineOf({ NATS_URL: `nats://localhost:${port}`, NATS_CA_FILE }),
    noTls,
    'an authority asks for TLS',
  );
});

test.serial('a server that asks for a certificate of the process, and for a password', async (t) => {
  const now = new Date();
  const [authority, other] = [await makeAuthority(now), await makeAuthority(now)];
  const NATS_CA_FILE = inFile(authority.certificate);
  const { certificate, privateKey } = await makeCertificate(authority, ['localhost'], now);
  const { port } = await startNats(
    [
      JETSTREAM,
      'authorization { user: a, password: "right" }',
      `tls { cert_file: "${inFile(certificate)}", key_file: "${inFile(privateKey)}"`,
      `ca_file: "${NATS_CA_FILE}", verify: true }`,
    ].join('\n'),
  );
  const shown = (pair: KeyPair) => ({
    NATS_CA_FILE,
    NATS_CERT_FILE: inFile(pair.certificate),
    NATS_KEY_FILE: inFile(pair.privateKey),
  });
  const own = shown(await makeClientCertificate(authority, 'triage', now));
  const NATS_URL = `tls://a:right@localhost:${port}`;
  t.is(await lineOf({ NATS_URL, ...own }), null);
  t.is(await lineOf({ NATS_URL: `tls://a:${PASSWORD}@localhost:${port}`, ...own }), REFUSED);
  const wanted = /wants another certificate of this process \(NATS_CERT_FILE, NATS_KEY_FILE\)$/;
  t.regex((await lineOf({ NATS_URL, NATS_CA_FILE })) ?? '', wanted);
  const foreign = shown(await makeClientCertificate(other, 'triage', now));
  t.regex((await lineOf({ NATS_URL, ...foreign })) ?? '', wanted);
});

test.serial('nkeys and credentials', async (t) => {
  const user = createUser();
  const seed = new TextDecoder().decode(user.getSeed());
  const { port } = await startNats(
    `accounts { A { jetstream: enabled, users: [ { nkey: ${user.getPublicKey()} } ] } }\n${JETSTREAM}`,
  );
  const NATS_URL = `nats://127.0.0.1:${port}`;
  t.is(await lineOf({ NATS_URL, NATS_NKEY_FILE: inFile(`${seed}\n`) }), null);
  const other = new TextDecoder().decode(createUser().getSeed());
  t.is(await lineOf({ NATS_URL, NATS_NKEY_FILE: inFile(other) }), REFUSED);

  const operator = createOperator();
  const account = createAccount();
  const signed = (issuer: Keys, claims: object): string => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const told = { jti: 'x', iat: 1_600_000_000, iss: issuer.getPublicKey(), ...claims };
    const body = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(told)}`;
    return `${body}.${Buffer.from(issuer.sign(Buffer.from(body))).toString('base64url')}`;
  };
  const limits = { subs: -1, data: -1, payload: -1 };
  const unlimited = { ...limits, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const stored = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const operatorJwt = signed(operator, {
    sub: operator.getPublicKey(),
    name: 'O',
    nats: { type: 'operator', version: 2 },
  });
  const accountJwt = (of: Keys, more: object): string =>
    signed(operator, {
      sub: of.getPublicKey(),
      name: of === account ? 'A' : 'SYS',
      nats: { type: 'account', version: 2, limits: { ...unlimited, ...more } },
    });
  // The server wants one of its own, in which it stores nothing.
  const system = createAccount();
  const userJwt = signed(account, {
    sub: user.getPublicKey(),
    name: 'U',
    nats: { type: 'user', version: 2, ...limits },
  });
  const trusting = await startNats(
    [
      `operator: ${operatorJwt}`,
      'resolver: MEMORY',
      `system_account: ${system.getPublicKey()}`,
      'resolver_preload: {',
      `${account.getPublicKey()}: ${accountJwt(account, stored)}`,
      `${system.getPublicKey()}: ${accountJwt(system, {})} }`,
      JETSTREAM,
    ].join('\n'),
  );
  const creds = (jwt: string): string =>
    inFile(
      [
        '-----BEGIN NATS USER JWT-----',
        jwt,
        '------END NATS USER JWT------',
        '',
        '-----BEGIN USER NKEY SEED-----',
        seed,
        '------END USER NKEY SEED------',
        '',
      ].join('\n'),
    );
  const url = `nats://127.0.0.1:${trusting.port}`;
  t.is(await lineOf({ NATS_URL: url, NATS_CREDENTIALS_FILE: creds(userJwt) }), null);
  const foreign = signed(createAccount(), {
    sub: user.getPublicKey(),
    name: 'U',
    nats: { type: 'user', version: 2, ...limits },
  });
  t.is(await lineOf({ NATS_URL: url, NATS_CREDENTIALS_FILE: creds(foreign) }), REFUSED);
});

test('what is wrong with its settings is told before a connection is tried', (t) => {
  const NATS_URL = 'nats://host:4222';
  const refusal = (env: Record<string, string>): string => {
    const parsed = parseConfig(schema, { NATS_URL, ...env });
    if (!parsed.ok) return parsed.problems.join();
    try {
      natsOptions(parsed.config);
      return 'taken';
    } catch (error) {
      return error instanceof Error && error.name === 'StartupError' ? error.message : 'no StartupError';
    }
  };
  const oneOf =
    'NATS_URL: give a user in NATS_URL, NATS_CREDENTIALS_FILE or NATS_NKEY_FILE, one of them; and NATS_CERT_FILE with NATS_KEY_FILE';
  t.is(refusal({ NATS_URL: `nats://a:${PASSWORD}@host`, NATS_NKEY_FILE: 'x' }), oneOf);
  t.is(refusal({ NATS_CREDENTIALS_FILE: 'x', NATS_NKEY_FILE: 'x' }), oneOf);
  t.is(refusal({ NATS_CERT_FILE: 'x' }), oneOf);
  t.is(refusal({ NATS_CA_FILE: '/nowhere/ca.pem' }), 'the file of NATS_CA_FILE cannot be read');
  t.is(refusal({ NATS_NKEY_FILE: inFile(PASSWORD) }), 'the file of NATS_NKEY_FILE holds no seed of an nkey');
  t.is(
    refusal({ NATS_CREDENTIALS_FILE: inFile(PASSWORD) }),
    'the file of NATS_CREDENTIALS_FILE holds no JWT with its seed',
  );
});
