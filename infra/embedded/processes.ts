import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { sleep } from '../../shared/lifecycle/timing.ts';

type CommandLine = { pid: number; args: string[] };

function commandLines(): CommandLine[] {
  if (process.platform !== 'linux') {
    const listing = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).stdout;
    return listing.split('\n').map((line) => {
      const [pid = '', ...args] = line.trim().split(/\s+/);
      return { pid: Number(pid), args };
    });
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return { pid: Number(name), args: readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0') };
      } catch {
        return { pid: Number(name), args: [] }; // ended between the two calls
      }
    });
}

/** How the processes of a stack carry its marker: each in an argument of its own, Postgres' workers in their title. */
export const markerArguments = {
  node: (marker: string) => `--stack=${marker}`,
  nats: (marker: string) => `--name=${marker}`,
  postgres: (marker: string) => `cluster_name=${marker}`,
};

const isPostgresWorker = (args: readonly string[], marker: string): boolean =>
  args.join(' ').startsWith(`postgres: ${marker}: `);

function ofStack(marker: string): { mains: number[]; workers: number[] } {
  const marks = Object.values(markerArguments).map((mark) => mark(marker));
  const mine = commandLines().filter(({ pid }) => pid !== process.pid);
  return {
    mains: mine.filter(({ args }) => args.some((arg) => marks.includes(arg))).map(({ pid }) => pid),
    workers: mine.filter(({ args }) => isPostgresWorker(args, marker)).map(({ pid }) => pid),
  };
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // ended meanwhile
    }
  }
}

async function goneWithin(list: () => number[], timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (list().length > 0) {
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

const politeMs = 6_000;
const killMs = 2_000;

/**
 * Ends what is left of an earlier stack on the same data directory whose parent was killed: asks first, then
 * kills. Call only while holding the lock of the data directory. True when something had to be ended.
 */
export async function endLeftovers(marker: string): Promise<boolean> {
  const all = () => {
    const { mains, workers } = ofStack(marker);
    return [...mains, ...workers];
  };
  if (all().length === 0) return false;
  signalAll(ofStack(marker).mains, 'SIGINT'); // fast shutdown for Postgres, ordered stop for the others
  if (await goneWithin(all, politeMs)) return true;
  signalAll(all(), 'SIGKILL');
  await goneWithin(all, killMs);
  return true;
}

/**
 * After Postgres' main process was killed its workers end by themselves, as soon as they look; one that is
 * busy is killed. A new main process refuses to start while one of them holds the shared memory.
 */
export async function endPostgresWorkers(marker: string): Promise<void> {
  const workers = () => ofStack(marker).workers;
  if (await goneWithin(workers, killMs)) return;
  signalAll(workers(), 'SIGKILL');
  await goneWithin(workers, killMs);
}
