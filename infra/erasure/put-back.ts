import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../shared/files/sync-folder.ts';
import { ledgerFiles } from './read-ledger.ts';

/**
 * Copies the files of a ledger into the folder that the service writes to, so that it goes on from there. A file that
 * stands there under the same name with other lines stays, and the copy gets a name of its own. Returns how many files.
 */
export async function putBackLedger(from: string, folder: string): Promise<number> {
  const files = await ledgerFiles(from);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let copied = 0;
  for (const file of files) {
    const name = path.basename(file);
    const bytes = await readFile(file);
    const standing = await readFile(path.join(folder, name)).catch(() => null);
    if (standing?.equals(bytes)) continue;
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const free = standing === null ? name : name.replace(/\.ndjson$/, `-copy-${digest}.ndjson`);
    await copyFile(file, path.join(folder, free));
    copied += 1;
  }
  await syncFolder(folder);
  return copied;
}
