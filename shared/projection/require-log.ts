import { LogUnavailableError, type EventLog } from '../event-log/event-log.ts';
import { MasterKeysError } from '../crypto/master-keys.ts';
import { StartupError } from '../lifecycle/startup-error.ts';
import { isUnreachable, type Sql } from '../postgres/pool.ts';
import { allCheckpoints, isInLog } from './checkpoints.ts';

/**
 * Refuses to start over a log that is not the one that the database was made from, or ends before it: new events would take
 * the positions of lost ones. Compares every checkpoint with the log, by position and event id. Refuses as well where the
 * key of the log's MACs is lost or was changed. Does nothing where log, database or master keys are out of reach, since a
 * projection verifies its checkpoint again before it goes on. Throws StartupError.
 */
export async function requireLog(sql: Sql, log: EventLog): Promise<void> {
  try {
    await log.prepare();
    for (const { name, checkpoint } of await allCheckpoints(sql)) {
      // Of one that has passed no event yet there is nothing to hold against the log.
      if (checkpoint.stream === null || (await isInLog(log, checkpoint))) continue;
      throw new StartupError(
        `the event log is not the one that the database was made from, or was restored to an earlier point: it does not ` +
          `hold event ${checkpoint.eventId}, at which ${name} stands (position ${checkpoint.position}). Restore log and ` +
          'database from one backup, see docs/operator/backup.md',
      );
    }
  } catch (error) {
    const isAway = error instanceof LogUnavailableError || error instanceof MasterKeysError;
    if (isAway || isUnreachable(error) || isNotMigrated(error)) return;
    throw error;
  }
}

/** The first query that needs the tables reports that. */
const isNotMigrated = (error: unknown): boolean => (error as { code?: unknown }).code === '42P01';
