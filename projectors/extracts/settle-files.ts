import path from 'node:path';
import type { Dataset } from '../../shared/datasets/dataset.ts';
import { syncFolder } from '../../shared/files/sync-folder.ts';
import { DataError } from './data-error.ts';
import type { Duck } from './duck.ts';
import { rowsInFooters, rowsOfFile } from './file-rows.ts';
import { syncFile } from './folder.ts';
import type { Format } from './format.ts';
import { listFiles } from './list-files.ts';
import { measureFile, type DatasetEntry } from './manifest.ts';

type Measured = { path: string; bytes: number; lines: number; sha256: string };

/** A disk takes several at once in the time of one. */
const AT_ONCE = 16;

/** Has files and their names reach the disk, and reads them once more: what is signed is what stands there. */
export async function settleFiles(folder: string, names: readonly string[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  const waiting = names.entries();
  const work = async (): Promise<void> => {
    for (const [index, name] of waiting) {
      const file = path.join(folder, name);
      await syncFile(file);
      measured[index] = { path: name, ...(await measureFile(file)) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const parent of new Set(names.map((name) => path.dirname(path.join(folder, name))))) {
    await syncFolder(parent);
  }
  return measured;
}

/** The files of every dataset as they stand on the disk. Throws DataError where they hold other rows than were written. */
export async function settleDatasets(
  { duck, folder, format }: { duck: Duck; folder: string; format: Format },
  datasets: readonly Dataset[],
  counted: ReadonlyMap<string, number>,
): Promise<DatasetEntry[]> {
  const names = (await listFiles(folder)).filter((name) => name.startsWith('dataset='));
  const files = await settleFiles(folder, names);
  const inFooters =
    format === 'parquet' ? await rowsInFooters(duck, folder, names) : new Map<string, number>();
  return datasets.map(({ name, version }) => {
    const own = files.filter((file) => file.path.startsWith(`dataset=${name}/`));
    const entries = own.map(({ path: at, bytes, lines, sha256 }) => ({
      path: at,
      rows: rowsOfFile(format, { lines, inFooter: inFooters.get(at) }),
      bytes,
      sha256,
    }));
    const rows = entries.reduce((total, entry) => total + entry.rows, 0);
    if (rows !== counted.get(name)) throw new DataError(`${name} was not written whole`);
    return { name, version, rows, files: entries };
  });
}
