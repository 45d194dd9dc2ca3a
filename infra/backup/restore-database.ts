import { createLogger } from '../../shared/logging/logger.ts';
import { createPool, inTransaction, type OwnedPool } from '../../shared/postgres/pool.ts';
import { migrationNames } from '../../shared/postgres/migrations.ts';
import { migrate } from '../migrations/index.ts';
import { loadLaterKeys, loadTable } from './database.ts';
import { BackupRefusal, type Manifest } from './manifest.ts';

const DAY_MS = 24 * 3_600_000;

async function requireEmpty(pool: OwnedPool): Promise<void> {
  const { rows } = await pool.query(`SELECT 1 FROM pg_namespace WHERE nspname IN ('read', 'ops')`);
  if (rows.length > 0) throw new BackupRefusal('the database is not empty: restore into a new one');
}

async function requireKnown({ migrations }: Manifest): Promise<void> {
  const known = new Set(await migrationNames());
  if (!migrations.every((name) => known.has(name))) {
    throw new BackupRefusal(
      'the backup was made by a newer version of the service: restore it with that one',
    );
  }
}

/**
 * Fills a database in which nothing was made yet: the tables as they were when the backup was made, their rows in one
 * transaction, then the migrations that have come since. Throws BackupRefusal.
 */
export async function restoreDatabase(options: {
  folder: string;
  manifest: Manifest;
  databaseUrl: string;
  onProgress: (rows: number, total: number) => void;
}): Promise<void> {
  const { folder, manifest, databaseUrl } = options;
  const logger = createLogger({ name: 'restore', level: 'silent' });
  const pool = createPool({ databaseUrl, name: 'restore', maxConnections: 1, statementTimeoutMs: DAY_MS });
  try {
    await requireKnown(manifest);
    await requireEmpty(pool);
    await migrate({ databaseUrl, logger, only: manifest.migrations });
    const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
    let done = 0;
    await inTransaction(pool, async (tx) => {
      for (const entry of manifest.tables) {
        await loadTable(tx, { folder, entry });
        options.onProgress((done += entry.rows), total);
      }
      await loadLaterKeys(tx, { folder, entry: manifest.later_keys });
      // Of processes that are long gone.
      await tx.query('DELETE FROM ops.leases');
    });
    await migrate({ databaseUrl, logger });
    // Constraints that are made with the retirement of a key, and not by a migration.
    await pool.query(
      'SELECT ops.refuse_master_key(master_id) FROM ops.master_keys WHERE retired_at IS NOT NULL',
    );
    await pool.query('ANALYZE');
  } finally {
    await pool.end();
  }
}
