import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import {
  makeAuthority,
  makeCertificate,
  type KeyPair,
} from '../../../infra/event-store/access/certificates.ts';
import { freePort } from '../../../infra/embedded/ports.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { migrationNames } from '../../../shared/postgres/migrations.ts';
import type { Sql } from '../../../shared/postgres/pool.ts';
import { checkDatabase, requireDatabase } from '../../../shared/postgres/require-database.ts';
import { startDatabase } from '../../support/database.ts';
import { asAdmin as asAdminOf, switchTlsOn } from '../../support/postgres-tls.ts';

/** What an operator reads, in one line, where a database cannot be used. The server is a real one. */
const database = await startDatabase();
const { adminUrl, databaseUrl, pool } = database;
const files = mkdtempSync(path.join(os.tmpdir(), 'triage-tls-'));
test.after.always(async () => {
  await database.stop();
  rmSync(files, { recursive: true });
});
const PASSWORD = 'canary-pa55word';

const asAdmin = (...statements: string[]): Promise<void> => asAdminOf(adminUrl, ...statements);

/** The address of the database with something changed. */
function changed(changes: Partial<URL>, query = ''): string {
  const url = new URL(databaseUrl);
  Object.assign(url, { ...changes });
  url.search = query;
  return url.href;
}

/** The line, or null where the database is fine. */
async function lineOf(url: string): Promise<string | null> {
  try {
    await requireDatabase(url, { name: 'test', patienceMs: 0 });
    return null;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StartupError') throw error;
    if (/canary|\n/.test(error.message)) throw new Error('the line says too much', { cause: error });
    return error.message;
  }
}

const MIGRATE = 'npm run ops -- migrate';

test.serial('a database that is as it must be', async (t) => {
  t.is(await lineOf(databaseUrl), null);
});

test.serial('out of reach', async (t) => {
  const away = 'the database is out of reach: ';
  t.is(
    await lineOf(changed({ port: String(await freePort()) })),
    `${away}nothing listens at the address of DATABASE_URL, so that it is down or the port is another`,
  );
  t.is(
    await lineOf(changed({ hostname: 'no-such-host.invalid' })),
    `${away}the host name of DATABASE_URL is not known here`,
  );
});

test.serial('a wrong password, a user that is not let in, a database that is not there', async (t) => {
  const refused = 'the database server refuses the user or the password of DATABASE_URL';
  t.is(await lineOf(changed({ password: PASSWORD })), refused);
  t.is(await lineOf(changed({ username: 'nobody', password: PASSWORD })), refused);
  t.regex(
    (await lineOf(changed({ pathname: '/nothing' }))) ?? '',
    /^the database that DATABASE_URL names does not exist/,
  );
});

test.serial('a database that is not migrated, and a user without the rights of the service', async (t) => {
  await asAdmin(
    `CREATE ROLE poor LOGIN PASSWORD '${PASSWORD}'`,
    'CREATE DATABASE empty OWNER poor',
    'GRANT triage_api TO poor',
  );
  const asPoor = { username: 'poor', password: PASSWORD };
  t.is(await lineOf(changed({ ...asPoor, pathname: '/empty' })), `the database is not migrated: ${MIGRATE}`);
  t.is(
    await lineOf(changed(asPoor)),
    'the user of DATABASE_URL lacks a right: see docs/operator/distributed.md',
  );
  await asAdmin('REVOKE triage_api FROM poor');
  t.is(
    await lineOf(changed(asPoor)),
    `the user of DATABASE_URL may not act as triage_api: use the user that ran ${MIGRATE}, or GRANT triage_api TO <user>`,
  );
});

