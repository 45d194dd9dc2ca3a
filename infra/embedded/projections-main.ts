import { createReactors } from '../../command-api/reactors/compose.ts';
import { settings } from '../../command-api/reactors/config.ts';
import { createProjectors } from '../../projectors/compose.ts';
import { loadConfig } from '../../shared/config/load-config.ts';
import { maskSecrets } from '../../shared/config/mask-secrets.ts';
import { series } from '../../shared/lifecycle/runnable.ts';
import { runProcess } from '../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createFollowerProcess } from '../../shared/projection/follower-process.ts';

const name = 'projections';
const config = loadConfig(settings, process.env, name);
const logger = createLogger({ name, level: config.LOG_LEVEL });
logger.info(maskSecrets(config), 'starting');

/** Projectors and reactors in one process, for one machine. */
const compose = () =>
  createFollowerProcess({
    name,
    config,
    logger,
    make: (parts) => series(createProjectors(parts), createReactors(parts, config)),
  });

await runProcess({ name, compose, logger });
