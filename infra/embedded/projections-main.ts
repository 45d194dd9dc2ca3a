import { createReactors } from '../../command-api/reactors/compose.ts';
import { settings as reactorSettings } from '../../command-api/reactors/config.ts';
import { createProjectors } from '../../projectors/compose.ts';
import { settings as common } from '../../shared/config/settings.ts';
import { loadConfig } from '../../shared/config/load-config.ts';
import { maskSecrets } from '../../shared/config/mask-secrets.ts';
import { series } from '../../shared/lifecycle/runnable.ts';
import { runProcess } from '../../shared/lifecycle/run-process.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createFollowerProcess } from '../../shared/projection/follower-process.ts';

const name = 'projections';
/** Those of both; the projectors read no other ones besides. */
const settings = reactorSettings.safeExtend({ EXTRACTS_DIR: common.EXTRACTS_DIR });
const config = loadConfig(settings, process.env, name);
const logger = createLogger({ name, level: config.LOG_LEVEL });
logger.info(maskSecrets(config), 'starting');

/** Projectors and reactors in one process, for one machine. */
const compose = () =>
  createFollowerProcess({
    name,
    config,
    logger,
    make: (parts) => series(createProjectors(parts, config), createReactors(parts, config)),
  });

await runProcess({ name, compose, logger });
