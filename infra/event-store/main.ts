import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { loadConfig } from '../../shared/config/load-config.ts';
import { runProcess } from '../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { configSchema } from './config.ts';
import { startEventStore, type EventStore } from './server.ts';

const NAME = 'event-store';
const STOP_TIMEOUT_MS = 5_000;

const config = loadConfig(configSchema, process.env, NAME);
const logger = createLogger({ name: NAME, level: config.LOG_LEVEL });
let store: EventStore | undefined;
setLogVerbosity(logVerbosity.NONE); // it prints on stderr what it also reports as an error to us

await runProcess({
  name: NAME,
  logger,
  stopTimeoutMs: STOP_TIMEOUT_MS,
  compose: () => ({
    async start() {
      store = await startEventStore({
        directory: config.EVENT_STORE_DIR,
        host: config.HOST,
        port: config.EVENT_STORE_PORT,
        now: () => new Date(),
        logger,
        onFailed: () => process.exit(1), // the state on disk is unknown: start again from what is there
      });
    },
    async stop() {
      await store?.stop();
    },
  }),
  ready: () => ({ port: store?.port }),
});
