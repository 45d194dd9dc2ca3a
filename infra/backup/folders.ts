import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { BackupRefusal, MANIFEST, readBackup, type Backup } from './manifest.ts';

export type Backups = {
  /** The oldest first. */
  backups: Backup[];
  /** Names of folders without a manifest. */
  unfinished: string[];
  /** Names of folders whose manifest this version does not read. */
  unreadable: string[];
};

/** What stands in a folder of backups. Throws BackupRefusal. */
export async function backupsIn(root: string): Promise<Backups> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => {
    throw new BackupRefusal(`${root} cannot be read`);
  });
  const found: Backups = { backups: [], unfinished: [], unreadable: [] };
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const folder = path.join(root, name);
    const inside: string[] = await readdir(folder).catch(() => []);
    if (!inside.includes(MANIFEST)) found.unfinished.push(name);
    else {
      const backup = await readBackup(folder).catch(() => null);
      if (backup === null) found.unreadable.push(name);
      else found.backups.push(backup);
    }
  }
  found.backups.sort((a, b) => (a.manifest.taken_at < b.manifest.taken_at ? -1 : 1));
  return found;
}
