import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { backUp, backUpKeys, type BackupResult } from '../backup/backup.ts';
import { logOf, readChain, verifyFiles } from '../backup/chain.ts';
import type { RestoreReport } from '../backup/complete-restore.ts';
import { BackupRefusal } from '../backup/manifest.ts';
import { endOfPlan, planRestore, type Moment } from '../backup/moment.ts';
import { restoreBeside } from '../backup/restore-beside.ts';
import { restoreEmbedded, type EmbeddedRestore } from '../backup/restore-embedded.ts';
import { restoreLog } from '../backup/restore-log.ts';
import { readLedger, type ReadLedger } from '../erasure/read-ledger.ts';
import { recordBackup, type Recorded } from './record-backup.ts';
import { instant, uuid } from './arguments.ts';
import { CommandFailure, findConnections, findPlace, findStores, namesInstallation } from './connection.ts';
import { progressBar } from './progress.ts';

/** `backup`, `restore` and `restore-log`. They open connections of their own: a target is empty, or does not run. */
export function backupCommands(program: Command): void {
  backupCommand(program);
  restoreCommand(program);
  restoreLogCommand(program);
}

const folderOf = (text: string): string => path.resolve(text);
const moment = (text: string): Moment =>
  /^\d{1,15}$/.test(text) ? { position: Number(text) } : { at: new Date(instant(text)) };
const collect = (value: string, before: string[] = []): string[] => [...before, uuid(value)];

export type Show = (phase: string, done: number, total: number) => void;

/** Runs with a bar, prints the result, and tells refusals in one line. */
export async function withBar(work: (show: Show) => Promise<unknown>): Promise<void> {
  const bar = progressBar('{phase} {bar} {percentage}% | {value}/{total}');
  try {
    const result = await work((phase, done, total) => bar.show(done, total, { phase }));
    bar.stop();
    console.log(JSON.stringify(result, null, 2));
  } catch (error) {
    if (error instanceof BackupRefusal) throw new CommandFailure(error.message);
    throw error;
  } finally {
    bar.stop();
  }
}

/** What a backup gave, and whether the service knows of it. */
export async function recorded<T extends BackupResult>(
  databaseUrl: string,
  result: T,
): Promise<T & Recorded> {
  const kind = result.since === null ? 'full' : 'incremental';
  return { ...result, ...(await recordBackup(databaseUrl, { kind, takenAt: new Date(result.taken_at) })) };
}

function backupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'copy log, database and wrapped keys into an empty folder while everything goes on. The master key is not among ' +
        'them: keep a copy of it elsewhere, and the ledger of erasures as well',
    )
    .argument('<folder>', 'a folder that is empty or not there yet', folderOf)
    .option(
      '--since <folder>',
      'copy only what came since this backup, a full one or one with --since itself, which stands beside the new folder and is ' +
        'needed to restore it',
      folderOf,
    )
    .option(
      '--without-log',
      "leave the log to the event store's own backup, which has to be taken after this",
      false,
    )
    .option(
      '--keys',
      'take the keys once more, into a backup without a log, after the log has been backed up',
      false,
    )
    .action((folder: string, options: { since?: string; withoutLog: boolean; keys: boolean }) =>
      withBar(async (show) => {
        const hasLog = !options.withoutLog && !options.keys;
        const { databaseUrl, eventStoreUrl } = findStores(process.env, { hasLog });
        if (options.keys) return backUpKeys({ folder, databaseUrl });
        const since = options.since ?? null;
        return recorded(
          databaseUrl,
          await backUp({ folder, since, databaseUrl, eventStoreUrl, onProgress: show }),
        );
      }),
    );
}

async function ledgerOf(options: { ledger?: string | boolean }): Promise<ReadLedger | null> {
  if (options.ledger === false) return null;
  if (typeof options.ledger !== 'string') {
    throw new CommandFailure(
      'name the ledger of erasures with --ledger: else what was erased after the backup comes back; --no-ledger where ' +
        'there is none',
    );
  }
  try {
    return await readLedger(path.resolve(options.ledger));
  } catch {
    throw new CommandFailure('the ledger cannot be read');
  }
}

