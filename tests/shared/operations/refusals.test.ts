import { createServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { ENTRIES, startOwnProcess, type ProcessName } from '../../support/own-process.ts';
import { startDatabase } from '../../support/database.ts';
import { listen } from '../../support/listening.ts';

/** What each process says where it refuses to start: one line on stderr, and nowhere a secret. */
const database = await startDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-refusals-'));
test.after.always(async () => {
  await database.stop();
  rmSync(folder, { recursive: true });
});

const withPassword = (password: string): string => {
  const url = new URL(database.databaseUrl);
  url.password = password;
  return url.href;
};
const env = {
  DATABASE_URL: withPassword('canary-of-postgres'),
  EVENTSTORE_URL: 'esdb://triage:canary-of-the-log@127.0.0.1:1?tls=false',
  NATS_URL: 'nats://triage:canary-of-nats@127.0.0.1:1',
  MASTER_KEY: Buffer.alloc(32, 'canary').toString('base64'),
  SMTP_URL: 'smtp://triage:canary-of-mails@127.0.0.1:1',
  MAIL_FROM: 'clinic@clinic.example',
  EXTRACTOR_KEY: 'canary-of-the-extractor',
  DATA_DIR: folder,
  PORT: '0',
};

async function refusalOf(name: ProcessName, changes: Record<string, string> = {}) {
  const { ended, lines } = startOwnProcess(name, { ...env, ...changes });
  const { code, stderr } = await ended();
  const all = `${stderr}${JSON.stringify(lines)}`;
  return { code, stderr, saysTooMuch: all.includes('canary') || all.includes(env.MASTER_KEY) };
}

for (const name of Object.keys(ENTRIES) as ProcessName[]) {
  test.serial(`${name} refuses to start in one line`, async (t) => {
    t.deepEqual(await refusalOf(name), {
      code: 1,
      stderr: `${name}: the database server refuses the user or the password of DATABASE_URL\n`,
      saysTooMuch: false,
    });
    t.deepEqual(await refusalOf(name, { DATABASE_URL_FILE: path.join(folder, 'none'), DATABASE_URL: '' }), {
      code: 1,
      stderr: `${name}: wrong setting DATABASE_URL_FILE: the file cannot be read (ENOENT)\n`,
      saysTooMuch: false,
    });
  });
}

test.serial('where several processes share a port, one of them says the line, once', async (t) => {
  t.deepEqual(await refusalOf('query-api', { API_PROCESSES: '3' }), {
    code: 1,
    stderr: 'query-api: the database server refuses the user or the password of DATABASE_URL\n',
    saysTooMuch: false,
  });
  for (const wrong of ['0', '65', '-1', '1.5', 'many']) {
    t.deepEqual(await refusalOf('query-api', { API_PROCESSES: wrong }), {
      code: 1,
      stderr: 'query-api: wrong setting API_PROCESSES: must be a whole number from 1 to 64\n',
      saysTooMuch: false,
    });
  }
});

test.serial('a port that is taken', async (t) => {
  const other = createServer();
  const taken = String(await listen(other));
  t.teardown(() => other.close());
  t.deepEqual(await refusalOf('projectors', { METRICS_PORT: taken }), {
    code: 1,
    stderr: 'projectors: the port of METRICS_PORT is taken: another program listens there\n',
    saysTooMuch: false,
  });
  t.deepEqual(await refusalOf('command-api', { METRICS_PORT: taken, API_PROCESSES: '2' }), {
    code: 1,
    stderr: 'command-api: the port of METRICS_PORT is taken: another program listens there\n',
    saysTooMuch: false,
  });
});

test.serial('a database that was not migrated to this version', async (t) => {
  const newest = 'SELECT max(name) AS name FROM migrations';
  const { rows } = await database.pool.query<{ name: string }>(newest);
  const [{ name } = { name: '' }] = rows;
  await database.pool.query('DELETE FROM migrations WHERE name = $1', [name]);
  t.deepEqual(await refusalOf('query-api', { DATABASE_URL: database.databaseUrl }), {
    code: 1,
    stderr: `query-api: the database is of an older version of the service (it lacks ${name}): npm run ops -- migrate\n`,
    saysTooMuch: false,
  });
});
