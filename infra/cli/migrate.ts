import type { Command } from 'commander';
import { requireNoRestore } from '../../shared/backups/restore-mark.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { createPool } from '../../shared/postgres/pool.ts';
import { writeShippedCatalogue } from '../analytics/catalogue.ts';
import { migrate } from '../migrations/index.ts';
import { findDatabase } from './connection.ts';
import { findOutdated, namesOf } from './rebuild-outdated.ts';

/** A restore migrates by itself, to what its rows need. */
async function requireNoRestoreAt(databaseUrl: string): Promise<void> {
  const pool = createPool({ databaseUrl, name: 'ops', maxConnections: 1 });
  try {
    await requireNoRestore(pool);
  } finally {
    await pool.end();
  }
}

/** `migrate` */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest migration; npm start does so by itself')
    .option('--unlock', 'first take away the lock of a migration that was killed', false)
    .action(async ({ unlock }: { unlock: boolean }) => {
      const databaseUrl = findDatabase(process.env);
      await requireNoRestoreAt(databaseUrl);
      const logger = createLogger({ name: 'migrate', level: 'info' });
      if (await migrate({ databaseUrl, logger, unlock })) await writeShippedCatalogue(databaseUrl);
      const { outdated, unfilled } = await findOutdated(databaseUrl);
      if (outdated.length > 0) {
        logger.warn(`tables are of another version: run npm run ops -- rebuild ${namesOf(outdated)}`);
      }
      if (unfilled.length > 0) {
        logger.info(
          `read models are new here (${namesOf(unfilled)}): the projectors fill them, or npm run ops -- rebuild --outdated before`,
        );
      }
    });
}
