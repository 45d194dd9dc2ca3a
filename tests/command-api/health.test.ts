import test from 'ava';
import { compose } from '../../command-api/compose.ts';
import { apiSettings } from '../../shared/api/config.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { send } from '../support/api.ts';
import { serverSettings } from '../support/servers.ts';
import { startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** The API of everything that changes state as a process of its own, as it stands behind a proxy. */
const stack = await startStack();
const config = apiSettings.parse({
  PORT: '0',
  ...serverSettings(stack),
  DATA_DIR: stack.dataDir,
  CHECK_RESPONSES: '1',
});
const api = compose(config, createLogger({ name: 'test', level: 'silent' }));
await api.start();
test.after.always(async () => {
  await api.stop();
  await stack.stop();
});
const get = (path: string) => send(`http://127.0.0.1:${api.port()}`, 'GET', path);

test.serial('the API of changes answers the probes itself', async (t) => {
  const live = await get('/v1/health/live');
  t.deepEqual([live.status, live.body], [200, { status: 'ok' }]);
  for (const path of ['/v1/health/ready', '/v1/health']) {
    const { status, body } = await get(path);
    t.is(status, 200);
    t.like(body, { status: 'ok', database_connected: true, cache_connected: true, engine_ready: true });
  }
});

test.serial('the API of changes is not ready without the event log, and stays alive', async (t) => {
  await stack.processes.eventStore.kill();
  const isReady = async (): Promise<boolean> => (await get('/v1/health/ready')).status === 200;
  await until('the API notices', 5_000, async () => !(await isReady()));
  const { body } = await get('/v1/health/ready');
  t.like(body, { error: { code: 'service_unavailable', detail: { status: 'unavailable' } } });
  t.is((await get('/v1/health/live')).status, 200);
});
