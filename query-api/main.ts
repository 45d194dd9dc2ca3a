import { runApi } from '../shared/api/run-api.ts';

await runApi('query-api', process.env, async (config, logger) =>
  (await import('./compose.ts')).compose(config, logger),
);
