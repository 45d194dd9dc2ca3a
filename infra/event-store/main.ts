import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { loadConfig } from '../../shared/config/load-config.ts';
import { runProcess } from '../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createOperations } from '../../shared/operations/operations.ts';
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
const operations = createOperations({ name: NAME, config, logger });
process.umask(0o077); // what it writes is for its user alone
setLogVerbosity(logVerbosity.NONE); // it prints on stderr what it also reports as an error to us

await runProcess({
  name: NAME,
  logger,
  stopTimeoutMs: STOP_TIMEOUT_MS,
  compose: () => ({
    async start() {
      await operations.start();
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
        metrics: storeMetrics(operations.registry, {
          directory: config.EVENT_STORE_DIR,
          certificateEnd: endOf(access.certificate),
        }),
        onFailed: () => process.exit(1), // the state on disk is unknown: start again from what is there
      });
      // The process ends where the disk refuses a commit: whatever listens is well.
      operations.setStarted();
    },
    announceStop: operations.setStopping,
    async stop() {
      await store?.stop();
      await operations.stop();
    },
  }),
  ready: () => ({ port: store?.port }),
});
