import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { bootId, processStart } from '../../shared/lifecycle/process-identity.ts';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { closeToOthers } from './private-modes.ts';

/** Where everything of one installation lies. */
export type DataDir = {
  root: string;
  secrets: string;
  logs: string;
  postgres: string;
  nats: string;
  eventStore: string;
  /** Facts about the installation that are no secret, such as check values of the master keys. */
  installation: string;
  /** Stands in the command line of every process of the stack on this directory. */
  marker: string;
};

function makeDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new StartupError(
      `DATA_DIR ${dir} cannot be created (${code}): set DATA_DIR to a directory of yours`,
    );
  }
}

/**
 * Creates the directory where needed, and names its parts. It is readable for its owner only, also where it was made with wider
 * rights before.
 */
export function openDataDir(dataDir: string): DataDir {
  makeDir(path.resolve(dataDir));
  const root = realpathSync(dataDir);
  const inside = (name: string) => path.join(root, name);
  const dirs = {
    secrets: inside('secrets'),
    logs: inside('logs'),
    nats: inside('nats'),
    eventStore: inside('event-store'),
  };
  makeDir(dirs.secrets);
  makeDir(dirs.logs);
  closeToOthers(root);
  return {
    root,
    ...dirs,
    postgres: inside('postgres'),
    installation: inside('installation.json'),
    marker: `triage-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`,
  };
}

/** True once the databases of the installation exist. */
export const holdsData = (dir: DataDir): boolean => existsSync(dir.postgres) || existsSync(dir.eventStore);

type Owner = { pid: number; boot_id: string; started: string | undefined };

function readOwner(text: string): Owner | undefined {
  try {
    return JSON.parse(text) as Owner;
  } catch {
    return undefined; // cut short by a crash of the machine
  }
}

function isAlive(owner: Owner | undefined): owner is Owner {
  if (!owner || owner.boot_id !== bootId()) return false;
  const started = processStart(owner.pid);
  return started !== undefined && started === owner.started;
}

/** Takes a lock file of a dead process away, unless another starter was faster and owns it by now. */
function removeStale(lock: string, content: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return; // another starter has taken it away
  }
  if (readFileSync(aside, 'utf8') !== content) linkSync(aside, lock);
  rmSync(aside);
}

function tryLock(lock: string): Owner | 'taken' | 'retry' {
  const mine: Owner = { pid: process.pid, boot_id: bootId(), started: processStart(process.pid) };
  const draft = `${lock}.${process.pid}.new`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    linkSync(draft, lock); // atomic, and the file is complete from the first moment
    return 'taken';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  let content: string;
  try {
    content = readFileSync(lock, 'utf8');
  } catch {
    return 'retry';
  }
  const owner = readOwner(content);
  if (isAlive(owner)) return owner;
  removeStale(lock, content);
  return 'retry';
}

const LOCK_FILE = 'stack.lock';

/** Whether a directory bears the lock of a process that was killed. */
export function isLockLeft(root: string): boolean {
  try {
    return !isAlive(readOwner(readFileSync(path.join(root, LOCK_FILE), 'utf8')));
  } catch {
    return false;
  }
}

const maxTries = 10;

/**
 * Makes this process the only one that runs a stack on the directory, and returns the release. A lock of a
 * process that was killed, or of an earlier boot, is taken over; process numbers that were given to another
 * process since are told apart by their start time.
 */
export function lockDataDir(dir: DataDir): () => void {
  const lock = path.join(dir.root, LOCK_FILE);
  for (let tries = 0; tries < maxTries; tries++) {
    const outcome = tryLock(lock);
    if (outcome === 'taken') return () => rmSync(lock, { force: true });
    if (outcome !== 'retry') {
      throw new StartupError(
        `DATA_DIR ${dir.root} is in use by process ${outcome.pid}: stop that one first, or set another DATA_DIR`,
      );
    }
  }
  throw new StartupError(`DATA_DIR ${dir.root} is being started by another process`);
}
