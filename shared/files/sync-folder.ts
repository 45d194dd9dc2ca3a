import { open } from 'node:fs/promises';

/** So that a new file of the folder survives a crash of the machine as well. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
