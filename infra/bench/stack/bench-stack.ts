import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withInstallation, type Installation } from '../../cli/connection.ts';
import { createApps, type Apps } from '../../embedded/apps.ts';
import { createNodeService, type NodeServiceOptions } from '../../embedded/node-service.ts';
import { connectionStringOf } from '../../event-store/access/settle-access.ts';
import { freePort } from '../../embedded/ports.ts';
import type { Service } from '../../../shared/lifecycle/service.ts';
import { startInfrastructure, type Infrastructure } from '../../embedded/stack.ts';
import { migrate } from '../../migrations/index.ts';
import type { BenchOptions } from '../section.ts';

/** Postgres, NATS and the event store of one section, as durable as `npm start` has them, in a directory of its own. */
export type BenchStack = {
  infrastructure: Infrastructure;
  /** What operator commands work with, for making tenants, keys and events. */
  installation: Installation;
};

const STOP_TIMEOUT_MS = 3_500;

/** Puts an event store without TLS and password in the place of the infrastructure's. */
async function withOpenStore(
  infrastructure: Infrastructure,
  { env, tell }: BenchOptions,
): Promise<Infrastructure> {
  const { dir, host, processes } = infrastructure;
  await processes.eventStore.stop();
  const port = await freePort();
  const eventStore = createNodeService({
    name: 'open-store',
    entry: 'infra/bench/unprotected/open-store.ts',
    env: { ...env, EVENT_STORE_DIR: dir.eventStore, EVENT_STORE_PORT: String(port) },
    stopTimeoutMs: STOP_TIMEOUT_MS,
    dir,
    host,
    onStderr: tell,
  });
  await eventStore.start();
  return {
    ...infrastructure,
    eventStoreUrl: connectionStringOf(null, '127.0.0.1', port),
    processes: { ...processes, eventStore },
    stop: async () => {
      await eventStore.stop();
      await infrastructure.stop();
    },
  };
}

/** Starts an infrastructure, migrates it, runs `work`, and removes everything again. */
export async function withInfrastructure<T>(
  options: BenchOptions & { openStore?: boolean },
  work: (stack: BenchStack) => Promise<T>,
): Promise<T> {
  const { env, logger, openStore = false } = options;
  const started = await startInfrastructure({
    dataDir: mkdtempSync(path.join(os.tmpdir(), 'triage-bench-')),
    logger,
    env,
    restart: false,
    durable: true,
    scratch: true, // removed at the end, also when this process is killed
  });
  let infrastructure = started;
  try {
    if (openStore) infrastructure = await withOpenStore(started, options);
    const { databaseUrl, eventStoreUrl, masterKeyFile } = infrastructure;
    await migrate({ databaseUrl, logger });
    const connections = {
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventStoreUrl,
      MASTER_KEY_FILE: masterKeyFile,
    };
    const running = infrastructure;
    return await withInstallation(connections, (installation) =>
      work({ infrastructure: running, installation }),
    );
  } finally {
    await infrastructure.stop();
  }
}

/** Servers, whoever stops them. */
type Servers = { infrastructure: Omit<Infrastructure, 'stop'> };

/** What an operator's command needs to find the infrastructure. */
export const operatorEnv = ({ infrastructure }: Servers) => ({
  MASTER_KEY: undefined,
  DATABASE_URL: infrastructure.databaseUrl,
  EVENTSTORE_URL: infrastructure.eventStoreUrl,
  MASTER_KEY_FILE: infrastructure.masterKeyFile,
});

/** What every process of our own needs to find the infrastructure. */
const serviceEnv = ({ infrastructure }: Servers, port: number): Record<string, string> => ({
  DATABASE_URL: infrastructure.databaseUrl,
  EVENTSTORE_URL: infrastructure.eventStoreUrl,
  NATS_URL: infrastructure.natsUrl,
  MASTER_KEY_FILE: infrastructure.masterKeyFile,
  DATA_DIR: infrastructure.dir.root,
  HOST: '127.0.0.1',
  PORT: String(port),
  ALLOW_LOCAL_WEBHOOKS: '1',
  DRAIN_DELAY_MS: '0',
  METRICS_PORT: '0',
});

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

export type RunningApps = { baseUrl: string; apps: Apps };

/** Starts API, projections and dispatcher as processes of their own, as `npm start` does. */
export async function startApps(stack: BenchStack, { env, tell }: BenchOptions): Promise<RunningApps> {
  const port = await freePort();
  const apps = createApps(stack.infrastructure, {
    port,
    host: '127.0.0.1',
    allowLocalWebhooks: true,
    env,
    onStderr: tell,
  });
  await apps.start();
  return { baseUrl: addressOf(port), apps };
}

type StartedApp = Pick<NodeServiceOptions, 'name' | 'entry' | 'semiSpaceMb'> & {
  env?: Record<string, string>;
};

/** Starts one more process of our own beside the others; it serves HTTP at `baseUrl`. */
export async function startService(
  stack: Servers,
  options: Pick<BenchOptions, 'env' | 'tell'>,
  { name, entry, semiSpaceMb, env = {} }: StartedApp,
): Promise<{ baseUrl: string; service: Service }> {
  const port = await freePort();
  const { dir, host } = stack.infrastructure;
  const service = createNodeService({
    name,
    entry,
    semiSpaceMb,
    env: { ...options.env, MASTER_KEY: undefined, ...serviceEnv(stack, port), ...env },
    stopTimeoutMs: STOP_TIMEOUT_MS,
    dir,
    host,
    onStderr: options.tell,
  });
  await service.start();
  return { baseUrl: addressOf(port), service };
}

/** The durability settings in force, as lines for the report. */
export async function durability({ installation }: BenchStack): Promise<string[]> {
  const { rows } = await installation.pool.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') ORDER BY name`,
  );
  const postgres = rows.map(({ name, setting }) => `${name}=${setting}`).join(' ');
  return [
    `Postgres ${postgres}; synchronous_commit=off for what the log repairs (write-through, projections) and for counted reads`,
    'event store: LMDB overlappingSync=false, an append is on disk (fsync) before it is acknowledged',
  ];
}
