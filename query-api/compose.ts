import type { ApiConfig } from '../shared/api/config.ts';
import { createApiProcess, type ApiProcess } from '../shared/api/serve.ts';
import type { Logger } from '../shared/logging/logger.ts';
import { createHealthChecks } from '../shared/api/health-checks.ts';
import { dashboardSite } from './dashboard/site.ts';
import { queryRoutes } from './routes.ts';

/** The API of every read. */
export const compose = (config: ApiConfig, logger: Logger): ApiProcess =>
  createApiProcess({
    name: 'query-api',
    config,
    logger,
    site: dashboardSite(config, logger),
    routes: (runtime) => queryRoutes(runtime, createHealthChecks(runtime)),
  });
