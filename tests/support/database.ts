import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDataDir } from '../../infra/embedded/data-dir.ts';
import { freePort } from '../../infra/embedded/ports.ts';
import { createPostgres } from '../../infra/embedded/postgres.ts';
import { startWatchdog } from '../../infra/embedded/watchdog.ts';
import { migrate } from '../../infra/migrations/index.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createPool, type OwnedPool } from '../../shared/postgres/pool.ts';

export type Database = { databaseUrl: string; pool: OwnedPool; stop: () => Promise<void> };

/**
 * A migrated Postgres for one test file, over a temporary directory of its own:
 * `const database = await startDatabase();`, then whatever else has to be awaited, then
 * `test.after.always(database.stop);`. When the test process is killed, a watchdog ends and removes it.
 */
export async function startDatabase(): Promise<Database> {
  const logger = createLogger({ name: 'test-database', level: 'silent' });
  const dir = openDataDir(mkdtempSync(path.join(os.tmpdir(), 'triage-test-')));
  const watchdog = startWatchdog(dir.root);
  const { service, databaseUrl } = createPostgres({
    dir,
    port: await freePort(),
    tuning: { durable: false, sharedBuffersMb: 64 },
    host: { logger, watchdog, restart: false },
  });
  await service.start();
  await migrate({ databaseUrl, logger });
  const pool = createPool({ databaseUrl, name: 'test', maxConnections: 8 });
  return {
    databaseUrl,
    pool,
    stop: async () => {
      await pool.end();
      await service.stop();
      rmSync(dir.root, { recursive: true, force: true });
      watchdog.stop();
    },
  };
}
