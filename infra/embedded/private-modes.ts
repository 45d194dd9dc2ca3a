import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';

/** Rights of group and others. */
const OTHERS = 0o077;

/** Null where it is gone by now. */
function look(file: string): Stats | null {
  return lstatSync(file, { throwIfNoEntry: false }) ?? null;
}

/**
 * Takes the rights of group and others from a file, or from a folder and all that is in it. Symbolic links are not followed.
 * Throws where it may not.
 */
function close(file: string): void {
  const stats = look(file);
  if (stats === null || stats.isSymbolicLink()) return;
  if ((stats.mode & OTHERS) !== 0) chmodSync(file, stats.mode & 0o700);
  if (!stats.isDirectory()) return;
  for (const name of readdirSync(file)) closeUnlessGone(path.join(file, name));
}

function closeUnlessGone(file: string): void {
  try {
    close(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** What an installation puts in its DATA_DIR. Postgres' own folder belongs to another user at times; Postgres keeps it closed. */
const PARTS = [
  'secrets',
  'logs',
  'nats',
  'event-store',
  'mail',
  'erasures',
  'evidence',
  'restoring',
  'installation.json',
  'demo.json',
  'demo.begun',
];
const NOT_CLOSED_HERE = ['postgres', 'stack.lock'];
/** Without what a file is called while it is written. */
const partOf = (name: string): string => name.replace(/(\.\d+)?(\.new)?$/, '');

/**
 * Closes an installation to other users of the machine, also one that was made with wider rights. A folder that holds other
 * things as well (a home, /srv) keeps its own mode. Throws StartupError where rights cannot be taken away.
 */
export function closeToOthers(root: string): void {
  const names = readdirSync(root);
  const isOurs = names.every((name) => [...PARTS, ...NOT_CLOSED_HERE].includes(partOf(name)));
  try {
    if (isOurs && ((look(root)?.mode ?? 0) & OTHERS) !== 0) chmodSync(root, 0o700);
    for (const name of names) if (PARTS.includes(partOf(name))) closeUnlessGone(path.join(root, name));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new StartupError(
      `other users may read files in DATA_DIR ${root}, and that cannot be changed (${code}): make its files yours`,
    );
  }
}
