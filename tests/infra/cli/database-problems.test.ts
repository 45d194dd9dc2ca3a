import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import test from 'ava';
import pg from 'pg';
import { startDatabase } from '../../support/database.ts';
import {
  authority,
  certificate,
  expired,
  foreign,
  privateKey,
} from '../../support/event-store-front/certificates.ts';
import { listen } from '../../support/listening.ts';
import { runOps } from '../../support/run-ops.ts';

/** What an operator reads where the server of DATABASE_URL does not give what a migration needs. */
const { adminUrl, stop } = await startDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-tls-'));
test.after.always(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

const asAdmin = async (...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const migrateAs = async (user: string, database: string) => {
  const url = new URL(adminUrl);
  Object.assign(url, { username: user, password: 'pw', pathname: `/${database}` });
  return runOps(['migrate'], { DATABASE_URL: url.href });
};

test.serial('a user without CREATEROLE is told in one line, and what to do', async (t) => {
  await asAdmin(`CREATE ROLE poor LOGIN PASSWORD 'pw'`, 'CREATE DATABASE poors OWNER poor');
  const refused = await migrateAs('poor', 'poors');
  t.deepEqual(refused, {
    code: 1,
    stdout: '',
    stderr:
      'the user of DATABASE_URL may not create roles: ALTER ROLE <user> CREATEROLE, then npm run ops -- migrate\n',
  });
  await asAdmin('ALTER ROLE poor CREATEROLE');
  // The roles of the service are there: the first database of this server has them.
  const foreigner = await migrateAs('poor', 'poors');
  t.is(foreigner.code, 1);
  t.regex(foreigner.stderr, /^another user of this server made the roles of the service: GRANT .*\n$/);
  await asAdmin('GRANT triage_api, triage_analyst TO poor WITH ADMIN OPTION');
  t.like(await migrateAs('poor', 'poors'), { code: 0, stderr: '' });
});

test.serial('a user that may not create schemas is told in one line, and what to do', async (t) => {
  await asAdmin(`CREATE ROLE guest LOGIN CREATEROLE PASSWORD 'pw'`, 'CREATE DATABASE hosts');
  const refused = await migrateAs('guest', 'hosts');
  t.is(refused.code, 1);
  t.regex(
    refused.stderr,
    /^the user of DATABASE_URL may not create tables and schemas: ALTER DATABASE <database> OWNER TO <user>.*\n$/,
  );
  await asAdmin(
    'ALTER DATABASE hosts OWNER TO guest',
    'GRANT triage_api, triage_analyst TO guest WITH ADMIN OPTION',
  );
  t.like(await migrateAs('guest', 'hosts'), { code: 0, stderr: '' });
});

/** A server that speaks of Postgres's protocol the agreement on TLS alone, and shows this certificate. */
async function startTls(cert: string): Promise<{ port: number; close: () => void }> {
  const secureContext = createSecureContext({ cert, key: privateKey });
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    void once(socket, 'data').then(() => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined);
    });
  });
  return { port: await listen(server), close: () => server.close() };
}

test('a certificate that is not trusted, has expired or is of another host is told in one line', async (t) => {
  const caFile = path.join(folder, 'ca.pem');
  writeFileSync(caFile, authority);
  const trusting = `&sslrootcert=${caFile}`;
  const cases: [string, string, string][] = [
    [
      certificate,
      '',
      'is signed by an authority that is not trusted: name its file with sslrootcert=<file> in DATABASE_URL',
    ],
    [expired, trusting, 'has expired: renew it'],
    [foreign, trusting, 'is for another host name than DATABASE_URL has'],
  ];
  for (const [cert, query, told] of cases) {
    const { port, close } = await startTls(cert);
    const DATABASE_URL = `postgresql://a:b@localhost:${port}/c?sslmode=verify-full${query}`;
    const { code, stderr } = await runOps(['migrate'], { DATABASE_URL });
    close();
    t.deepEqual([code, stderr], [1, `the certificate of the database server ${told}\n`]);
  }
});
