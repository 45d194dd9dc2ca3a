import type { ApiConfig } from '../shared/api/config.ts';
import { createHealthChecks } from '../shared/api/health-checks.ts';
import { healthRoutes } from '../shared/api/health-routes.ts';
import { createApiProcess, type ApiProcess } from '../shared/api/serve.ts';
import type { Logger } from '../shared/logging/logger.ts';
import { commandRoutes } from './routes.ts';

/** The API of everything that changes state, with the probes, which each process answers for itself. */
export const compose = (config: ApiConfig, logger: Logger): ApiProcess =>
  createApiProcess({
    name: 'command-api',
    config,
    logger,
    routes: (runtime) => [...commandRoutes(runtime), ...healthRoutes(createHealthChecks(runtime))],
  });
