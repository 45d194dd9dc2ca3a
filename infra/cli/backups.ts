import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { backUpNewestKeys } from '../backup/backup.ts';
import { newest, type Chain } from '../backup/chain.ts';
import type { RestoreReport } from '../backup/complete-restore.ts';
import { planRestore } from '../backup/moment.ts';
import { restoreEmbedded } from '../backup/restore-embedded.ts';
import { runSchedule } from '../backup/schedule.ts';
import { databaseClock } from '../backup/snapshot.ts';
import { inTrialRoom } from '../backup/trial-room.ts';
import { chainAt, verifyChain } from '../backup/verify.ts';
import { ledgerFolder } from '../../shared/erasure/ledger.ts';
import { readLedger } from '../erasure/read-ledger.ts';
import { wholeNumber } from './arguments.ts';
import { recorded, withBar, type Show } from './backup.ts';
import {
  CommandFailure,
  findConnections,
  findDatabase,
  findPlace,
  findStores,
  NothingRunsError,
} from './connection.ts';
import { recordBackup, type Recorded } from './record-backup.ts';

/** `backups run`, `keys` and `verify`: for a timer, over a folder of backups. */
export function backupsCommands(program: Command): void {
  const backups = program.command('backups').description('a folder of backups, for a timer');
  runCommand(backups);
  keysCommand(backups);
  verifyCommand(backups);
}

const days = wholeNumber(1, 3_650);
const folderOf = (text: string): string => path.resolve(text);

type RunOptions = { fullEvery: number; keep?: number; withoutLog: boolean };

function runCommand(backups: Command): void {
  backups
    .command('run')
    .description(
      'take the next backup: one that goes on from the newest, or a full one where that is due; then delete chains that are too ' +
        'old. Run it once a day or more often',
    )
    .argument('<folder>', 'where all backups are, each in a folder of its own', folderOf)
    .option('--full-every <days>', 'begin a chain with a full backup after so many days', days, 7)
    .option(
      '--keep <days>',
      'delete a chain so many days after its full backup; default and at most one less than BACKUP_RETENTION_DAYS, as the ' +
        'next run may be a day later',
      days,
    )
    .option('--without-log', "leave the log to the event store's own backup", false)
    .action((root: string, { fullEvery: fullEveryDays, keep, withoutLog }: RunOptions) =>
      withBar(async (show) => {
        const stores = findStores(process.env, { hasLog: !withoutLog });
        const longest = stores.retentionDays - 1;
        const keepDays = keep ?? longest;
        if (keepDays > longest) {
          throw new CommandFailure(
            `keep backups for ${longest} days at most: certificates of erasures promise ${longest + 1} (BACKUP_RETENTION_DAYS)`,
          );
        }
        const now = databaseClock;
        const taken = await runSchedule({ ...stores, root, fullEveryDays, keepDays, now, onProgress: show });
        return recorded(stores.databaseUrl, taken);
      }),
    );
}

function keysCommand(backups: Command): void {
  backups
    .command('keys')
    .description(
      'take the keys once more, into the newest backup, which holds no log: after the files of the event store were saved, and ' +
        'before the next run',
    )
    .argument('<folder>', 'where all backups are, each in a folder of its own', folderOf)
    .action((root: string) =>
      withBar(() => backUpNewestKeys(root, findStores(process.env, { hasLog: false }).databaseUrl)),
    );
}

type VerifyOptions = { restore: boolean; ledger?: string };

function verifyCommand(backups: Command): void {
  backups
    .command('verify')
    .description(
      'read the newest chain of a folder: links, digests, pieces of tables, and the log from its first event to its last. With ' +
        '--restore, restore it into a folder that is removed again, with all checks of a restore. Exit code 1 where something ' +
        'is not as it must be',
    )
    .argument('<folder>', 'a folder of backups, or one backup', folderOf)
    .option('--restore', 'restore it as well: takes as long, and as much room, as a real restore', false)
    .option('--ledger <path>', 'the ledger of erasures; default where the service writes it', folderOf)
    .action((folder: string, options: VerifyOptions) =>
      withBar(async (show) => {
        const chain = await chainAt(folder);
        const verified = await verifyChain(chain, show);
        if (!options.restore) return verified;
        const restored = await tryRestore(chain, options, show);
        if (restored.intact) {
          return { ...verified, restored, ...(await recordVerified(new Date(verified.taken_at))) };
        }
        process.exitCode = 1;
        return { ...verified, restored };
      }),
    );
}

/** What the service that runs here uses, if one does. */
function settingsHere(): { masterKeyFile: string | undefined; ledger: string | null } {
  try {
    const connections = findConnections(process.env);
    return { masterKeyFile: connections.MASTER_KEY_FILE, ledger: ledgerFolder(connections) };
  } catch (error) {
    if (!(error instanceof NothingRunsError)) throw error;
    return { masterKeyFile: findPlace(process.env).MASTER_KEY_FILE, ledger: null };
  }
}

/** By the service whose backup it is; where none is named here, by nobody. */
async function recordVerified(takenAt: Date): Promise<Recorded> {
  try {
    return await recordBackup(findDatabase(process.env), { kind: 'verified', takenAt });
  } catch (error) {
    if (!(error instanceof NothingRunsError)) throw error;
    return { recorded: false, not_recorded_because: error.message };
  }
}

async function tryRestore(chain: Chain, options: VerifyOptions, show: Show): Promise<RestoreReport> {
  const { masterKeyFile, ledger } = settingsHere();
  const where = options.ledger ?? (ledger !== null && existsSync(ledger) ? ledger : null);
  return inTrialRoom(path.basename(newest(chain).folder), async (room) =>
    restoreEmbedded({
      plan: await planRestore(chain, null),
      ledger: where === null ? null : await readLedger(where),
      // The copy has no ledger of its own, and the real one is only read.
      ledgerPath: null,
      acceptedKeys: [],
      dataDir: room,
      isTrial: true,
      masterKeyFile,
      env: process.env,
      onProgress: show,
    }),
  );
}
