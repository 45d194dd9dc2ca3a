import type { Command } from 'commander';
import { createLogger } from '../../shared/logging/logger.ts';
import { migrate } from '../migrations/index.ts';
import { findConnections } from './connection.ts';

/** `migrate` */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest migration; npm start does so by itself')
    .action(async () => {
      // Neither event store nor keys are needed, and may not be there yet.
      const databaseUrl = process.env.DATABASE_URL || findConnections(process.env).DATABASE_URL;
      await migrate({ databaseUrl, logger: createLogger({ name: 'migrate', level: 'info' }) });
    });
}
