import { access, constants, mkdir } from 'node:fs/promises';
import { unmarkRestore } from '../../shared/backups/restore-mark.ts';
import { localMasterKeys, type KeyRing } from '../../shared/crypto/master-keys.ts';
import { ledgerFolder } from '../../shared/erasure/ledger.ts';
import { createEventLog } from '../../shared/event-log/event-log.ts';
import { withInstallation, type Connections } from '../cli/connection.ts';
import { putBackLedger } from '../erasure/put-back.ts';
import { repeatReads } from '../log/repeat-reads.ts';
import { BackupRefusal } from './manifest.ts';
import { completeRestore, requireLog, type CompleteOptions, type RestoreReport } from './complete-restore.ts';
import { macsIn } from './log-macs.ts';
import type { RestorePlan } from './moment.ts';
import { requireDataKeys } from './require-data-keys.ts';
import { requireKeyRing } from './require-key-ring.ts';
import { restoreDatabase } from './restore-database.ts';

export type RestoreBeside = CompleteOptions & {
  /** Where `ledger` was read from; it is put back into the folder that the service writes to. */
  ledgerPath: string | null;
};

/** Throws BackupRefusal where the log is not the one of the backup, ends before it, or has events that it lacks the keys of. */
async function requireLogAt(eventStoreUrl: string, plan: RestorePlan, ring: KeyRing): Promise<void> {
  const macs = await macsIn(plan.chain, localMasterKeys(ring));
  const log = repeatReads(createEventLog(eventStoreUrl, { macs }));
  try {
    await requireLog(log, plan);
    await requireDataKeys(log, plan);
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
  const ring = await requireKeyRing(plan, {
    masterKey: connections.MASTER_KEY,
    masterKeyFile: connections.MASTER_KEY_FILE,
  });
  await requireLogAt(eventStoreUrl, plan, ring);
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
