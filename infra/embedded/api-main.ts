import { runApi } from '../../shared/api/run-api.ts';

await runApi('api', process.env, async (config, logger) =>
  (await import('./api-compose.ts')).compose(config, logger),
);
