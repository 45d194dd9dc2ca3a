import cluster from 'node:cluster';
import { loadConfig, type Env } from '../config/load-config.ts';
import { maskSecrets } from '../config/mask-secrets.ts';
import { runProcess } from '../lifecycle/run-process.ts';
import { createWorkers, WORKER_NUMBER } from '../lifecycle/workers.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { createSharedOperations } from '../operations/shared-operations.ts';
import { apiSettings, type ApiConfig } from './config.ts';
import type { ApiProcess } from './serve.ts';
import { serviceVersion } from './version.ts';

/**
 * Runs an API from start to exit, as one process, or as `API_PROCESSES` of them that share its port: then this process is
 * their primary, which loads nothing of the API.
 */
export async function runApi(
  name: string,
  env: Env,
  compose: (config: ApiConfig, logger: Logger) => Promise<ApiProcess>,
): Promise<void> {
  const config = loadConfig(apiSettings, env, name);
  const own = createLogger({ name, level: config.LOG_LEVEL });
  const number = env[WORKER_NUMBER];
  const logger = cluster.isWorker ? own.child({ worker: Number(number) }) : own;
  if (cluster.isPrimary) logger.info(maskSecrets(config), 'starting');
  const isShared = cluster.isPrimary && config.API_PROCESSES > 1;
  const api = isShared ? createPrimary({ name, config, logger }) : await compose(config, logger);
  await runProcess({
    name,
    compose: () => api,
    logger,
    drainDelayMs: config.DRAIN_DELAY_MS,
    ready: () => ({ port: api.port() }),
  });
}

/** The process that forks the others, replaces those that die, and shows all of them to an operator. */
function createPrimary(options: { name: string; config: ApiConfig; logger: Logger }): ApiProcess {
  const { name, config, logger } = options;
  const workers = createWorkers({
    name,
    count: config.API_PROCESSES,
    logger,
    drainDelayMs: config.DRAIN_DELAY_MS,
  });
  const operations = createSharedOperations({ ...options, workers });
  const announceStop = (): void => {
    operations.setStopping();
    workers.announceStop?.();
  };
  return {
    port: () => workers.port(),
    start: async () => {
      await operations.start();
      await workers.start();
      operations.setStarted();
      const fields = { port: workers.port(), metrics_port: operations.port(), version: serviceVersion };
      logger.info({ ...fields, processes: workers.count }, 'listening');
    },
    announceStop,
    stop: async () => {
      announceStop();
      await workers.stop();
      await operations.stop();
    },
  };
}
