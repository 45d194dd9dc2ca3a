import { runApi } from '../shared/api/run-api.ts';

await runApi('command-api', process.env, async (config, logger) =>
  (await import('./compose.ts')).compose(config, logger),
);
