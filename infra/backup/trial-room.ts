import { mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startWatchdog } from '../embedded/watchdog.ts';
import { isLockLeft } from '../embedded/data-dir.ts';

/** Of this host: the folder may be one that hosts share. */
const PREFIX = `triage-verify-${os.hostname()}-`;

/** A copy of everything is in them, and nobody else would delete it. */
function removeLeftovers(): void {
  for (const name of readdirSync(os.tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const room = path.join(os.tmpdir(), name);
    try {
      if (statSync(room).uid !== process.getuid?.()) continue;
      if (isLockLeft(room)) rmSync(room, { recursive: true, force: true });
      else rmdirSync(room);
    } catch {
      // In use, or not empty and no run's.
    }
  }
}

/**
 * Lends an empty folder among the temporary ones, and removes it at the end, whatever way this process ends; first those of runs
 * that the whole machine went down with.
 */
export async function inTrialRoom<T>(name: string, work: (room: string) => Promise<T>): Promise<T> {
  removeLeftovers();
  const room = mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${name}-`));
  const watchdog = startWatchdog(room);
  try {
    return await work(room);
  } finally {
    rmSync(room, { recursive: true, force: true });
    watchdog.stop();
  }
}
