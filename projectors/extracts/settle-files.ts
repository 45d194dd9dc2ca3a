import path from 'node:path';
import type { Dataset } from '../../shared/datasets/dataset.ts';
import { syncFolder } from '../../shared/files/sync-folder.ts';
import { DataError } from './data-error.ts';
import type { Duck } from './duck.ts';
import { rowsInFooters, rowsOfFile } from './file-rows.ts';
import type { Format } from './format.ts';
import { listFiles } from './list-files.ts';
import { measureFile, type DatasetEntry } from './manifest.ts';

type Measured = { path: string; bytes: number; lines: number; sha256: string };

/** A disk takes several at once in the time of one. */
const AT_ONCE = 16;
/** While rows are written it is left to them, and the threads that wait for it are. */
const BESIDE_ROWS = 2;

async function measureFiles(folder: string, names: readonly string[], atOnce: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  const waiting = names.entries();
  const work = async (): Promise<void> => {
    for (const [index, name] of waiting) {
      measured[index] = {
        path: name,
        ...(await measureFile(path.join(folder, name), { sync: true })),
      };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return measured;
}

async function syncFoldersOf(folder: string, names: readonly string[]): Promise<void> {
  for (const parent of new Set(names.map((name) => path.dirname(path.join(folder, name))))) {
    await syncFolder(parent);
  }
}

/** Has files and their names reach the disk, and reads them once more: what is signed is what stands there. */
export async function settleFiles(folder: string, names: readonly string[]): Promise<Measured[]> {
  const measured = await measureFiles(folder, names, AT_ONCE);
  await syncFoldersOf(folder, names);
  return measured;
}

/** Files that are whole before all are: the disk has most of them when the last one is written. */
export type Settling = {
  begin: (files: readonly string[]) => void;
  done: () => Promise<Measured[]>;
};

export function createSettling(folder: string): Settling {
  let running: Promise<Measured[]> = Promise.resolve([]);
  return {
    begin: (files) => {
      const names = files.map((file) => path.relative(folder, file));
      running = running.then(async (before) => [
        ...before,
        ...(await measureFiles(folder, names, BESIDE_ROWS)),
      ]);
      // It is told by `done`; if it fails before, that is no rejection that nobody handles.
      running.catch(() => undefined);
    },
    done: () => running,
  };
}

/** The files of every dataset as they stand on the disk. Throws DataError where they hold other rows than were written. */
export async function settleDatasets(
  { duck, folder, format, settling }: { duck: Duck; folder: string; format: Format; settling: Settling },
  datasets: readonly Dataset[],
  counted: ReadonlyMap<string, number>,
): Promise<DatasetEntry[]> {
  const names = (await listFiles(folder)).filter((name) => name.startsWith('dataset='));
  const settled = await settling.done();
  const known = new Set(settled.map((file) => file.path));
  const others = names.filter((name) => !known.has(name));
  const measured = new Map(
    [...settled, ...(await measureFiles(folder, others, AT_ONCE))].map((file) => [file.path, file]),
  );
  await syncFoldersOf(folder, names);
  const files = names.flatMap((name) => measured.get(name) ?? []);
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
