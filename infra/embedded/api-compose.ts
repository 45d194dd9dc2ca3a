import { commandRoutes } from '../../command-api/routes.ts';
import { dashboardSite } from '../../query-api/dashboard/site.ts';
import { queryRoutes } from '../../query-api/routes.ts';
import type { ApiConfig } from '../../shared/api/config.ts';
import { createHealthChecks } from '../../shared/api/health-checks.ts';
import { createApiProcess, type ApiProcess } from '../../shared/api/serve.ts';
import type { Logger } from '../../shared/logging/logger.ts';

/** Both APIs in one HTTP server, for one machine. */
export const compose = (config: ApiConfig, logger: Logger): ApiProcess =>
  createApiProcess({
    name: 'api',
    config,
    logger,
    site: dashboardSite(config, logger),
    routes: (runtime) => [...commandRoutes(runtime), ...queryRoutes(runtime, createHealthChecks(runtime))],
  });
