import { loadConfig } from '../shared/config/load-config.ts';
import { maskSecrets } from '../shared/config/mask-secrets.ts';
import { runProcess } from '../shared/lifecycle/run-process.ts';
import { createLogger } from '../shared/logging/logger.ts';
import { compose } from './compose.ts';
import { settings } from './config.ts';

const config = loadConfig(settings, process.env, 'projectors');
const logger = createLogger({ name: 'projectors', level: config.LOG_LEVEL });
logger.info(maskSecrets(config), 'starting');

await runProcess({ name: 'projectors', compose: () => compose(config, logger), logger });
