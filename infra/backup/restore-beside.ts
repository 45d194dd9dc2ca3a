import { unmarkRestore } from '../../shared/backups/restore-mark.ts';
import { ledgerFolder } from '../../shared/erasure/ledger.ts';
import { createEventLog } from '../../shared/event-log/event-log.ts';
import { withInstallation, type Connections } from '../cli/connection.ts';
import { putBackLedger } from '../erasure/put-back.ts';
import { repeatReads } from '../log/repeat-reads.ts';
import { completeRestore, requireLog, type CompleteOptions, type RestoreReport } from './complete-restore.ts';
import type { RestorePlan } from './moment.ts';
import { requireKeyRing } from './require-key-ring.ts';
import { restoreDatabase } from './restore-database.ts';

export type RestoreBeside = CompleteOptions & {
  /** Where `ledger` was read from; it is put back into the folder that the service writes to. */
  ledgerPath: string | null;
};

/** The log as it is stored: the key of its MACs is among what is restored. Throws BackupRefusal. */
async function requireLogAt(eventStoreUrl: string, plan: RestorePlan): Promise<void> {
  const log = repeatReads(createEventLog(eventStoreUrl));
  try {
    await requireLog(log, plan);
  } finally {
    await log.close();
  }
}

/**
 * Restores a backup into an empty database beside a log that was restored before: key ring and log are held against the backup,
 * then the database is filled, then comes what `completeRestore` does. No process starts on the database before all of it is done,
 * whatever the report says then. Throws BackupRefusal.
 */
export async function restoreBeside(
  connections: Connections,
  options: RestoreBeside,
): Promise<RestoreReport> {
  const { plan, ledgerPath, onProgress } = options;
  const { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl } = connections;
  await requireKeyRing(plan, {
    masterKey: connections.MASTER_KEY,
    masterKeyFile: connections.MASTER_KEY_FILE,
  });
  await requireLogAt(eventStoreUrl, plan);
  await restoreDatabase({
    plan,
    databaseUrl,
    onProgress: (rows, total) => onProgress('database', rows, total),
  });
  return withInstallation(connections, async (installation) => {
    const report = await completeRestore(installation, options);
    const target = ledgerFolder(connections);
    if (ledgerPath !== null && target !== null) await putBackLedger(ledgerPath, target);
    await unmarkRestore(installation.pool);
    return report;
  });
}
