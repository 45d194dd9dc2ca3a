import { pino } from 'pino';
import { loadConfig } from '../shared/config/load-config.ts';
import { maskSecrets } from '../shared/config/mask-secrets.ts';
import { runProcess } from '../shared/lifecycle/run-process.ts';
import { createLogger } from '../shared/logging/logger.ts';
import { compose } from './compose.ts';
import { settings } from './config.ts';

const config = loadConfig(settings, process.env, 'webhook-dispatcher');
// Thousands of lines a second: written in blocks, at least every 250 ms and at the exit.
const destination = pino.destination({ sync: false, minLength: 4_096, periodicFlush: 250 });
const logger = createLogger({ name: 'webhook-dispatcher', level: config.LOG_LEVEL, destination });
logger.info(maskSecrets(config), 'starting');

await runProcess({ name: 'webhook-dispatcher', compose: () => compose(config, logger), logger });
