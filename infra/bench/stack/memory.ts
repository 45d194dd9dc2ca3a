import { readFileSync, readdirSync } from 'node:fs';

const KB_PER_MB = 1_024;

type Memory = { parent: number; residentKb: number; ownKb: number; sharedKb: number };

/** What proc(5) says of a process; null where it has ended, or not on Linux. */
function memoryOf(pid: number | string): Memory | null {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return null;
  }
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    parent: field('PPid'),
    residentKb: field('VmRSS'),
    ownKb: field('RssAnon'),
    sharedKb: field('RssShmem'),
  };
}

/** Memory that a process holds in RAM, in MB. Null where it has ended, or not on Linux. */
export function residentMb(pid: number): number | null {
  const memory = memoryOf(pid);
  return memory && memory.residentKb / KB_PER_MB;
}

/**
 * Memory of a server that shares some among its processes, as Postgres does, in MB: what each has of its own, and what is
 * shared once. NaN where it does not run.
 */
export function familyMb(pid: number | undefined): number {
  const parent = pid === undefined ? null : memoryOf(pid);
  if (!parent) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => memoryOf(name) ?? [])
    .filter((memory) => memory.parent === pid);
  const all = [parent, ...children];
  const shared = Math.max(...all.map(({ sharedKb }) => sharedKb));
  return all.reduce((sum, { ownKb }) => sum + ownKb, shared) / KB_PER_MB;
}
