import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unmarkRestore } from '../../shared/backups/restore-mark.ts';
import type { Env } from '../../shared/config/load-config.ts';
import { ledgerFolder } from '../../shared/erasure/ledger.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { withInstallation } from '../cli/connection.ts';
import { putBackLedger } from '../erasure/put-back.ts';
import { holdsData, lockDataDir, openDataDir, type DataDir } from '../embedded/data-dir.ts';
import { startInfrastructure, type Infrastructure } from '../embedded/stack.ts';
import { completeRestore, type CompleteOptions, type RestoreReport } from './complete-restore.ts';
import { logOf } from './chain.ts';
import { BackupRefusal } from './manifest.ts';
import { endOfPlan } from './moment.ts';
import { requireKeyRing } from './require-key-ring.ts';
import { restoreDatabase } from './restore-database.ts';
import { restoreLog } from './restore-log.ts';

export type EmbeddedRestore = CompleteOptions & {
  /** Where nothing stands yet but, perhaps, the key ring in its `secrets`. */
  dataDir: string;
  masterKeyFile: string | undefined;
  /** Where `ledger` was read from; it is put back into the folder that the service writes to. */
  ledgerPath: string | null;
  /** That folder, where it is not in `dataDir`. */
  erasureLedger?: string | undefined;
  env: Env;
  /** A restore on trial: nothing is put in its place, and DATA_DIR is removed at the end. */
  isTrial?: boolean;
};

/** The key ring that the backup was made with. Throws BackupRefusal where it is not there or lacks a key. */
async function keyRingIn(dir: DataDir, { masterKeyFile, plan }: EmbeddedRestore): Promise<string> {
  const file = masterKeyFile ?? path.join(dir.secrets, 'master-keys.json');
  if (!existsSync(file)) {
    throw new BackupRefusal(`put the key ring of the installation at ${file}: a backup holds no master key`);
  }
  await requireKeyRing(plan, { masterKeyFile: file });
  return file;
}

/** Parts of the installation, the log last: should this be cut short, what is there does not start without it. */
function moveInto(dir: DataDir, draft: DataDir): void {
  for (const name of readdirSync(draft.secrets)) {
    renameSync(path.join(draft.secrets, name), path.join(dir.secrets, name));
  }
  for (const part of ['installation', 'postgres', 'eventStore'] as const) renameSync(draft[part], dir[part]);
  rmSync(draft.root, { recursive: true, force: true });
}

/**
 * Restores a backup into an empty DATA_DIR: the log straight into the event store's files, then the database, then what
 * `completeRestore` does, all in a folder of its own within DATA_DIR, whose parts are put in their places at the end. One
 * that is cut short leaves nothing but that folder; one on trial leaves nothing. Nothing may run on DATA_DIR. Throws BackupRefusal, StartupError.
 */
export async function restoreEmbedded(options: EmbeddedRestore): Promise<RestoreReport> {
  const { plan, onProgress, isTrial = false } = options;
  const dir = openDataDir(options.dataDir);
  const unlock = lockDataDir(dir);
  try {
    if (holdsData(dir)) throw new BackupRefusal(`${dir.root} holds data: restore into an empty DATA_DIR`);
    const end = endOfPlan(plan);
    if (end === null) throw new BackupRefusal('the backup holds no log: it is not of an embedded stack');
    const masterKeyFile = await keyRingIn(dir, options);
    rmSync(path.join(dir.root, DRAFT), { recursive: true, force: true });
    const draft = openDataDir(path.join(dir.root, DRAFT));
    await restoreLog(draft.eventStore, logOf(plan.chain, end), (done) => onProgress('log', done, end));
    const infrastructure = await startInfrastructure({
      dataDir: draft.root,
      logger: createLogger({ name: 'restore', level: 'silent' }),
      env: options.env,
      masterKeyFile,
      restart: false,
      scratch: isTrial ? dir.root : false,
    });
    let report: RestoreReport;
    try {
      report = await fill(infrastructure, options);
    } finally {
      await infrastructure.stop();
    }
    if (isTrial) return report;
    // Before the data are in their places: without its ledger the service must not start.
    const ledger = ledgerFolder({ ERASURE_LEDGER: options.erasureLedger, DATA_DIR: dir.root });
    if (options.ledgerPath !== null && ledger !== null) await putBackLedger(options.ledgerPath, ledger);
    moveInto(dir, draft);
    return report;
  } finally {
    unlock();
  }
}

const DRAFT = 'restoring';

async function fill(infrastructure: Infrastructure, options: EmbeddedRestore): Promise<RestoreReport> {
  const { databaseUrl, eventStoreUrl, masterKeyFile } = infrastructure;
  const { plan, onProgress } = options;
  await restoreDatabase({
    plan,
    databaseUrl,
    onProgress: (rows, total) => onProgress('database', rows, total),
  });
  const connections = {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    MASTER_KEY_FILE: masterKeyFile,
  };
  return withInstallation(connections, async (installation) => {
    const report = await completeRestore(installation, options);
    await unmarkRestore(installation.pool);
    return report;
  });
}
