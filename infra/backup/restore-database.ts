import { isBeingRestored, markRestore } from '../../shared/backups/restore-mark.ts';
import { forgetBackups } from '../../shared/backups/newest-backups.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createPool, inTransaction, type OwnedPool, type Sql } from '../../shared/postgres/pool.ts';
import { migrationNames } from '../../shared/postgres/migrations.ts';
import { migrate } from '../migrations/index.ts';
import { newest } from './chain.ts';
import { loadLaterKeys, loadTable } from './database.ts';
import { forgetLaterKeys, loadLaterState } from './later-state.ts';
import { BackupRefusal, type Manifest } from './manifest.ts';
import type { RestorePlan } from './moment.ts';

const DAY_MS = 24 * 3_600_000;

async function requireEmpty(pool: OwnedPool): Promise<void> {
  if (await isBeingRestored(pool)) {
    throw new BackupRefusal(
      'another restore works into the database, or was cut short: if none works, DROP DATABASE, CREATE DATABASE, and restore again',
    );
  }
  const { rows } = await pool.query(`SELECT 1 FROM pg_namespace WHERE nspname IN ('read', 'ops')`);
  if (rows.length > 0) throw new BackupRefusal('the database is not empty: restore into a new one');
  await requireUnused(pool);
}

/** A process of the service that still runs comes back to a new database of the same name, and would work on what is loaded. */
async function requireUnused(pool: OwnedPool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT coalesce(nullif(application_name, ''), 'without a name') AS name FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new BackupRefusal(
    `others are connected to the database (${names}): stop the service everywhere first`,
  );
}

async function requireKnown({ migrations }: Manifest): Promise<void> {
  const known = new Set(await migrationNames());
  if (!migrations.every((name) => known.has(name))) {
    throw new BackupRefusal(
      'the backup was made by a newer version of the service: restore it with that one',
    );
  }
}

type Options = {
  plan: RestorePlan;
  databaseUrl: string;
  onProgress: (rows: number, total: number) => void;
};

/** The rows as the plan wants them. In a transaction of the caller's, on tables of the rows' migrations. */
async function loadRows(tx: Sql, { plan: { rows }, onProgress }: Options): Promise<void> {
  const { tables } = newest(rows).manifest;
  const total = tables.reduce((sum, table) => sum + table.rows, 0);
  let done = 0;
  for (const entry of tables) {
    await loadTable(tx, rows, entry);
    onProgress((done += entry.rows), total);
  }
  // Of processes that are long gone.
  await tx.query('DELETE FROM ops.leases');
}

/**
 * Fills a database in which nothing was made yet: the tables as they were when the backup was made, their rows in one
 * transaction, then the migrations that have come since. Where the plan has a moment between two backups, keys and erasures
 * of the newest one come to the rows of an earlier one. The database keeps the mark of a restore: the caller takes it away once
 * the restore is complete. Throws BackupRefusal.
 */
export async function restoreDatabase(options: Options): Promise<void> {
  const { plan, databaseUrl } = options;
  const logger = createLogger({ name: 'restore', level: 'silent' });
  const pool = createPool({ databaseUrl, name: 'restore', maxConnections: 1, statementTimeoutMs: DAY_MS });
  const last = newest(plan.chain);
  try {
    await requireKnown(last.manifest);
    await requireEmpty(pool);
    await markRestore(pool);
    await migrate({ databaseUrl, logger, only: newest(plan.rows).manifest.migrations });
    await inTransaction(pool, async (tx) => {
      await loadRows(tx, options);
      if (plan.cut === null) await loadLaterKeys(tx, last);
    });
    if (plan.cut !== null) {
      const { at } = plan.cut;
      await migrate({ databaseUrl, logger, only: last.manifest.migrations });
      await inTransaction(pool, async (tx) => {
        await loadLaterState(tx, plan.chain, at);
        await loadLaterKeys(tx, last);
        await forgetLaterKeys(tx, at);
      });
    }
    await migrate({ databaseUrl, logger });
    await forgetBackups(pool);
    // Constraints that are made with the retirement of a key, and not by a migration.
    await pool.query(
      'SELECT ops.refuse_master_key(master_id) FROM ops.master_keys WHERE retired_at IS NOT NULL',
    );
    await pool.query('ANALYZE');
  } finally {
    await pool.end();
  }
}
