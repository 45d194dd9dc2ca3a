import { readFileSync, readdirSync } from 'node:fs';

/** Of the clock that Linux tells processor time in (proc(5), USER_HZ). */
const TICK_MS = 10;

type Times = { parent: number; own: number; waitedFor: number };

/** User and system time, in ticks; undefined where there is no such process, or no /proc. */
function timesOf(pid: number | string): Times | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name before may hold blanks. Fields 4 and 14 to 17 of proc(5).
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
    (index) => fields[index],
  );
  return { parent, own: user + system, waitedFor: childUser + childSystem };
}

/**
 * The processor time in milliseconds, user and system, that a process and its children (Postgres' backends) have used
 * since they started, those that have ended included. To 10 ms a process. NaN where it does not run, or not on Linux.
 */
export function cpuTimeMs(pid: number | undefined): number {
  const times = pid === undefined ? undefined : timesOf(pid);
  if (!times) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((other) => other?.parent === pid);
  const living = children.reduce((sum, child) => sum + (child?.own ?? 0), 0);
  return (times.own + times.waitedFor + living) * TICK_MS;
}