type RestoreOptions = {
  ledger?: string | boolean;
  acceptKey?: string[];
  until?: Moment;
  verifiedFor?: string;
};

const UNTIL = [
  '--until <moment>',
  'restore what was at a time (such as 2027-03-02T10:30:00Z), or after the event at a position of the log, within what the ' +
    'chain of this backup covers',
  moment,
] as const;

/** The chain that ends with a backup, its files verified, and what to restore of it. Throws BackupRefusal. */
async function planOf(folder: string, until: Moment | undefined, show: Show) {
  const chain = await readChain(folder);
  await verifyFiles(chain, (done, total) => show('verify', done, total));
  return planRestore(chain, until ?? null);
}

function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description(
      'restore a backup: into the empty DATA_DIR of an embedded stack that does not run, or, where DATABASE_URL is set, ' +
        'into that empty database beside a log that was restored before. Then erases once more what the ledger tells ' +
        'of, verifies every audit trail and compares every projection with the log. Exit code 1 where one is not as ' +
        'it must be',
    )
    .argument('<folder>', 'the folder of the backup', folderOf)
    .option(...UNTIL)
    .option('--ledger <path>', 'the ledger of erasures as it is now: its folder, or one file of it')
    .option('--no-ledger', 'there is no ledger')
    .option(
      '--accept-key <signing_key_id>',
      'trust a key of the ledger that was made after the backup (repeatable)',
      collect,
    )
    .option(
      '--verified-for <file>',
      'a file with the DATABASE_URL of the service that the backup is of: where the restored copy is intact, that service is told that ' +
        'its backup was verified',
    )
    .action((folder: string, options: RestoreOptions) =>
      withBar(async (show) => {
        const service = options.verifiedFor === undefined ? null : databaseUrlIn(options.verifiedFor);
        const ledger = await ledgerOf(options);
        const ledgerPath = typeof options.ledger === 'string' ? path.resolve(options.ledger) : null;
        const plan = await planOf(folder, options.until, show);
        const rest = { plan, ledger, acceptedKeys: options.acceptKey ?? [], onProgress: show };
        const report = namesInstallation(process.env)
          ? await restoreBeside(findConnections(process.env), { ...rest, ledgerPath })
          : await restoreHere({ ...rest, ledgerPath });
        if (!report.intact) process.exitCode = 1;
        if (!report.intact || service === null) return report;
        const takenAt = new Date(report.taken_at);
        return { ...report, ...(await recordBackup(service, { kind: 'verified', takenAt })) };
      }),
    );
}

/** Into the DATA_DIR that the settings name. */
function restoreHere(
  options: Pick<EmbeddedRestore, 'plan' | 'ledger' | 'ledgerPath' | 'acceptedKeys' | 'onProgress'>,
): Promise<RestoreReport> {
  const { env } = process;
  const { DATA_DIR: dataDir, MASTER_KEY_FILE: masterKeyFile, ERASURE_LEDGER: erasureLedger } = findPlace(env);
  return restoreEmbedded({ ...options, dataDir, masterKeyFile, erasureLedger, env });
}

/** Its content is a secret, which is why it stands in a file. */
function databaseUrlIn(file: string): string {
  let url = '';
  try {
    url = readFileSync(file, 'utf8').trim();
  } catch {
    throw new CommandFailure('the file that --verified-for names cannot be read');
  }
  if (url === '') throw new CommandFailure('the file that --verified-for names is empty');
  return url;
}

function restoreLogCommand(program: Command): void {
  program
    .command('restore-log')
    .description(
      "restore the log of a backup into the directory of this project's event store, which must not run",
    )
    .argument('<folder>', 'the folder of the backup', folderOf)
    .argument('<directory>', 'EVENT_STORE_DIR, empty or not there yet', folderOf)
    .option(...UNTIL)
    .action((folder: string, directory: string, options: { until?: Moment }) =>
      withBar(async (show) => {
        const plan = await planOf(folder, options.until, show);
        const end = endOfPlan(plan);
        if (end === null) throw new BackupRefusal('the backup holds no log');
        const messages = logOf(plan.chain, end);
        return { events: await restoreLog(directory, messages, (done) => show('log', done, end)) };
      }),
    );
}
