import type { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { mapError } from '../errors/map-error.ts';
import { createApp } from '../http/app.ts';
import type { RequestRecord } from '../http/observe.ts';
import type { Route } from '../http/route.ts';
import { interfaceDocument } from './document.ts';
import { startServer } from '../http/server.ts';
import type { Site } from '../http/site.ts';
import type { Runnable } from '../lifecycle/runnable.ts';
import { explainListening } from '../lifecycle/listening.ts';
import { StartupError } from '../lifecycle/startup-error.ts';
import { watchConnection, type ConnectionWatch } from '../event-log/connection-watch.ts';
import { keyedHash } from '../crypto/seal.ts';
import type { MasterKeys } from '../crypto/master-keys.ts';
import type { Logger } from '../logging/logger.ts';
import { watchMailServer } from '../mail/watch-server.ts';
import { createOperations } from '../operations/operations.ts';
import type { ApiConfig } from './config.ts';
import { requireDatabase } from '../postgres/require-database.ts';
import { requireLog } from '../projection/require-log.ts';
import { createRequestRecorder } from '../requests/recorder.ts';
import { createHealthChecks } from './health-checks.ts';
import { createRuntime, type Runtime } from './runtime.ts';
import { serviceVersion } from './version.ts';

/** Bound by row-level security, see infra/migrations/0013_row_level_security.sql. */
export const API_ROLE = 'triage_api';

export type ApiProcess = Runnable & { port(): number };

type ApiOptions = {
  name: string;
  config: ApiConfig;
  logger: Logger;
  routes: (runtime: Runtime) => Route[];
  /** Pages for browsers beside the routes; default none. */
  site?: Site | null;
  /** The system's clock unless a test brings its own. */
  now?: () => Date;
  /** In place of those that the settings name, for a test whose master keys fail. */
  masterKeys?: MasterKeys | undefined;
  /** Time for a body to arrive, where a test cannot wait for the usual one. */
  bodyTimeoutMs?: number;
};

/** An API process: its dependencies, the routes made from them, the public server and the metrics server. */
export function createApiProcess(options: ApiOptions): ApiProcess {
  const { name, config, logger } = options;
  const operations = createOperations({ name, config, logger });
  const { registry } = operations;
  const stops: (() => Promise<void>)[] = [];
  let announceStop: () => void = operations.setStopping;
  let port = 0;
  let watch: ConnectionWatch | undefined;
  return {
    port: () => port,
    start: async () => {
      await operations.start();
      stops.push(() => operations.stop());
      await requireDatabase(config.DATABASE_URL, { name, logger });
      const runtime = await createRuntime(config, name, {
        now: options.now,
        role: API_ROLE,
        registry,
        logger,
        masterKeys: options.masterKeys,
      }).catch((error: unknown) => {
        throw error instanceof Error ? new StartupError(error.message) : error;
      });
      stops.push(runtime.close);
      watch = watchConnection(runtime.askLogProblem, logger);
      stops.push(watch.stop);
      await watch.start();
      await watch.onceReached(() => requireLog(runtime.pool, runtime.log));
      runtime.mailer.start(logger);
      const mailServer = watchMailServer(runtime.mailTransport, logger);
      if (mailServer !== null) {
        operations.need('smtp', mailServer.need);
        mailServer.start();
        stops.push(mailServer.stop);
      }
      await runtime.nats.start();
      for (const [of, need] of Object.entries(createHealthChecks(runtime).needs)) operations.need(of, need);
      const recorder = createRequestRecorder({ ...runtime, logger, registry });
      await recorder.start();
      stops.push(() => recorder.stop());
      const app = createApiApp(options, { runtime, registry, onRequest: recorder.onRequest });
      const server = await startServer({
        app,
        host: config.HOST,
        port: config.PORT,
        logger,
        admitAnonymous: (call) => runtime.gate.admitAnonymous(call),
      }).catch(explainListening({ port: 'PORT', host: 'HOST' }));
      announceStop = () => {
        operations.setStopping();
        runtime.leave();
        server.announceStop();
      };
      stops.push(() => {
        runtime.endWaits();
        return server.stop();
      });
      port = server.port;
      operations.setStarted();
      // In a worker its primary listens for metrics and probes.
      const metricsPort = operations.port() || undefined;
      logger.info({ port, metrics_port: metricsPort, version: serviceVersion }, 'listening');
    },
    announceStop: () => announceStop(),
    waitsFor: () => watch?.waitsFor() ?? null,
    stop: async () => {
      announceStop();
      for (const stop of stops.splice(0).reverse()) await stop();
    },
  };
}

/** The app of an API process, with what its operator has set. */
function createApiApp(
  { config, logger, routes, site, bodyTimeoutMs }: ApiOptions,
  parts: { runtime: Runtime; registry: Registry; onRequest: (record: RequestRecord) => void },
) {
  const { runtime, registry, onRequest } = parts;
  return createApp({
    routes: routes(runtime),
    gate: runtime.gate,
    now: runtime.now,
    logger,
    metrics: registry,
    checkResponses: config.CHECK_RESPONSES,
    trustedProxies: config.TRUSTED_PROXIES,
    corsOrigins: config.CORS_ORIGINS,
    ownOrigin: config.PUBLIC_URL,
    newRequestId: () => uuidV7(),
    hashRequestId: async (given) => {
      const { lookup } = await runtime.serviceKeys();
      return `hashed:${keyedHash(lookup, `request-id|${given}`).toString('hex')}`;
    },
    document: interfaceDocument(config.PUBLIC_URL),
    onRequest,
    mapError,
    site,
    ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
  });
}