test.serial('a database of an older or of a newer version', async (t) => {
  const last = (await migrationNames()).at(-1);
  const asBefore = 'UPDATE migrations SET name = $2 WHERE name = $1';
  await pool.query(asBefore, [last, '9999_later.sql']);
  t.is(
    await lineOf(databaseUrl),
    `the database is of an older version of the service (it lacks ${last}): ${MIGRATE}`,
  );
  await pool.query(asBefore, ['9999_later.sql', last]);

  const add = 'INSERT INTO migrations (name, batch, migration_time) VALUES ($1, 99, now())';
  await pool.query(add, ['9998_adds.sql']);
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ name: 'test', level: 'info', destination });
  await requireDatabase(databaseUrl, { name: 'test', logger });
  t.like(JSON.parse(lines[0] ?? '{}'), {
    msg: 'the database is of a newer version, beside which this one works',
    migrations: ['9998_adds.sql'],
  });

  await pool.query(add, ['9999_takes_away.contract.sql']);
  t.is(
    await lineOf(databaseUrl),
    'the database is of a newer version of the service, which took away what this one uses ' +
      '(9999_takes_away.contract.sql): start that version, or go back with the backup from before the update, ' +
      'see docs/operator/upgrades.md#roll-back',
  );
  await pool.query("DELETE FROM migrations WHERE name LIKE '999%'");
});

test.serial('a server that is too old, and one that only reads', async (t) => {
  /** Postgres itself cannot be made to say so. */
  const saying = (row: object): Sql =>
    ({
      query: () => Promise.resolve({ rows: [{ version: 17, standby: false, role: true, ...row }] }),
    }) as unknown as Sql;
  await t.throwsAsync(checkDatabase(saying({ version: 15 }), []), {
    message: 'the database server is Postgres 15: the service needs 16 or later',
  });
  await t.throwsAsync(checkDatabase(saying({ standby: true }), []), {
    message: 'DATABASE_URL leads to a standby, which takes no writes: name the primary server',
  });
});

test.serial('TLS: wrong name, expired, untrusted, none', async (t) => {
  const now = new Date();
  const authority = await makeAuthority(now);
  const other = await makeAuthority(now);
  const caFile = path.join(files, 'ca.pem');
  writeFileSync(caFile, authority.certificate);
  const full = `sslmode=verify-full&sslrootcert=${caFile}`;
  const over = (query: string): Promise<string | null> => lineOf(changed({ hostname: 'localhost' }, query));
  const of = 'the certificate of the database server';

  t.is(
    await over(full),
    'the database server does not speak TLS: switch it on there (ssl = on), or leave sslmode out of DATABASE_URL',
  );
  const show = (pair: KeyPair): Promise<void> => switchTlsOn(adminUrl, pair);
  await show(await makeCertificate(authority, ['localhost'], now));
  t.is(await over(full), null);
  t.is(
    await over('sslmode=verify-full'),
    `${of} is signed by an authority that is not trusted: name its file with sslrootcert=<file> in DATABASE_URL`,
  );
  t.is(
    await over('sslmode=verify-full&sslrootcert=/nowhere/ca.pem'),
    'DATABASE_URL names a file of certificates or keys (sslrootcert, sslcert, sslkey) that cannot be read',
  );
  t.is(
    await lineOf(changed({ hostname: '127.0.0.1' }, full)),
    `${of} is for another host name than DATABASE_URL has`,
  );
  await show(await makeCertificate(other, ['localhost'], now));
  t.regex((await over(full)) ?? '', /is signed by an authority that is not trusted/);
  await show(await makeCertificate(authority, ['localhost'], new Date('2020-01-01T00:00:00Z')));
  t.is(await over(full), `${of} has expired: renew it`);

  // The last step: from here on no superuser of this test gets in either.
  await asAdmin(
    "COPY (SELECT 'hostssl all all localhost scram-sha-256') TO PROGRAM 'cat > pg_hba.conf'",
    'SELECT pg_reload_conf()',
    'SELECT pg_sleep(0.3)',
  );
  t.is(
    await lineOf(databaseUrl),
    'the database server lets nobody in without TLS: append ?sslmode=verify-full&sslrootcert=<file> to DATABASE_URL',
  );
});
