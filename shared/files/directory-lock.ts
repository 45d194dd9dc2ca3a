import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, readlink, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { bootId, processStart } from '../lifecycle/process-identity.ts';
import { StartupError } from '../lifecycle/startup-error.ts';
import { sleep } from '../lifecycle/timing.ts';

type Holder = {
  pid: number;
  started: string;
  token: string;
  /** Where the pid means something; older versions did not write it. */
  place?: string | undefined;
  host?: string | undefined;
};

export const LOCK_FILE = 'lock';

/** Longer than another process needs between reading a dead lock and replacing it. */
const SETTLE_MS = 100;
/** So often a holder touches its lock. */
const BEAT_MS = 2_000;
/** A holder of another place that has not touched its lock for so long is gone: five times in a row. */
const WATCH_MS = 10_000;
/** Of a process that has ended, or where the system does not tell: ''. */
const startOf = (pid: number): string => processStart(pid) ?? '';

/** The boot and the namespace of processes that this process lives in; '' where the system does not tell. */
async function ownPlace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${bootId()} ${namespace}`;
}

/** How a lock tells where it is, and how time passes for it; as it is unless a test says otherwise. */
export type LockParts = {
  place: () => Promise<string>;
  wait: (ms: number) => Promise<void>;
  /** Calls again and again, without keeping the process alive; returns the end of it. */
  every: (ms: number, work: () => void) => () => void;
  now: () => Date;
};

const REAL: LockParts = {
  place: ownPlace,
  wait: sleep,
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
  now: () => new Date(),
};

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What a holder changes with each beat, and another one by taking the lock over. */
async function traceOf(file: string): Promise<string> {
  const { ino, mtimeMs } = await stat(file).catch(() => ({ ino: 0, mtimeMs: 0 }));
  return `${ino} ${mtimeMs}`;
}

/** Of a holder in another container or on another host no process is to be seen here: only that it touches its lock. */
async function isAlive(file: string, holder: Holder, place: string, { wait }: LockParts): Promise<boolean> {
  const { pid, started } = holder;
  if (holder.place === undefined || holder.place === place) {
    return exists(pid) && startOf(pid) === started;
  }
  const before = await traceOf(file);
  await wait(WATCH_MS);
  return (await traceOf(file)) !== before;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const { pid, started, token, place, host } = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    return pid === undefined || started === undefined || token === undefined
      ? undefined
      : { pid, started, token, place, host };
  } catch {
    return undefined;
  }
}

/** Another process holds the lock; it may let go of it. */
export class DirectoryInUseError extends StartupError {}

function inUse(named: string, holder: Holder | undefined, place: string): DirectoryInUseError {
  if (holder === undefined) return new DirectoryInUseError(`${named} is in use`);
  const isElsewhere = holder.place !== undefined && holder.place !== place;
  const where = isElsewhere ? ` on ${holder.host ?? 'another host'}, or in another container` : '';
  return new DirectoryInUseError(`${named} is in use by process ${holder.pid}${where}`);
}

/** Puts the lock into its place, or takes over one whose holder is gone. Throws DirectoryInUseError. */
async function take(
  file: string,
  { mine, draft, named, place }: { mine: Holder; draft: string; named: string; place: string },
  parts: LockParts,
): Promise<void> {
  await link(draft, file).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = await readHolder(file);
    if (holder !== undefined && (await isAlive(file, holder, place, parts)))
      throw inUse(named, holder, place);
    await rename(draft, file); // two that start at once both come here; the last one wins, see below
    await sleep(SETTLE_MS);
  });
  const holder = await readHolder(file);
  if (holder?.token !== mine.token) throw inUse(named, holder, place);
}

type Held = { file: string; handle: FileHandle; onLost: () => void };

/** Touches the lock, by its handle: one that has taken the lock over has another file. Returns the end of it. */
function beat({ file, handle, onLost }: Held, { every, now }: LockParts): () => Promise<void> {
  let touching = Promise.resolve();
  const touch = async (): Promise<void> => {
    const at = now();
    try {
      await handle.utimes(at, at);
      const [own, there] = await Promise.all([handle.stat(), stat(file)]);
      if (own.ino !== there.ino) onLost();
    } catch (error) {
      // A file system of the network says so of a file that was replaced. Any other failure may pass: the next beat tries again.
      if ((error as NodeJS.ErrnoException).code === 'ESTALE') onLost();
    }
  };
  const end = every(BEAT_MS, () => {
    touching = touching.then(touch);
  });
  return async () => {
    end();
    await touching;
    await handle.close();
  };
}

/**
 * Makes this process the only one that uses a directory, by a lock file that names it and that it touches every 2 s. A lock whose
 * process is gone (kill -9, power) is taken over: at once where processes of its place can be seen here, and after 10 s in which
 * nothing touched it where it is of another container or host that shares the directory. A holder that stood still for that long
 * (paused, suspended) is told with its next beat that it is none any more: `onLost`. Throws a DirectoryInUseError of one line where
 * another process holds it. Returns the release.
 */
export async function lockDirectory(
  directory: string,
  named: string,
  onLost: () => void = () => undefined,
  parts: LockParts = REAL,
): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, LOCK_FILE);
  const place = await parts.place();
  const started = startOf(process.pid);
  const mine: Holder = { pid: process.pid, started, token: randomUUID(), place, host: hostname() };
  const draft = join(directory, `lock.${mine.token}`);
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(JSON.stringify(mine));
    await take(file, { mine, draft, named, place }, parts);
  } catch (error) {
    await handle.close();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const endBeat = beat({ file, handle, onLost }, parts);
  return async () => {
    await endBeat();
    if ((await readHolder(file))?.token === mine.token) await rm(file, { force: true });
  };
}
