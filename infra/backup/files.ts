import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../shared/files/sync-folder.ts';
import { BackupRefusal, filesOf, type FileEntry, type Manifest } from './manifest.ts';

/** Makes the folder, or takes an empty one: nothing is written over. Only its owner may look into it. */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupRefusal(`${folder} is not empty`);
}

/** Writes what comes, as fast as the disk takes it; on the disk when it returns. */
export async function writeFile(
  folder: string,
  name: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<FileEntry> {
  const target = path.join(folder, name);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const digest = createHash('sha256');
  let bytes = 0;
  const handle = await open(target, 'w', 0o600);
  try {
    for await (const chunk of chunks) {
      digest.update(chunk);
      bytes += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(path.dirname(target));
  return { path: name, bytes, sha256: digest.digest('hex') };
}

/** There as a whole or not at all. */
export async function replaceFile(folder: string, name: string, content: string): Promise<FileEntry> {
  const entry = await writeFile(folder, `${name}.new`, [Buffer.from(content)]);
  await rename(path.join(folder, `${name}.new`), path.join(folder, name));
  await syncFolder(folder);
  return { ...entry, path: name };
}

const CHUNK_BYTES = 1024 * 1024;

export const readChunks = (folder: string, entry: FileEntry): AsyncIterable<Buffer> =>
  createReadStream(path.join(folder, entry.path), { highWaterMark: CHUNK_BYTES });

/** Throws BackupRefusal, which names the file, where one is missing or holds something else than was written. */
export async function verifyFiles(
  folder: string,
  manifest: Manifest,
  onProgress: (doneBytes: number, totalBytes: number) => void,
): Promise<void> {
  const entries = filesOf(manifest);
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const entry of entries) {
    const { size } = await stat(path.join(folder, entry.path)).catch(() => {
      throw new BackupRefusal(`${entry.path} is missing in the backup`);
    });
    const digest = createHash('sha256');
    if (size === entry.bytes) {
      for await (const chunk of readChunks(folder, entry)) {
        digest.update(chunk);
        onProgress((done += chunk.length), total);
      }
    }
    if (digest.digest('hex') !== entry.sha256) {
      throw new BackupRefusal(`${entry.path} is not what the manifest says: the backup is damaged`);
    }
  }
}
