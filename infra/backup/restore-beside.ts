import { access, constants, mkdir } from 'node:fs/promises';
import { unmarkRestore } from '../../shared/backups/restore-mark.ts';
import { ledgerFolder } from '../../shared/erasure/ledger.ts';
import { createEventLog } from '../../shared/event-log/event-log.ts';
import { withInstallation, type Connections } from '../cli/connection.ts';
import { putBackLedger } from '../erasure/put-back.ts';
import { repeatReads } from '../log/repeat-reads.ts';
import { BackupRefusal } from './manifest.ts';
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

/** The ledger is put back last of all: a folder that does not take it is told before hours of work. Throws BackupRefusal. */
async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch {
    throw new BackupRefusal(`nothing can be written into ${folder}, where the ledger of erasures belongs`);
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
  const target = ledgerPath === null ? null : ledgerFolder(connections);
  if (target !== null) await requireWritable(target);
  await restoreDatabase({
    plan,
    databaseUrl,
    onProgress: (rows, total) => onProgress('database', rows, total),
  });
  return withInstallation(connections, async (installation) => {
    const report = await completeRestore(installation, options);
    if (ledgerPath !== null && target !== null) await putBackLedger(ledgerPath, target);
    await unmarkRestore(installation.pool);
    return report;
  });
}
