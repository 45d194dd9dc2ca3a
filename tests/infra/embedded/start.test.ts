import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { lockDataDir, openDataDir, type DataDir } from '../../../infra/embedded/data-dir.ts';
import { findNatsServer } from '../../../infra/embedded/nats.ts';
import { freePort } from '../../../infra/embedded/ports.ts';
import { startWatchdog } from '../../../infra/embedded/watchdog.ts';
import { createPool } from '../../../shared/postgres/pool.ts';
import { settleMasterKeys } from '../../../infra/embedded/secrets.ts';
import { provideCluster, startCluster } from '../../support/cluster-template.ts';
import { listen } from '../../support/listening.ts';

const projectRoot = path.resolve(import.meta.dirname, '../../..');
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-start-'));
test.after.always(() => rmSync(root, { recursive: true, force: true }));

/** Runs the program of `npm start` with these settings to its end. */
async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(projectRoot, 'infra/scripts/start.mjs')], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

test('wrong settings are told one per line, before anything is made', async (t) => {
  const dataDir = path.join(root, 'settings');
  const key = Buffer.alloc(32).toString('base64');
  t.deepEqual(await start({ DATA_DIR: dataDir, PORT: 'http', DEMO: 'maybe', MASTER_KEY: key }), {
    code: 1,
    stdout: '',
    stderr: [
      'start: wrong setting PORT: must be a whole number from 0 to 65535',
      'start: wrong setting DEMO: must be 1 or 0 (on or off)',
      'start: wrong setting MASTER_KEY: is not used by npm start: put a key ring file in its place and name it in MASTER_KEY_FILE',
      '',
    ].join('\n'),
  });
  t.false(readdirSync(root).includes('settings'));
});

test('a taken port is told in one line', async (t) => {
  const server = createServer();
  const port = await listen(server);
  const dataDir = path.join(root, 'port');
  const { code, stderr } = await start({ DATA_DIR: dataDir, PORT: String(port) });
  server.close();
  t.is(code, 1);
  t.is(stderr, `start: port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT to another one\n`);
  t.false(readdirSync(dataDir).some((name) => ['postgres', 'stack.lock'].includes(name)));
});

test('a second start on a data directory is told in one line, whatever its port', async (t) => {
  const dir = openDataDir(path.join(root, 'second'));
  const unlock = lockDataDir(dir);
  const { code, stderr } = await start({ DATA_DIR: dir.root, PORT: '0' });
  unlock();
  t.is(code, 1);
  t.is(
    stderr,
    `start: DATA_DIR ${dir.root} is in use by process ${process.pid}: stop that one first, or set another DATA_DIR\n`,
  );
});

/** Runs statements in the database of a data directory that nobody else uses, and gives the rows of the last. */
async function inDatabase(dir: DataDir, ...statements: string[]): Promise<unknown[]> {
  const watchdog = startWatchdog();
  const { service, databaseUrl } = await startCluster(dir, watchdog);
  const pool = createPool({ databaseUrl, name: 'test', maxConnections: 1 });
  // The cluster of a test answers before it writes, and would forget this at its stop.
  await pool.query('SET synchronous_commit = on');
  let rows: unknown[] = [];
  for (const statement of statements) ({ rows } = await pool.query(statement));
  await pool.end();
  await service.stop();
  watchdog.stop();
  return rows;
}

test('a database of a newer version is told in one line, and a lock of a killed start is taken away', async (t) => {
  const dir = openDataDir(path.join(root, 'newer'));
  await settleMasterKeys(dir, { given: undefined, tell: () => undefined }); // beside data that is there already none is made
  await provideCluster(dir);
  const later = `INSERT INTO public.migrations (name, batch, migration_time) VALUES ('9999_later.contract.sql', 9, now())`;
  await inDatabase(dir, 'UPDATE public.migrations_lock SET is_locked = 1', later);
  const { code, stderr } = await start({ DATA_DIR: dir.root, PORT: '0' });
  t.is(code, 1);
  t.regex(
    stderr,
    /^start: the database is of a newer version of the service, which took away what .* \(9999_later\.contract\.sql\): start .*\n$/,
  );
  t.deepEqual(await inDatabase(dir, 'SELECT is_locked FROM public.migrations_lock'), [{ is_locked: 0 }]);
});

test('it ends with the npm that started it, which passes no signal on', async (t) => {
  const npm = spawn('sh', ['-c', 'node infra/scripts/start.mjs & wait'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      npm_lifecycle_event: 'start',
      DATA_DIR: path.join(root, 'npm'),
      PORT: String(await freePort()),
    },
  });
  const said: string[] = [];
  npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said.push(chunk);
    if (said.join('').includes('ready http')) npm.kill('SIGKILL');
  });
  // Closes with the last process of the service.
  await once(npm.stdout, 'close');
  const [phases, ready] = said.join('').split(/^ready http.*\n/m);
  const lines = (phases ?? '').split('\n').filter((line) => / runs$|^starting/.test(line));
  const first = lines.indexOf('starting Postgres, NATS and the event store');
  const second = lines.indexOf('starting the service');
  t.not(first, -1);
  t.deepEqual(lines.slice(first + 1, second).toSorted(), [
    '  event-store runs',
    '  nats runs',
    '  postgres runs',
  ]);
  t.deepEqual(lines.slice(second + 1).toSorted(), ['  api runs', '  dispatcher runs', '  projections runs']);
  t.regex(ready ?? '', /demo tenant/);
});

test('a missing nats-server is told in one line', (t) => {
  t.throws(() => findNatsServer([root]), {
    name: 'StartupError',
    message: 'nats-server was not found on the PATH: install NATS Server 2.9 or later',
  });
});
