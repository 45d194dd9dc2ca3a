import { z } from 'zod';
import { apiSettings } from '../../../shared/api/config.ts';
import { createApiProcess } from '../../../shared/api/serve.ts';
import { loadConfig } from '../../../shared/config/load-config.ts';
import { runProcess } from '../../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { baselineRoutes } from './routes.ts';
import { createFunctionStore } from './function-store.ts';
import { createTransactionStore } from './transaction-store.ts';

const name = 'bench-baseline';
const { BASELINE_WRITES } = loadConfig(
  z.object({ BASELINE_WRITES: z.enum(['transaction', 'function']) }),
  process.env,
  name,
);
const config = loadConfig(apiSettings, process.env, name);
const logger = createLogger({ name, level: config.LOG_LEVEL });
const createStore = BASELINE_WRITES === 'function' ? createFunctionStore : createTransactionStore;
const api = createApiProcess({
  name,
  config,
  logger,
  routes: (runtime) => baselineRoutes(runtime, createStore(runtime.pool)),
});

await runProcess({ name, compose: () => api, logger, ready: () => ({ port: api.port() }) });
