import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDataDir } from '../../infra/embedded/data-dir.ts';
import { freePort } from '../../infra/embedded/ports.ts';
import { createPostgres } from '../../infra/embedded/postgres.ts';
import { startWatchdog } from '../../infra/embedded/watchdog.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createPool, type OwnedPool } from '../../shared/postgres/pool.ts';
import { provideCluster, TEST_TUNING } from './cluster-template.ts';
import { timed } from './timings.ts';

export type Database = { databaseUrl: string; pool: OwnedPool; stop: () => Promise<void> };

/**
 * A migrated Postgres for one test file, over a temporary directory of its own:
 * `const database = await startDatabase();`, then whatever else has to be awaited, then
 * `test.after.always(database.stop);`. When the test process is killed, a watchdog ends and removes it.
 */
export const startDatabase = (): Promise<Database> => timed('start', start);

async function start(): Promise<Database> {
  const logger = createLogger({ name: 'test-database', level: 'silent' });
  const dir = openDataDir(mkdtempSync(path.join(os.tmpdir(), 'triage-test-')));
  const watchdog = startWatchdog(dir.root);
  await provideCluster(dir);
  const { service, databaseUrl } = createPostgres({
    dir,
    port: await freePort(),
    tuning: TEST_TUNING,
    host: { logger, watchdog, restart: false },
  });
  await service.start();
  const pool = createPool({ databaseUrl, name: 'test', maxConnections: 8 });
  return {
    databaseUrl,
    pool,
    stop: () =>
      timed('stop', async () => {
        await pool.end();
        await service.stop();
        rmSync(dir.root, { recursive: true, force: true });
        watchdog.stop();
      }),
  };
}
