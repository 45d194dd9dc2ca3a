import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../lifecycle/startup-error.ts';

type Holder = { pid: number; started: string; token: string };

export const LOCK_FILE = 'lock';

/** Longer than another process needs between reading a dead lock and replacing it. */
const SETTLE_MS = 100;
/** Field of /proc/<pid>/stat that holds the start time, counted behind the command name. */
const STAT_START_TIME = 19;

/**
 * When a process started, in the kernel's own ticks; empty where the system does not tell. A pid alone says
 * little: after a crash in a container the next process usually gets the same one.
 */
async function processStart(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[STAT_START_TIME] ?? '';
  } catch {
    return '';
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const isAlive = async ({ pid, started }: Holder): Promise<boolean> =>
  exists(pid) && (await processStart(pid)) === started;

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const { pid, started, token } = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    return pid === undefined || started === undefined || token === undefined
      ? undefined
      : { pid, started, token };
  } catch {
    return undefined;
  }
}

const inUse = (named: string, holder: Holder | undefined): StartupError =>
  new StartupError(`${named} is in use${holder === undefined ? '' : ` by process ${holder.pid}`}`);

/**
 * Makes this process the only one that uses a directory, by a lock file that names it. A lock whose process
 * is gone (kill -9, power) is taken over. Throws a StartupError of one line where another process holds it.
 * Returns the release.
 */
export async function lockDirectory(
  directory: string,
  named = `the event store directory ${directory}`,
): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, LOCK_FILE);
  const mine: Holder = { pid: process.pid, started: await processStart(process.pid), token: randomUUID() };
  const draft = join(directory, `lock.${mine.token}`);
  await writeFile(draft, JSON.stringify(mine));
  try {
    await link(draft, file).catch(async (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = await readHolder(file);
      if (holder !== undefined && (await isAlive(holder))) throw inUse(named, holder);
      await rename(draft, file); // two that start at once both come here; the last one wins, see below
      await sleep(SETTLE_MS);
    });
  } finally {
    await rm(draft, { force: true });
  }
  const holder = await readHolder(file);
  if (holder?.token !== mine.token) throw inUse(named, holder);
  return async () => {
    if ((await readHolder(file))?.token === mine.token) await rm(file, { force: true });
  };
}
