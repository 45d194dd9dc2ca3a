import { allProjections } from '../../projectors/all.ts';
import { outdatedProjections, type OutdatedProjections } from '../../projectors/rebuild/outdated.ts';
import { rebuild } from '../../projectors/rebuild/rebuild.ts';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { createPool } from '../../shared/postgres/pool.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { withInstallation, type Connections } from './connection.ts';
import { isRebuildRefusal, keepEvidence } from './rebuild.ts';

/**
 * Projections whose tables an update left in another version's form, and those that came with an update and have not run yet.
 * Needs the database alone, no event store and no key.
 */
export async function findOutdated(databaseUrl: string): Promise<OutdatedProjections> {
  const pool = createPool({ databaseUrl, name: 'ops', maxConnections: 1 });
  try {
    return await outdatedProjections(pool, allProjections);
  } finally {
    await pool.end();
  }
}

/** As a command takes them. */
export const namesOf = (projections: readonly Projection[]): string =>
  projections.map(({ name }) => name).join(' ');

/**
 * Makes tables again that an update left in another version's form, for the start of the embedded stack: nothing runs on
 * them yet. Throws StartupError where the log does not fit them.
 */
export async function rebuildOutdated(connections: Connections, tell: (line: string) => void): Promise<void> {
  const { outdated: projections } = await findOutdated(connections.DATABASE_URL);
  if (projections.length === 0) return;
  const names = projections.map(({ name }) => name).join(', ');
  tell(`rebuilding ${names} from the event log, for this version`);
  await withInstallation(connections, async (installation) => {
    await keepEvidence(installation, projections);
    const rebuilding = rebuild({ ...installation, projections, check: false });
    const { events, seconds } = await rebuilding.catch((error: unknown) => {
      throw isRebuildRefusal(error) ? new StartupError(`cannot rebuild ${names}: ${error.message}`) : error;
    });
    tell(`rebuilt from ${events} events in ${seconds.toFixed(1)} s`);
  });
}
