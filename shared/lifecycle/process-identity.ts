import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Tells a running process from a later one with the same number: its start time within this boot. Undefined when there is
 * no such process, or the system does not tell; one that has ended but was not collected yet counts as ended.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const started = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
    return started === '' ? undefined : started;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]]; // proc(5): fields 3 and 22
    return state === 'Z' || state === 'X' ? undefined : startTicks;
  } catch {
    return undefined;
  }
}

/** Changes with every boot, so that process numbers of an earlier one are never believed. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown'; // macOS: the start time alone decides there, and it holds the date
  }
}
