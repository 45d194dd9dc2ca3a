import type { Command } from 'commander';
import { allProjections } from '../../projectors/all.ts';
import { outdatedProjections } from '../../projectors/rebuild/outdated.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createPool } from '../../shared/postgres/pool.ts';
import { migrate, unlockMigrations } from '../migrations/index.ts';
import { findConnections } from './connection.ts';

/** `migrate` */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest migration; npm start does so by itself')
    .option('--unlock', 'first take away the lock of a migration that was killed', false)
    .action(async (options: { unlock: boolean }) => {
      // Neither event store nor keys are needed, and may not be there yet.
      const databaseUrl = process.env.DATABASE_URL || findConnections(process.env).DATABASE_URL;
      if (options.unlock) await unlockMigrations(databaseUrl);
      const logger = createLogger({ name: 'migrate', level: 'info' });
      await migrate({ databaseUrl, logger });
      const pool = createPool({ databaseUrl, name: 'ops', maxConnections: 1 });
      try {
        const names = (await outdatedProjections(pool, allProjections)).map(({ name }) => name).join(' ');
        if (names !== '') logger.warn(`tables are of another version: run npm run ops -- rebuild ${names}`);
      } finally {
        await pool.end();
      }
    });
}
