import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { debianProgram } from '../../support/debian.ts';

/** A file system of a host's own, so that it can be full while others are not. */
export type Disk = {
  /** Where a process keeps its data on it; it is not there yet. */
  dataFolder: string;
  /** Takes what is free. */
  fill(): void;
  /** Gives back what was taken. */
  free(): void;
};

const BYTES = 2 ** 31;
/** What the file system gives out at a time. */
const BLOCK_BYTES = 4_096;

const quietly = (program: string, ...args: string[]): void =>
  void execFileSync(program, args, { stdio: 'ignore' });

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Makes a disk of 2 GiB, of which the machine's own disk holds what is written; it ends with `removeOwn`. */
export function makeDisk(folder: string): Disk {
  const image = `${folder}.image`;
  writeFileSync(image, '', { mode: 0o600 });
  truncateSync(image, BYTES);
  // Nothing is kept back for root, whom some processes run as.
  quietly(debianProgram('mkfs.ext4', 'e2fsprogs'), '-q', '-m', '0', image);
  mkdirSync(folder, { mode: 0o755 });
  quietly('mount', '-o', 'loop', image, folder);
  const ballast = path.join(folder, 'ballast');
  mkdirSync(ballast);
  return {
    dataFolder: path.join(folder, 'data'),
    fill: () => {
      // What is free includes what the file system needs to note what it has given out.
      for (let bytes = freeBytes(folder); bytes >= BLOCK_BYTES; bytes = Math.floor(bytes / 2)) {
        const file = path.join(ballast, String(readdirSync(ballast).length));
        try {
          quietly('fallocate', '--length', String(bytes), file);
        } catch {
          continue; // less than that is left
        }
      }
    },
    free: () => {
      for (const name of readdirSync(ballast)) rmSync(path.join(ballast, name));
    },
  };
}
