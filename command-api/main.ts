import { loadConfig } from '../shared/config/load-config.ts';
import { maskSecrets } from '../shared/config/mask-secrets.ts';
import { runProcess } from '../shared/lifecycle/run-process.ts';
import { createLogger } from '../shared/logging/logger.ts';
import { compose } from './compose.ts';
import { settings } from './config.ts';

const config = loadConfig(settings, process.env, 'command-api');
const logger = createLogger({ name: 'command-api', level: config.LOG_LEVEL });
logger.info(maskSecrets(config), 'starting');
const api = compose(config, logger);

await runProcess({
  name: 'command-api',
  compose: () => api,
  logger,
  drainDelayMs: config.DRAIN_DELAY_MS,
  ready: () => ({ port: api.port() }),
});
