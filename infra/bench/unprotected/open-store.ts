import { z } from 'zod';
import { loadConfig } from '../../../shared/config/load-config.ts';
import { runProcess } from '../../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { createMetrics } from '../../../shared/metrics/metrics.ts';
import { configSchema } from '../../event-store/config.ts';
import { storeMetrics } from '../../event-store/metrics.ts';
import { startEventStore, type EventStore } from '../../event-store/server.ts';

/*
 * The embedded event store without TLS and password, for comparison. The service itself has no way of running it like that.
 */

const NAME = 'open-store';
const { EVENT_STORE_DIR, EVENT_STORE_PORT } = configSchema.shape;
const config = loadConfig(z.object({ EVENT_STORE_DIR, EVENT_STORE_PORT }), process.env, NAME);
const logger = createLogger({ name: NAME, level: 'warn' });
let store: EventStore | undefined;

await runProcess({
  name: NAME,
  logger,
  compose: () => ({
    async start() {
      store = await startEventStore({
        directory: config.EVENT_STORE_DIR,
        host: '127.0.0.1',
        port: config.EVENT_STORE_PORT,
        access: null,
        now: () => new Date(),
        logger,
        metrics: storeMetrics(createMetrics(NAME).registry, {
          directory: config.EVENT_STORE_DIR,
          certificateEnd: new Date(0),
        }),
      });
    },
    stop: async () => store?.stop(),
  }),
});
