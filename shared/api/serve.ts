import type { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { mapError } from '../errors/map-error.ts';
import { createApp } from '../http/app.ts';
import type { Route } from '../http/route.ts';
import { interfaceDocument } from './document.ts';
import { startServer } from '../http/server.ts';
import type { Site } from '../http/site.ts';
import type { Runnable } from '../lifecycle/runnable.ts';
import { StartupError } from '../lifecycle/startup-error.ts';
import { describeProblem } from '../event-log/connection-problem.ts';
import { watchConnection, type ConnectionWatch } from '../event-log/connection-watch.ts';
import { keyedHash } from '../crypto/seal.ts';
import type { MasterKeys } from '../crypto/master-keys.ts';
import type { Logger } from '../logging/logger.ts';
import { watchDependencies } from '../metrics/dependencies.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createReadiness } from '../metrics/readiness.ts';
import { startMetricsServer } from '../metrics/metrics-server.ts';
import type { ApiConfig } from './config.ts';
import { requireLog } from '../projection/require-log.ts';
import { createRequestRecorder } from '../requests/recorder.ts';
import { createDependencyChecks } from './dependency-checks.ts';
import { createRuntime, type Runtime } from './runtime.ts';
import { serviceVersion } from './version.ts';

/** Bound by row-level security, see infra/migrations/0013_row_level_security.sql. */
export const API_ROLE = 'triage_api';

export type ApiProcess = Runnable & { port(): number };

/** An API process: its dependencies, the routes made from them, the public server and the metrics server. */
export function createApiProcess(options: {
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
}): ApiProcess {
  const { name, config, logger } = options;
  const stops: (() => Promise<void>)[] = [];
  let port = 0;
  let watch: ConnectionWatch | undefined;
  return {
    port: () => port,
    start: async () => {
      const { registry } = createMetrics(name);
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
      await runtime.nats.start();
      const { problems, setStarted } = showDependencies(registry, runtime);
      const metricsServer = await startMetricsServer({
        registry,
        host: config.METRICS_HOST,
        port: config.METRICS_PORT,
        problems,
      });
      stops.push(() => metricsServer.stop());
      const recorder = createRequestRecorder({ ...runtime, logger, registry });
      await recorder.start();
      stops.push(() => recorder.stop());
      const app = createApp({
        routes: options.routes(runtime),
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
        onRequest: recorder.onRequest,
        mapError,
        site: options.site,
        ...(options.bodyTimeoutMs !== undefined && { bodyTimeoutMs: options.bodyTimeoutMs }),
      });
      const server = await startServer({
        app,
        host: config.HOST,
        port: config.PORT,
        logger,
        admitAnonymous: (call) => runtime.gate.admitAnonymous(call),
      });
      stops.push(() => {
        runtime.endWaits();
        return server.stop();
      });
      port = server.port;
      setStarted();
      logger.info({ port, metrics_port: metricsServer.port, version: serviceVersion }, 'listening');
    },
    waitsFor: () => watch?.waitsFor() ?? null,
    stop: async () => {
      for (const stop of stops.splice(0).reverse()) await stop();
    },
  };
}

/** What the process needs, as metrics and as what it answers to its readiness probe. */
function showDependencies(registry: Registry, runtime: Runtime): ReturnType<typeof createReadiness> {
  const checks = createDependencyChecks(runtime);
  watchDependencies(registry, {
    postgres: checks.databaseConnected,
    event_log: checks.eventLogConnected,
    nats: checks.cacheConnected,
  });
  return createReadiness({
    ...checks,
    others: async () => {
      const problem = await checks.eventLogProblem();
      return problem === null ? [] : [describeProblem(problem)];
    },
  });
}
