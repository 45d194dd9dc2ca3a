import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/*
 * What a drill leaves behind that was itself killed: namespaces, what runs in them, disks, and its folder. Every name begins with
 * that of the drill's process, so that the next drill finds what is nobody's any more, and touches nothing else.
 */

const PREFIX = 'triage-drill';
const NAMESPACES = '/run/netns';
/** What `ip netns exec` puts over /etc, by namespace. */
const ETC = '/etc/netns';
/** Of /proc/<pid>/stat: when the process started. With it a process is told from a later one of the same number. */
const START_FIELD = 19;

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD] ?? null;
  } catch {
    return null;
  }
}

/** What the names of this process's namespaces and folder begin with. */
export const runName = (): string => `${PREFIX}-${process.pid}-${startOf(process.pid) ?? ''}`;

function isAbandoned(name: string): boolean {
  const [, pid, start] = new RegExp(`^${PREFIX}-(\\d+)-(\\d+)`).exec(name) ?? [];
  return pid !== undefined && startOf(Number(pid)) !== start;
}

export const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' });

/** The processes in a namespace. */
export const pidsIn = (namespace: string): number[] =>
  ip('netns', 'pids', namespace)
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);

/** Ends what runs in a namespace, at once. */
export function killAllIn(namespace: string): void {
  for (const pid of pidsIn(namespace)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      continue; // it has ended by itself
    }
  }
}

function removeNamespace(namespace: string): void {
  killAllIn(namespace);
  ip('netns', 'delete', namespace);
  rmSync(path.join(ETC, namespace), { recursive: true, force: true });
}

/** Its disks (`disks.ts`). */
function unmountIn(folder: string): void {
  const points = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  for (const point of points.filter((one) => one.startsWith(`${folder}/`))) {
    execFileSync('umount', ['--lazy', point], { stdio: 'ignore' });
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

function removeWhere(isMeant: (name: string) => boolean): void {
  for (const name of namesIn(NAMESPACES).filter(isMeant)) removeNamespace(name);
  for (const name of namesIn(os.tmpdir()).filter(isMeant)) {
    const folder = path.join(os.tmpdir(), name);
    unmountIn(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what drills have left whose process is gone. */
export const removeLeftovers = (): void => removeWhere(isAbandoned);

/** Removes what this process's drill has made. */
export const removeOwn = (): void => removeWhere((name) => name.startsWith(runName()));
