import { loadConfig } from '../../shared/config/load-config.ts';
import { runProcess } from '../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { compose } from './compose.ts';
import { embeddedSettings } from './config.ts';
import { createTerminal } from './terminal.ts';

/** `npm start`: the whole service on one machine. */
process.umask(0o077); // what it and its processes write is for its user alone
const config = loadConfig(embeddedSettings, process.env, 'start');
const terminal = createTerminal();
const logger = createLogger({ name: 'stack', level: config.LOG_LEVEL, destination: terminal.destination });

await runProcess({
  name: 'start',
  compose: () => compose({ config, env: process.env, logger, terminal }),
  logger,
});
