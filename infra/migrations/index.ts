import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import knex, { type Knex } from 'knex';
import type { Logger } from 'pino';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** The names of all migrations that this version has, in order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

const silent = (): void => undefined;

/** Numbered .sql files beside this module, each run once, in order, in a transaction of its own. */
const sqlFiles = (names: () => Promise<string[]>): Knex.MigrationSource<string> => ({
  getMigrations: names,
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const sql = await readFile(path.join(folder, name), 'utf8');
    return {
      up: async (db) => {
        await db.raw(sql);
      },
      down: () => Promise.reject(new Error('migrations go forward only')),
    };
  },
});

export type MigrateOptions = {
  databaseUrl: string;
  logger: Logger;
  /** Of all migrations only these: for rows that were saved before the others were made. */
  only?: readonly string[];
};

/** Brings the database to the newest migration. Safe to call from several processes at once. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { only } = options;
  const db = knex({
    client: 'pg',
    connection: options.databaseUrl,
    pool: { min: 0, max: 1 },
    // It prints, with its stack, what it also throws.
    log: { warn: silent, error: silent, deprecate: silent, debug: silent },
    migrations: {
      migrationSource: sqlFiles(only === undefined ? migrationNames : () => Promise.resolve([...only])),
      tableName: 'migrations',
    },
  });
  try {
    const [, applied] = (await db.migrate.latest()) as [number, string[]];
    await db.raw('SELECT ops.keep_to_tenants()');
    if (applied.length > 0) options.logger.info({ applied }, 'migrations applied');
  } finally {
    await db.destroy();
  }
}
