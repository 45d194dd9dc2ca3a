import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createLogger } from '../../../shared/logging/logger.ts';
import { createPool, type OwnedPool } from '../../../shared/postgres/pool.ts';
import { writeShippedCatalogue } from '../../analytics/catalogue.ts';
import { openDataDir } from '../../embedded/data-dir.ts';
import { freePort } from '../../embedded/ports.ts';
import { createPostgres } from '../../embedded/postgres.ts';
import { startWatchdog } from '../../embedded/watchdog.ts';
import { migrate } from '../../migrations/index.ts';

/** Statements of a whole year. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
const CONNECTIONS = 4;
const BUFFERS_MB = 256;

/** Runs `work` on a migrated Postgres of its own, whose files go at the end, also where this process is killed. */
export async function withThrowawayDatabase<T>(work: (pool: OwnedPool) => Promise<T>): Promise<T> {
  const dir = openDataDir(mkdtempSync(path.join(os.tmpdir(), 'triage-sample-')));
  const watchdog = startWatchdog(dir.root);
  const logger = createLogger({ name: 'sample', level: 'silent' });
  try {
    const { service, databaseUrl } = createPostgres({
      dir,
      port: await freePort(),
      tuning: { durable: false, sharedBuffersMb: BUFFERS_MB },
      host: { logger, watchdog, restart: false },
    });
    await service.start();
    try {
      await migrate({ databaseUrl, logger });
      await writeShippedCatalogue(databaseUrl);
      return await onPool(databaseUrl, work);
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(dir.root, { recursive: true, force: true });
    watchdog.stop();
  }
}

async function onPool<T>(databaseUrl: string, work: (pool: OwnedPool) => Promise<T>): Promise<T> {
  const pool = createPool({
    databaseUrl,
    name: 'sample',
    maxConnections: CONNECTIONS,
    waitForDisk: false,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
