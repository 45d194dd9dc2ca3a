import { readFile } from 'node:fs/promises';
import path from 'node:path';
import knex, { type Knex } from 'knex';
import type { Logger } from 'pino';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { migrationNames, migrationsFolder, newerMigrations } from '../../shared/postgres/migrations.ts';
import { asStartOptions, isContention, LOST_CLIENT_SETTINGS } from '../../shared/postgres/pool.ts';
import { requireVersion } from '../../shared/postgres/require-database.ts';
import { DROP_FACT_VIEWS, makeFactViews } from '../analytics/fact-views.ts';

const silent = (): void => undefined;

/** Numbered .sql files beside this module, each run once, in order, in a transaction of its own. */
const sqlFiles = (names: () => Promise<string[]>): Knex.MigrationSource<string> => ({
  getMigrations: names,
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const sql = await readFile(path.join(migrationsFolder, name), 'utf8');
    return {
      up: async (db) => {
        // They hang on tables that the migration may change, and are made again after the last one.
        await db.raw(DROP_FACT_VIEWS);
        await db.raw(sql);
      },
      down: () => Promise.reject(new Error('migrations go forward only')),
    };
  },
});

export type MigrateOptions = {
  databaseUrl: string;
  logger: Logger;
  /** First takes away the lock that a migration has left behind that was killed. */
  unlock?: boolean;
  /** Of all migrations only these: for rows that were saved before the others were made. */
  only?: readonly string[];
  /** How often it asks for a table that somebody else uses, and how it waits in between. */
  patience?: { tries: number; pause: (ms: number) => Promise<void> };
};

/** While a migration waits for a table, every caller of that table waits behind it: so not for long, and again later. */
const LOCK_TIMEOUT = '2s';
const LOCK_PAUSE_MS = 4_000;
const PATIENCE = { tries: 20, pause: (ms: number) => sleep(ms) };

/** Does it again where somebody else uses a table that it needs, or waits for it in a circle. Throws StartupError where that does not end. */
async function givingWay<T>({ tries, pause }: typeof PATIENCE, work: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!isContention(error)) throw error;
      if (left === 0) {
        throw new StartupError(
          'a table that a migration changes is in use all the time: wait until a backup, a rebuild or a long query of ' +
            'an analyst has ended, and migrate again. What is done already stays done',
        );
      }
      await pause(LOCK_PAUSE_MS);
    }
  }
}

type Database = ReturnType<typeof knex>;

/** Names the database's connections of migrations, so that `unlock` sees one that runs. */
const APPLICATION = 'migrate';

const open = (databaseUrl: string, source: () => Promise<string[]>): Database =>
  knex({
    client: 'pg',
    connection: {
      connectionString: databaseUrl,
      application_name: APPLICATION,
      options: asStartOptions({ ...LOST_CLIENT_SETTINGS, lock_timeout: LOCK_TIMEOUT }),
    },
    pool: { min: 0, max: 1 },
    // It prints, with its stack, what it also throws.
    log: { warn: silent, error: silent, deprecate: silent, debug: silent },
    migrations: { migrationSource: sqlFiles(source), tableName: 'migrations' },
  });

/** Before anything is written: every process would refuse the server afterwards. Throws StartupError. */
async function requireServer(db: Database): Promise<void> {
  const { rows } = await db.raw<{ rows: { version: number }[] }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version`,
  );
  requireVersion(rows[0]?.version ?? 0);
}

/** What the database has of a newer version, beside which this one works. Throws StartupError where this one does not. */
async function migrationsOfNewer(db: Database): Promise<string[]> {
  if (!(await db.schema.hasTable('migrations'))) return [];
  const applied = await db<{ id: number; name: string }>('migrations').orderBy('id').pluck('name');
  const known = await migrationNames();
  const newer = newerMigrations(applied, known);
  const missing = known.filter((name) => !applied.includes(name));
  if (newer.length > 0 && missing.length > 0) {
    throw new StartupError(
      `the database has migrations of another version (${newer.join(', ')}), and lacks ${missing.join(', ')} of this one: ` +
        'start the version that it is of',
    );
  }
  return newer;
}

/** Throws StartupError while a migration runs. */
async function unlock(db: Database): Promise<void> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = ? AND pid <> pg_backend_pid()`,
    [APPLICATION],
  );
  if (rows.length > 0) throw new StartupError('a migration is running: wait for it');
  if (!(await db.schema.hasTable('migrations_lock'))) return;
  await db('migrations_lock').where('is_locked', 1).update({ is_locked: 0 });
}

/**
 * Brings the database to the newest migration, and the views of schema `facts` to this version. Of several processes at once,
 * one migrates. Does nothing, and returns false, where a newer version has migrated it that took nothing away: an operator has
 * gone back to this one. Throws StartupError where the server is too old, where another process migrates, or was killed while it
 * did and its lock is not to be taken away, where others use a table all the time, and where a newer version took away what this
 * one uses.
 */
export async function migrate(options: MigrateOptions): Promise<boolean> {
  const { only, patience = PATIENCE } = options;
  const db = open(
    options.databaseUrl,
    only === undefined ? migrationNames : () => Promise.resolve([...only]),
  );
  try {
    await requireServer(db);
    if (options.unlock === true) await unlock(db);
    const newer = only === undefined ? await migrationsOfNewer(db) : [];
    if (newer.length > 0) {
      options.logger.warn(
        { migrations: newer },
        'the database is of a newer version, beside which this one works',
      );
      return false;
    }
    const [, applied] = await givingWay(
      patience,
      async () => (await db.migrate.latest()) as [number, string[]],
    );
    await givingWay(patience, async () => void (await db.raw('SELECT ops.keep_to_tenants()')));
    if (applied.length > 0) options.logger.info({ applied }, 'migrations applied');
    if (only === undefined && (await givingWay(patience, () => db.transaction(makeFactViews)))) {
      options.logger.info('the views of schema facts were made');
    }
    return true;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'MigrationLocked')) throw error;
    throw new StartupError(
      'a migration of this database is running, or was killed: if none runs, npm run ops -- migrate --unlock, see ' +
        'docs/operator/runbook.md#a-migration-was-killed',
    );
  } finally {
    await db.destroy();
  }
}
