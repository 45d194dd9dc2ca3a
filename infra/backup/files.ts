import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../shared/files/sync-folder.ts';
import { BackupRefusal, type FileEntry } from './manifest.ts';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

const noRoom = (error: unknown): unknown =>
  NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')
    ? new BackupRefusal('the disk of the backup is full: what was written is no backup, delete it')
    : error;

function notMade(folder: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? 'no reason given';
  return NO_ROOM.has(code) ? noRoom(error) : new BackupRefusal(`${folder} cannot be made (${code})`);
}

/** Makes a folder that only its owner may look into, where there is none. Throws BackupRefusal. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw notMade(folder, error);
  });
}

/** Makes a folder that is not there yet, beside others. Throws BackupRefusal. */
export async function makeNewFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notMade(folder, error);
    throw new BackupRefusal(`${folder} is there already`);
  });
}

/** Makes the folder, or takes an empty one: nothing is written over. Throws BackupRefusal. */
export async function openFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new BackupRefusal(`${folder} is not empty`);
}

/** Writes what comes, as fast as the disk takes it; on the disk when it returns. Throws BackupRefusal on a full disk. */
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
  } catch (error) {
    throw noRoom(error);
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

export const readChunks = (folder: string, entry: Pick<FileEntry, 'path'>): AsyncIterable<Buffer> =>
  createReadStream(path.join(folder, entry.path), { highWaterMark: CHUNK_BYTES });

/** A part of a file. */
export const readPart = (file: string, from: number, bytes: number): AsyncIterable<Buffer> =>
  createReadStream(file, { start: from, end: from + bytes - 1, highWaterMark: CHUNK_BYTES });

/** Throws BackupRefusal, which names the file, where it is missing or holds something else than was written. */
export async function verifyFile(
  folder: string,
  entry: FileEntry,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const named = path.join(path.basename(folder), entry.path);
  const { size } = await stat(path.join(folder, entry.path)).catch(() => {
    throw new BackupRefusal(`${named} is missing in the backup`);
  });
  const digest = createHash('sha256');
  const isAsLong = size === entry.bytes;
  if (isAsLong) {
    for await (const chunk of readChunks(folder, entry)) {
      digest.update(chunk);
      onBytes(chunk.length);
    }
  }
  if (!isAsLong || digest.digest('hex') !== entry.sha256) {
    throw new BackupRefusal(`${named} is not what the manifest says: the backup is damaged`);
  }
}
