import { rmSync } from 'node:fs';
import { withSettings, type Env } from '../../shared/config/load-config.ts';
import type { Runnable } from '../../shared/lifecycle/runnable.ts';
import type { Logger } from '../../shared/logging/logger.ts';
import { connectionStringOf, settleAccess } from '../event-store/access/settle-access.ts';
import { lockDataDir, openDataDir, type DataDir } from './data-dir.ts';
import { metricsPort } from './metrics-ports.ts';
import { createNats } from './nats.ts';
import { createNodeService } from './node-service.ts';
import { freePort } from './ports.ts';
import { createPostgres } from './postgres.ts';
import { endLeftovers } from './processes.ts';
import { settleMasterKeys } from './secrets.ts';
import type { Service, ServiceHost } from '../../shared/lifecycle/service.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export type InfrastructureOptions = {
  dataDir: string;
  logger: Logger;
  /** What child processes and the search for programs start from; `process.env` of the caller's config. */
  env: Env;
  /** Key ring of the operator; without it the one in DATA_DIR/secrets, made at the first start. */
  masterKeyFile?: string | undefined;
  /** Starts a process again that ended by itself, kill -9 included. Default true. */
  restart?: boolean;
  /** Connections to Postgres that the APIs open at most. Default 40. */
  apiConnections?: number;
  /** First port of the metrics, see metrics-ports.ts. Default 0: any free ones. */
  metricsPort?: number;
  /** False gives up safety against a crash of the machine for speed: throw-away directories only. */
  durable?: boolean;
  /** Further reasons not to start, looked at once the data directory is ours. */
  preflight?: (dir: DataDir) => Promise<void>;
  /** Gets lines for the terminal. */
  tell?: (line: string) => void;
  onReady?: ServiceHost['onReady'];
  /** Removes the data directory, or the folder named in which it stands, at the end, also when this process is killed. */
  scratch?: boolean | string;
};

/** What the applications need to know, and the processes behind it for fault tests. */
export type Infrastructure = {
  dir: DataDir;
  databaseUrl: string;
  /** Superuser of the embedded Postgres; the applications never get it. */
  adminUrl: string;
  /** With user and password; `natsServer` (shared/config) makes options for the client of it. */
  natsUrl: string;
  /** With user, password and the authority of its certificate. */
  eventStoreUrl: string;
  masterKeyFile: string;
  processes: { postgres: Service; nats: Service; eventStore: Service };
  /** For further processes on the same data directory. */
  host: ServiceHost;
  /** Stops everything in order; further calls wait for the same stop. */
  stop: () => Promise<void>;
};

const LOOPBACK = '127.0.0.1';
/** What is left of Postgres' connections for the other processes and for operators. */
const OTHER_CONNECTIONS = 160;
/** What the embedded event store gets for its ordered stop: it commits within a turn of its event loop. */
const eventStoreStopMs = 1_000;

/** Stops in the order given; one that fails to stop does not keep the others up. */
async function stopInOrder(parts: readonly Runnable[]): Promise<void> {
  for (const part of parts) await part.stop().catch(() => undefined);
}

async function startAll(services: readonly Service[]): Promise<void> {
  const results = await Promise.allSettled(services.map((service) => service.start()));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return;
  await stopInOrder(services);
  throw failed.reason;
}

type Parts = Omit<Infrastructure, 'stop' | 'dir' | 'host'>;

async function startParts(dir: DataDir, options: InfrastructureOptions, host: ServiceHost): Promise<Parts> {
  const { env, tell = () => undefined, durable = true, apiConnections = 40 } = options;
  if (await endLeftovers(dir.marker)) tell('ended what a killed run on this DATA_DIR had left behind');
  const masterKeyFile = await settleMasterKeys(dir, { given: options.masterKeyFile, tell });
  const access = await settleAccess({
    folder: dir.secrets,
    host: LOOPBACK,
    now: () => new Date(),
    onMade: (what) => host.logger.info({ process: 'event-store' }, `${what} made`),
  });
  const [postgresPort, natsPort, eventStorePort] = [await freePort(), await freePort(), await freePort()];
  const maxConnections = OTHER_CONNECTIONS + apiConnections;
  const tuning = { durable, sharedBuffersMb: durable ? 256 : 64, maxConnections };
  const postgres = createPostgres({ dir, port: postgresPort, tuning, host });
  const nats = createNats({ dir, port: natsPort, searchPath: env.PATH ?? '', host });
  const eventStore = createNodeService({
    name: 'event-store',
    entry: 'infra/event-store/main.ts',
    env: withSettings(env, {
      HOST: LOOPBACK,
      EVENT_STORE_PORT: String(eventStorePort),
      EVENT_STORE_DIR: dir.eventStore,
      EVENT_STORE_SECRETS: dir.secrets,
      METRICS_PORT: metricsPort(options.metricsPort ?? 0, 'event-store'),
    }),
    stopTimeoutMs: eventStoreStopMs,
    dir,
    host,
    onStderr: tell,
  });
  await startAll([eventStore, nats.service, postgres.service]);
  return {
    databaseUrl: postgres.databaseUrl,
    adminUrl: postgres.adminUrl,
    natsUrl: nats.natsUrl,
    eventStoreUrl: connectionStringOf(access, LOOPBACK, eventStorePort),
    masterKeyFile,
    processes: { postgres: postgres.service, nats: nats.service, eventStore },
  };
}

/** Ends the watchdog before the lock goes, so that a next start finds nothing of this one. */
function releaseAll(watchdog: Watchdog, unlock: () => void, scratchDir: string): void {
  if (scratchDir !== '') rmSync(scratchDir, { recursive: true, force: true });
  watchdog.stop();
  unlock();
}

/**
 * Starts Postgres, NATS and the embedded event store on free ports of 127.0.0.1 over one data directory,
 * side by side. Throws StartupError with one clear line when another stack runs on the directory, when the
 * master key is missing or wrong, or when a part cannot start; then nothing of it runs any more. When this
 * process is killed, its processes are ended by a watchdog, or at the latest by the next start.
 */
export async function startInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { scratch = false } = options;
  const dir = openDataDir(options.dataDir);
  const unlock = lockDataDir(dir);
  const scratchDir = scratch === true ? dir.root : scratch || '';
  const watchdog = startWatchdog(scratchDir);
  const release = () => releaseAll(watchdog, unlock, scratchDir);
  const { logger, restart = true, onReady } = options;
  const host: ServiceHost = { logger, watchdog, restart, onReady };
  try {
    await options.preflight?.(dir);
    const parts = await startParts(dir, options, host);
    const { eventStore, nats, postgres } = parts.processes;
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= stopInOrder([eventStore, nats, postgres]).finally(release));
    return { ...parts, dir, host, stop };
  } catch (error) {
    release();
    throw error;
  }
}
