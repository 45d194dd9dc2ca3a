import { commandRoutes } from '../../command-api/routes.ts';
import { createHealthChecks } from '../../shared/api/health-checks.ts';
import { dashboardSite } from '../../query-api/dashboard/site.ts';
import { queryRoutes } from '../../query-api/routes.ts';
import { apiSettings } from '../../shared/api/config.ts';
import { createApiProcess } from '../../shared/api/serve.ts';
import { loadConfig } from '../../shared/config/load-config.ts';
import { maskSecrets } from '../../shared/config/mask-secrets.ts';
import { runProcess } from '../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../shared/logging/logger.ts';

/** Both APIs in one HTTP server, for one machine. */
const config = loadConfig(apiSettings, process.env, 'api');
const logger = createLogger({ name: 'api', level: config.LOG_LEVEL });
logger.info(maskSecrets(config), 'starting');
const api = createApiProcess({
  name: 'api',
  config,
  logger,
  site: dashboardSite(config, logger),
  routes: (runtime) => [...commandRoutes(runtime), ...queryRoutes(runtime, createHealthChecks(runtime))],
});

await runProcess({
  name: 'api',
  compose: () => api,
  logger,
  drainDelayMs: config.DRAIN_DELAY_MS,
  ready: () => ({ port: api.port() }),
});
