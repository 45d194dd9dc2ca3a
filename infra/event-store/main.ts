import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { loadConfig } from '../../shared/config/load-config.ts';
import { runProcess } from '../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createMetrics } from '../../shared/metrics/metrics.ts';
import { startMetricsServer, type MetricsServer } from '../../shared/metrics/metrics-server.ts';
import { configSchema } from './config.ts';
import { storeMetrics } from './metrics.ts';
import { startEventStore, type EventStore } from './server.ts';

const NAME = 'event-store';
const STOP_TIMEOUT_MS = 5_000;

const config = loadConfig(configSchema, process.env, NAME);
const logger = createLogger({ name: NAME, level: config.LOG_LEVEL });
let store: EventStore | undefined;
let metricsServer: MetricsServer | undefined;
setLogVerbosity(logVerbosity.NONE); // it prints on stderr what it also reports as an error to us

await runProcess({
  name: NAME,
  logger,
  stopTimeoutMs: STOP_TIMEOUT_MS,
  compose: () => ({
    async start() {
      const { registry } = createMetrics(NAME);
      store = await startEventStore({
        directory: config.EVENT_STORE_DIR,
        host: config.HOST,
        port: config.EVENT_STORE_PORT,
        now: () => new Date(),
        logger,
        metrics: storeMetrics(registry, config.EVENT_STORE_DIR),
        onFailed: () => process.exit(1), // the state on disk is unknown: start again from what is there
      });
      metricsServer = await startMetricsServer({
        registry,
        host: config.METRICS_HOST,
        port: config.METRICS_PORT,
      });
      logger.info({ metrics_port: metricsServer.port }, 'metrics served');
    },
    async stop() {
      await metricsServer?.stop();
      await store?.stop();
    },
  }),
  ready: () => ({ port: store?.port }),
});
