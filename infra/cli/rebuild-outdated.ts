import { allProjections } from '../../projectors/all.ts';
import { outdatedProjections } from '../../projectors/rebuild/outdated.ts';
import { rebuild } from '../../projectors/rebuild/rebuild.ts';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { withInstallation, type Connections } from './connection.ts';
import { isRebuildRefusal, keepEvidence } from './rebuild.ts';

/**
 * Makes tables again that an update left in another version's form, for the start of the embedded stack: nothing runs on
 * them yet. Throws StartupError where the log does not fit them.
 */
export const rebuildOutdated = (connections: Connections, tell: (line: string) => void): Promise<void> =>
  withInstallation(connections, async (installation) => {
    const projections = await outdatedProjections(installation.pool, allProjections);
    if (projections.length === 0) return;
    const names = projections.map(({ name }) => name).join(', ');
    tell(`rebuilding ${names} from the event log, for this version`);
    await keepEvidence(installation, projections);
    const rebuilding = rebuild({ ...installation, projections, check: false });
    const { events, seconds } = await rebuilding.catch((error: unknown) => {
      throw isRebuildRefusal(error) ? new StartupError(`cannot rebuild ${names}: ${error.message}`) : error;
    });
    tell(`rebuilt from ${events} events in ${seconds.toFixed(1)} s`);
  });
