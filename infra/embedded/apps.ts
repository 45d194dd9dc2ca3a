import { isGiven, withSettings, type Env } from '../../shared/config/load-config.ts';
import type { Runnable } from '../../shared/lifecycle/runnable.ts';
import { isLoopback } from './config.ts';
import { metricsPort } from './metrics-ports.ts';
import { createNodeService } from './node-service.ts';
import type { Service } from '../../shared/lifecycle/service.ts';
import type { Infrastructure } from './stack.ts';

/** A running infrastructure, whoever stops it. */
type Base = Omit<Infrastructure, 'stop'>;

type App = {
  name: 'api' | 'dispatcher' | 'projections';
  /** Module to run, relative to the project's root. */
  entry: string;
  /** From SIGTERM to SIGKILL. With those of the infrastructure (stack.ts) they add up to less than 10 s. */
  stopTimeoutMs: number;
  semiSpaceMb?: number;
};

/** It makes and drops much with each batch of deliveries: a larger young generation than the others' copies less of it. */
export const dispatcherApp = {
  name: 'dispatcher',
  entry: 'webhook-dispatcher/main.ts',
  stopTimeoutMs: 1_000,
  semiSpaceMb: 32,
} as const satisfies App;

/**
 * The applications that `npm start` runs beside the infrastructure, in the order in which they are stopped:
 * first what takes work in, then what carries it on.
 */
const apps: readonly App[] = [
  { name: 'api', entry: 'infra/embedded/api-main.ts', stopTimeoutMs: 3_500 },
  dispatcherApp,
  { name: 'projections', entry: 'infra/embedded/projections-main.ts', stopTimeoutMs: 1_000 },
];

export const appNames = apps.map(({ name }) => name);

export type AppSettings = {
  port: number;
  host: string;
  allowLocalWebhooks: boolean;
  /** API processes that share the port, unless `env` says otherwise. Default 1. */
  apiProcesses?: number;
  /** Shows this machine's mails at /mailbox. Default false. */
  hasMailboxPage?: boolean;
  /** What the processes start from; the settings of the stack win over it. */
  env: Env;
  /** First port of the metrics, see metrics-ports.ts. Default 0: any free ones. */
  metricsPort?: number;
  /** Gets what a running process writes on stderr. */
  onStderr: (line: string) => void;
};

export type Apps = Runnable & { processes: Record<App['name'], Service> };

/** The settings that every application gets, from the infrastructure and the operator. */
function environment(infrastructure: Base, settings: AppSettings): Env {
  const { env } = settings;
  const defaults: Record<string, string> = {
    // On one machine there is no https in front, unless the operator says so.
    SECURE_COOKIES: isLoopback(settings.host) ? '0' : '1',
    // Whoever tries the service on one machine is operator and tenant in one.
    SELF_SERVICE_TIERS: 'all',
    // Nobody stands in front who would have to look away first.
    DRAIN_DELAY_MS: '0',
    API_PROCESSES: String(settings.apiProcesses ?? 1),
    MAILBOX_PAGE: settings.hasMailboxPage === true ? '1' : '0',
  };
  const unset = Object.entries(defaults).filter(([name]) => !isGiven(env, name));
  return withSettings(
    { ...env, ...Object.fromEntries(unset) },
    {
      DATABASE_URL: infrastructure.databaseUrl,
      EVENTSTORE_URL: infrastructure.eventStoreUrl,
      NATS_URL: infrastructure.natsUrl,
      NATS_CA_FILE: undefined,
      NATS_CERT_FILE: undefined,
      NATS_KEY_FILE: undefined,
      NATS_CREDENTIALS_FILE: undefined,
      NATS_NKEY_FILE: undefined,
      MASTER_KEY: undefined,
      MASTER_KEY_FILE: infrastructure.masterKeyFile,
      DATA_DIR: infrastructure.dir.root,
      PORT: String(settings.port),
      HOST: settings.host,
      ALLOW_LOCAL_WEBHOOKS: settings.allowLocalWebhooks ? '1' : '0',
    },
  );
}

/** The applications on top of a running, migrated infrastructure: started side by side, stopped in order. */
export function createApps(infrastructure: Base, settings: AppSettings): Apps {
  const env = environment(infrastructure, settings);
  const { dir, host } = infrastructure;
  const make = (app: App): Service =>
    createNodeService({
      ...app,
      env: withSettings(env, { METRICS_PORT: metricsPort(settings.metricsPort ?? 0, app.name) }),
      dir,
      host,
      onStderr: settings.onStderr,
    });
  const services = apps.map(make);
  const byName = Object.fromEntries(services.map((service) => [service.name, service])) as Apps['processes'];
  return {
    processes: byName,
    async start() {
      await Promise.all(services.map((service) => service.start()));
    },
    async stop() {
      for (const service of services) await service.stop();
    },
  };
}
