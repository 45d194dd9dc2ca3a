import { loadConfig } from '../../../shared/config/load-config.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { compose } from '../../../webhook-dispatcher/compose.ts';
import { settings } from '../../../webhook-dispatcher/config.ts';

/** A dispatcher that kills itself without a word once it has done the step that its first argument names. */
const [, , dieAfter, leaseMs] = process.argv;
const config = loadConfig(settings, process.env, 'webhook-dispatcher');

await compose(config, createLogger({ name: 'test', level: 'silent' }), {
  leaseMs: Number(leaseMs),
  atStep: (step) => {
    if (step === dieAfter) process.kill(process.pid, 'SIGKILL');
  },
}).start();
