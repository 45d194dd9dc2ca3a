import { requireNoRestore } from '../../shared/backups/restore-mark.ts';
import { findConnections, withInstallation, type Installation } from './connection.ts';

/** Runs one command on the installation, unless a restore was left half done in it, and prints what it returns as JSON. */
export type Run = (work: (installation: Installation) => Promise<unknown>) => Promise<void>;

export const run: Run = async (work) => {
  const result = await withInstallation(findConnections(process.env), async (installation) => {
    await requireNoRestore(installation.pool);
    return work(installation);
  });
  if (result !== undefined) console.log(JSON.stringify(result, null, 2));
};
