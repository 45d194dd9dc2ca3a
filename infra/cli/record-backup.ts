import { noteBackup, type NewestBackup } from '../../shared/backups/newest-backups.ts';
import { describeDatabaseProblem } from '../../shared/postgres/describe-problem.ts';
import { createPool } from '../../shared/postgres/pool.ts';

/** Whether the service knows of a backup, as the answer of a command says it. */
export type Recorded = { recorded: true } | { recorded: false; not_recorded_because: string };

/**
 * Has the service know of a backup, for its metric. The backup is complete, or was found intact, whatever becomes of this: where
 * the database cannot be used, or is not migrated yet, the answer says why.
 */
export async function recordBackup(databaseUrl: string, backup: NewestBackup): Promise<Recorded> {
  const pool = createPool({ databaseUrl, name: 'backup', maxConnections: 1 });
  try {
    await noteBackup(pool, backup, new Date());
    return { recorded: true };
  } catch (error) {
    const why = describeDatabaseProblem(error) ?? 'the database refuses it';
    return { recorded: false, not_recorded_because: why };
  } finally {
    await pool.end();
  }
}
