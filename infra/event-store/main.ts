import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { loadConfig } from '../../shared/config/load-config.ts';
import { runProcess } from '../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createMetrics } from '../../shared/metrics/metrics.ts';
import { startMetricsServer, type MetricsServer } from '../../shared/metrics/metrics-server.ts';
import { endOf } from './access/certificates.ts';
import { settleAccess } from './access/settle-access.ts';
import { configSchema } from './config.ts';
import { storeMetrics } from './metrics.ts';
import { startEventStore, type EventStore } from './server.ts';

const NAME = 'event-store';
const STOP_TIMEOUT_MS = 5_000;

const config = loadConfig(configSchema, process.env, NAME);
const logger = createLogger({ name: NAME, level: config.LOG_LEVEL });
let store: EventStore | undefined;
let metricsServer: MetricsServer | undefined;
process.umask(0o077); // what it writes is for its user alone
setLogVerbosity(logVerbosity.NONE); // it prints on stderr what it also reports as an error to us

await runProcess({
  name: NAME,
  logger,
  stopTimeoutMs: STOP_TIMEOUT_MS,
  compose: () => ({
    async start() {
      const { registry } = createMetrics(NAME);
      const now = (): Date => new Date();
      const access = await settleAccess({
        folder: config.EVENT_STORE_SECRETS,
        host: config.HOST,
        now,
        onMade: (what) => logger.info(`${what} of the event store made`),
      });
      store = await startEventStore({
        directory: config.EVENT_STORE_DIR,
        host: config.HOST,
        port: config.EVENT_STORE_PORT,
        access,
        now,
        logger,
        metrics: storeMetrics(registry, {
          directory: config.EVENT_STORE_DIR,
          certificateEnd: endOf(access.certificate),
        }),
        onFailed: () => process.exit(1), // the state on disk is unknown: start again from what is there
      });
      metricsServer = await startMetricsServer({
        registry,
        host: config.METRICS_HOST,
        port: config.METRICS_PORT,
        // It answers once the store listens, and the process ends where the disk refuses a commit.
        problems: () => [],
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
