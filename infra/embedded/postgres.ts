import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { harden } from '../analytics/harden.ts';
import type { DataDir } from './data-dir.ts';
import { openLog } from './logs.ts';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts';
import { postgresSettings, type PostgresTuning } from './postgres-settings.ts';
import { endPostgresWorkers, markerArguments } from './processes.ts';
import { secret } from './secrets.ts';
import { createService, type Service, type ServiceHost } from '../../shared/lifecycle/service.ts';

export type EmbeddedPostgres = {
  service: Service;
  /** As the owner of the application's database, who is no superuser: row-level security binds it. */
  databaseUrl: string;
  /** As superuser of the server, for what only that can do (tests, benchmarks). */
  adminUrl: string;
};

export type PostgresOptions = { dir: DataDir; port: number; tuning: PostgresTuning; host: ServiceHost };

const admin = 'postgres';
const application = 'triage';
/** Crash recovery replays up to `max_wal_size` of log. */
const startTimeoutMs = 60_000;
const initTimeoutMs = 60_000;
/** Fast shutdown ends sessions and writes a checkpoint; cut short, the next start recovers from the log. */
const stopTimeoutMs = 2_500;
const pollMs = 15;

const url = (user: string, password: string, port: number, database: string): string =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;

/**
 * How Postgres is told its data directory. As another user it cannot follow the path when a folder above is
 * closed to that user (/root, a private home), but the working directory is entered before the user is
 * changed, and from there on Postgres uses relative paths only.
 */
const dataArgument = (dir: string, { user }: PostgresBinaries): string =>
  user !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : dir;

const own = (file: string, { user }: PostgresBinaries): void => {
  if (user) chownSync(file, user.uid, user.gid);
};

/** Nothing of our environment reaches Postgres (PGDATA, PGPORT and the like would change what it does). */
const environment = { LC_ALL: 'C', TZ: 'UTC' };

/** Creates the cluster beside its place and moves it there when complete. */
async function initCluster(
  { dir, tuning, host }: PostgresOptions,
  binaries: PostgresBinaries,
): Promise<void> {
  const draft = `${dir.postgres}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  own(draft, binaries);
  const handover = mkdtempSync(path.join(os.tmpdir(), 'triage-initdb-'));
  try {
    const passwordFile = path.join(handover, 'password');
    writeFileSync(passwordFile, `${secret(dir, 'postgres-admin')}\n`, { mode: 0o600 });
    for (const file of [handover, passwordFile]) own(file, binaries);
    const place = ['-D', dataArgument(draft, binaries), '-U', admin, '--pwfile', passwordFile];
    const kind = ['-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '--no-instructions'];
    const args = [...place, ...kind, ...(tuning.durable ? [] : ['--no-sync'])];
    const options = { cwd: draft, env: environment, timeout: initTimeoutMs, ...binaries.user };
    const initdb = promisify(execFile)(binaries.initdb, args, options);
    if (initdb.child.pid !== undefined) host.watchdog?.add(initdb.child.pid, 'SIGKILL');
    await initdb.finally(() => initdb.child.pid !== undefined && host.watchdog?.remove(initdb.child.pid));
    renameSync(draft, dir.postgres);
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    throw new StartupError(
      `Postgres could not create its files in ${dir.postgres}: ${said ?? 'initdb did not run'}`,
    );
  } finally {
    rmSync(handover, { recursive: true, force: true });
  }
}

type Ask = (client: pg.Client) => Promise<void>;

async function withClient(connectionString: string, ask: Ask): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 10_000 });
  client.on('error', () => undefined); // a lost connection fails the query in flight, which is enough
  try {
    await client.connect();
    await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The application's role and database; repeated at each start, since a first one may have been cut short. */
const ensureApplication =
  (password: string): Ask =>
  async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = '${application}') as role,
              exists (select from pg_database where datname = '${application}') as database`,
    );
    if (rows[0]?.role !== true) {
      await client.query(
        `create role ${application} login createrole password ${client.escapeLiteral(password)}`,
      );
    }
    if (rows[0]?.database !== true) await client.query(`create database ${application} owner ${application}`);
  };

const wrongPassword = '28P01';

async function prepare(adminUrl: string, password: string): Promise<void> {
  await withClient(adminUrl, ensureApplication(password));
  const inApplication = new URL(adminUrl);
  inApplication.pathname = application;
  await withClient(inApplication.href, harden);
}

async function awaitPostgres(prepared: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await prepared();
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code === wrongPassword) {
        throw new StartupError(
          'the password in DATA_DIR/secrets/postgres-admin is not that of the database: restore it',
        );
      }
    }
    await sleep(pollMs, signal);
  }
}

/** The embedded Postgres of a data directory, on 127.0.0.1 only. Its files are created at the first start. */
export function createPostgres(options: PostgresOptions): EmbeddedPostgres {
  const { dir, port, tuning, host } = options;
  const binaries = findPostgres();
  const adminUrl = url(admin, secret(dir, 'postgres-admin'), port, 'postgres');
  const applicationPassword = secret(dir, 'postgres-application');
  const log = openLog(dir, 'postgres');

  const launch = async () => {
    if (existsSync(dir.postgres)) await endPostgresWorkers(dir.marker);
    else await initCluster(options, binaries);
    const settings = [...postgresSettings(tuning), markerArguments.postgres(dir.marker)];
    const args = [
      '-D',
      dataArgument(dir.postgres, binaries),
      '-p',
      String(port),
      ...settings.flatMap((one) => ['-c', one]),
    ];
    return log.lend((fd) =>
      spawn(binaries.postgres, args, {
        cwd: dir.postgres,
        env: environment,
        stdio: ['ignore', fd, fd],
        detached: true, // Ctrl-C in the terminal is for us alone
        ...binaries.user,
      }),
    );
  };

  const service = createService(
    {
      name: 'postgres',
      launch,
      ready: (_child, signal) => awaitPostgres(() => prepare(adminUrl, applicationPassword), signal),
      stopSignal: 'SIGINT', // fast shutdown
      startTimeoutMs,
      stopTimeoutMs,
      lastWords: () => log.lastLine('FATAL'),
      logFile: log.file,
    },
    host,
  );
  return { service, adminUrl, databaseUrl: url(application, applicationPassword, port, application) };
}
