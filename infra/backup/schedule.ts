import { rm } from 'node:fs/promises';
import path from 'node:path';
import { lockDirectory } from '../../shared/files/directory-lock.ts';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import {
  backUpHeld,
  holdDatabase,
  type BackupOptions,
  type BackupResult,
  type HeldDatabase,
} from './backup.ts';
import { readChain } from './chain.ts';
import { makeFolder, makeNewFolder } from './files.ts';
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
  /**
   * The database's clock, by which backups are dated. That of this host would make all of them old where it is wrong, as it may
   * be at its boot.
   */
  now: (sql: Sql) => Promise<Date>;
};

export type ScheduleResult = BackupResult & {
  /** Names of backups that were too old, and of folders of runs that were cut short. */
  deleted: string[];
  /** Names of folders that this version cannot read: neither used nor deleted. */
  unreadable: string[];
  /** Names of backups from a time when the database's clock was ahead of what it is now: neither used nor deleted. */
  dated_ahead: string[];
};

const DAY_MS = 24 * 3_600_000;
/**
 * So much time is believed to have passed since the backup before; a run after a longer pause, or a clock that jumped ahead, as at
 * a boot, deletes only what is too old by that. The run after it believes the whole time.
 */
const MAX_STEP_MS = 2 * DAY_MS;

const takenMs = ({ manifest }: Backup): number => Date.parse(manifest.taken_at);

/** Names that a run gives, and no others, are deleted where they hold no backup. */
const NAME = /^\d{4}-\d{2}-\d{2}T\d{6}Z-(full|part)$/;
const nameOf = (at: Date, kind: 'full' | 'part'): string =>
  `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z-${kind}`;

const ageDays = (backup: Backup, at: Date): number => (at.getTime() - takenMs(backup)) / DAY_MS;

/** A run at work: the database that it holds, and when it began. */
type Run = ScheduleOptions & { held: HeldDatabase; at: Date };

/**
 * The newest backup, if its chain is whole, young enough, and of the same kind. Throws BackupRefusal where backups have held the
 * log and the next one would not: it would be in no backup any more.
 */
async function toGoOnFrom(
  backups: readonly Backup[],
  { root, eventStoreUrl, fullEveryDays, at }: Run,
): Promise<Backup | null> {
  const last = backups.at(-1);
  if (last === undefined) return null;
  if (last.manifest.log !== null && eventStoreUrl === null) {
    throw new BackupRefusal(
      `the backups in ${root} hold the log: leave out --without-log, or name another folder if the log is saved by other means`,
    );
  }
  if ((last.manifest.log === null) !== (eventStoreUrl === null)) return null;
  const chain = await readChain(last.folder).catch((error: unknown) => {
    if (error instanceof BackupRefusal) return null;
    throw error;
  });
  return chain !== null && ageDays(chain[0], at) < fullEveryDays ? last : null;
}

/** First of all no backup any more, then gone: one that is cut short is found by the next run. */
async function remove(folder: string): Promise<void> {
  await rm(path.join(folder, MANIFEST), { force: true });
  await rm(folder, { recursive: true, force: true });
}

async function take(since: Backup | null, run: Run): Promise<BackupResult> {
  const folder = path.join(run.root, nameOf(run.at, since === null ? 'full' : 'part'));
  await makeNewFolder(folder);
  try {
    return await backUpHeld(run.held, { ...run, folder, since: since?.folder ?? null });
  } catch (error) {
    await remove(folder);
    throw error;
  }
}

/** One that goes on from the newest; a full one where there is none, or where the log is another one since a restore. */
async function takeNext(backups: readonly Backup[], run: Run): Promise<BackupResult> {
  const since = await toGoOnFrom(backups, run);
  if (since === null) return take(null, run);
  return take(since, run).catch((error: unknown) => {
    if (error instanceof ForeignLogRefusal) return take(null, run);
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

/**
 * Chains that are too old as of the backup that was just taken, whose own stays. The newest first, so that what is left of a
 * chain when this is cut short is whole. `before` are the backups that there were, the oldest first.
 */
async function removeOld(
  { root, keepDays }: Run,
  before: readonly Backup[],
  taken: BackupResult,
): Promise<string[]> {
  const previous = before.at(-1);
  if (previous === undefined) return [];
  const at = new Date(Math.min(Date.parse(taken.taken_at), takenMs(previous) + MAX_STEP_MS));
  const { backups } = await backupsIn(root);
  const byName = new Map(backups.map((backup) => [path.basename(backup.folder), backup]));
  const chainOf = (backup: Backup): string => path.basename(beginningOf(backup, byName).folder);
  const own = byName.get(path.basename(taken.folder));
  if (own === undefined) throw new BackupRefusal(`${taken.folder} is not there any more`);
  const old = backups
    .filter((backup) => chainOf(backup) !== chainOf(own))
    .filter((backup) => ageDays(beginningOf(backup, byName), at) >= keepDays)
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
    return await holdDatabase(options.databaseUrl, async (held) =>
      runHeld({ ...options, held, at: await options.now(held.pool) }),
    );
  } finally {
    await unlock();
  }
}

/** The database is held before anything is removed: a lock of the folder alone can be lost, as by a container that was paused. */
async function runHeld(run: Run): Promise<ScheduleResult> {
  const { root, at } = run;
  const { backups: all, unfinished, unreadable } = await backupsIn(root);
  const isAhead = (backup: Backup): boolean => takenMs(backup) > at.getTime();
  const backups = all.filter((backup) => !isAhead(backup));
  const cutShort = unfinished.filter((name) => NAME.test(name));
  for (const name of cutShort) await remove(path.join(root, name));
  const taken = await takeNext(backups, run);
  return {
    ...taken,
    deleted: [...cutShort, ...(await removeOld(run, backups, taken))],
    unreadable,
    dated_ahead: all.filter(isAhead).map(({ folder }) => path.basename(folder)),
  };
}
