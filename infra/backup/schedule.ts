import { rm } from 'node:fs/promises';
import path from 'node:path';
import { lockDirectory } from '../../shared/files/directory-lock.ts';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { backUp, type BackupOptions, type BackupResult } from './backup.ts';
import { readChain } from './chain.ts';
import { makeFolder } from './files.ts';
import { backupsIn } from './folders.ts';
import { BackupRefusal, MANIFEST, type Backup } from './manifest.ts';
import { ForeignLogRefusal } from './save-log.ts';

export type ScheduleOptions = Omit<BackupOptions, 'folder' | 'since'> & {
  /** Holds every backup, each in a folder of its own. */
  root: string;
  /** A chain begins anew with a full backup after so many days. */
  fullEveryDays: number;
  /** A chain is deleted, as a whole, so many days after its full backup. */
  keepDays: number;
  now: () => Date;
};

export type ScheduleResult = BackupResult & {
  /** Names of backups that were too old, and of folders of runs that were cut short. */
  deleted: string[];
  /** Names of folders that this version cannot read: neither used nor deleted. */
  unreadable: string[];
};

const DAY_MS = 24 * 3_600_000;

/** Names that a run gives, and no others, are deleted where they hold no backup. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{6}Z-(full|part)$/;
const nameOf = (at: Date, kind: 'full' | 'part'): string =>
  `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z-${kind}`;

const ageDays = ({ manifest }: Backup, now: Date): number =>
  (now.getTime() - Date.parse(manifest.taken_at)) / DAY_MS;

/** The newest backup, if its chain is whole, young enough, and of the same kind. */
async function toGoOnFrom(
  backups: readonly Backup[],
  { eventStoreUrl, fullEveryDays, now }: ScheduleOptions,
): Promise<Backup | null> {
  const last = backups.at(-1);
  if (last === undefined || (last.manifest.log === null) !== (eventStoreUrl === null)) return null;
  const chain = await readChain(last.folder).catch((error: unknown) => {
    if (error instanceof BackupRefusal) return null;
    throw error;
  });
  return chain !== null && ageDays(chain[0], now()) < fullEveryDays ? last : null;
}

/** First of all no backup any more, then gone: one that is cut short is found by the next run. */
async function remove(folder: string): Promise<void> {
  await rm(path.join(folder, MANIFEST), { force: true });
  await rm(folder, { recursive: true, force: true });
}

async function take(since: Backup | null, options: ScheduleOptions): Promise<BackupResult> {
  const { root, now } = options;
  const folder = path.join(root, nameOf(now(), since === null ? 'full' : 'part'));
  try {
    return await backUp({ ...options, folder, since: since?.folder ?? null });
  } catch (error) {
    await remove(folder);
    throw error;
  }
}

/** One that goes on from the newest; a full one where there is none, or where the log is another one since a restore. */
async function takeNext(backups: readonly Backup[], options: ScheduleOptions): Promise<BackupResult> {
  const since = await toGoOnFrom(backups, options);
  if (since === null) return take(null, options);
  return take(since, options).catch((error: unknown) => {
    if (error instanceof ForeignLogRefusal) return take(null, options);
    throw error;
  });
}

/** The full backup that each backup goes back to; one whose chain is broken goes back to the oldest part that is there. */
function beginningOf(backup: Backup, byName: ReadonlyMap<string, Backup>): Backup {
  let first = backup;
  for (let steps = 0; steps < byName.size && first.manifest.parent !== null; steps++) {
    const parent = byName.get(first.manifest.parent.folder);
    if (parent?.sha256 !== first.manifest.parent.sha256) break;
    first = parent;
  }
  return first;
}

/** The newest first, so that what is left of a chain when this is cut short is whole. */
async function removeOld({ root, keepDays, now }: ScheduleOptions): Promise<string[]> {
  const { backups } = await backupsIn(root);
  const byName = new Map(backups.map((backup) => [path.basename(backup.folder), backup]));
  const old = backups
    .filter((backup) => ageDays(beginningOf(backup, byName), now()) >= keepDays)
    .toReversed();
  for (const { folder } of old) await remove(folder);
  return old.map(({ folder }) => path.basename(folder));
}

/**
 * Takes the next backup of a folder, a full one or one that goes on from the newest, and then deletes the chains whose full
 * backup is too old. Where no backup could be taken, nothing old is deleted. Throws BackupRefusal, also where another run
 * works on the folder.
 */
export async function runSchedule(options: ScheduleOptions): Promise<ScheduleResult> {
  const { root, fullEveryDays, keepDays } = options;
  if (fullEveryDays >= keepDays) {
    throw new BackupRefusal('a chain has to be kept for longer than until the next full backup');
  }
  await makeFolder(root);
  const unlock = await lockDirectory(root, `the folder of backups ${root}`).catch((error: unknown) => {
    throw error instanceof StartupError ? new BackupRefusal(error.message) : error;
  });
  try {
    const { backups, unfinished, unreadable } = await backupsIn(root);
    const cutShort = unfinished.filter((name) => NAME.test(name));
    for (const name of cutShort) await remove(path.join(root, name));
    const taken = await takeNext(backups, options);
    return { ...taken, deleted: [...cutShort, ...(await removeOld(options))], unreadable };
  } finally {
    await unlock();
  }
}
