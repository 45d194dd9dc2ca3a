import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDataDir } from '../../infra/embedded/data-dir.ts';
import { startWatchdog } from '../../infra/embedded/watchdog.ts';
import { createPool, type OwnedPool } from '../../shared/postgres/pool.ts';
import { provideCluster, startCluster } from './cluster-template.ts';
import { timed } from './timings.ts';

export type Database = {
  databaseUrl: string;
  /** As superuser, in a database of the server's own. */
  adminUrl: string;
  pool: OwnedPool;
  stop: () => Promise<void>;
};

/**
 * A migrated Postgres for one test file, over a temporary directory of its own:
 * `const database = await startDatabase();`, then whatever else has to be awaited, then
 * `test.after.always(database.stop);`. When the test process is killed, a watchdog ends and removes it.
 */
export const startDatabase = (): Promise<Database> => timed('start', start);

async function start(): Promise<Database> {
  const dir = openDataDir(mkdtempSync(path.join(os.tmpdir(), 'triage-test-')));
  const watchdog = startWatchdog(dir.root);
  await provideCluster(dir);
  const { service, databaseUrl, adminUrl } = await startCluster(dir, watchdog);
  const pool = createPool({ databaseUrl, name: 'test', maxConnections: 8 });
  return {
    databaseUrl,
    adminUrl,
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
