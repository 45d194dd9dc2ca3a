import type { ApiConfig } from '../shared/api/config.ts';
import { createApiProcess, type ApiProcess } from '../shared/api/serve.ts';
import type { Logger } from '../shared/logging/logger.ts';
import { commandRoutes } from './routes.ts';

/** The API of everything that changes state. */
export const compose = (config: ApiConfig, logger: Logger): ApiProcess =>
  createApiProcess({ name: 'command-api', config, logger, routes: commandRoutes });
