import path from 'node:path';
import { decodeLog } from './log-file.ts';
import { verifyFile, readChunks } from './files.ts';
import { BackupRefusal, endOfLog, filesOf, readBackup, type Backup, type TableEntry } from './manifest.ts';

/** A full backup and those that go on from it, the oldest first. The last one is what the chain is the backup of. */
export type Chain = readonly [Backup, ...Backup[]];

/** One a quarter of an hour, for a month. */
const MAX_PARTS = 3_000;

export const newest = (chain: Chain): Backup => chain.at(-1) ?? chain[0];

const nameOf = ({ folder }: Backup): string => path.basename(folder);

/** Throws BackupRefusal where the log of a backup does not go on where that of its parent ends. */
function requireNext(parent: Backup, child: Backup): void {
  const [before, after] = [parent.manifest.log, child.manifest.log];
  if ((before === null) !== (after === null) || (before && after && endOfLog(before) !== after.after)) {
    throw new BackupRefusal(`the log of ${nameOf(child)} does not go on from that of ${nameOf(parent)}`);
  }
}

async function readParent(child: Backup): Promise<Backup | null> {
  const { parent } = child.manifest;
  if (parent === null) return null;
  const folder = path.join(path.dirname(child.folder), parent.folder);
  const link = `${nameOf(child)} goes on from the backup ${parent.folder}`;
  const found = await readBackup(folder).catch(() => {
    throw new BackupRefusal(`${link}, which is missing beside it or not whole`);
  });
  if (found.sha256 !== parent.sha256) {
    throw new BackupRefusal(`${link}, but what is there under this name is another one, or was changed`);
  }
  requireNext(found, child);
  return found;
}

/**
 * The chain that ends with the backup in this folder. All of its parts stand beside one another. Throws BackupRefusal for a
 * link that is missing, was changed, or belongs to another backup.
 */
export async function readChain(folder: string): Promise<Chain> {
  let chain: Chain = [await readBackup(path.resolve(folder))];
  for (;;) {
    const parent = await readParent(chain[0]);
    if (parent === null) break;
    if (chain.length >= MAX_PARTS) throw new BackupRefusal(`a chain has at most ${MAX_PARTS} backups`);
    chain = [parent, ...chain];
  }
  const { log } = chain[0].manifest;
  if (log !== null && log.after !== 0) throw new BackupRefusal('the chain does not begin with a full backup');
  return chain;
}

/** Where a piece of a table stands. */
export type Place = { file: string; from: number; bytes: number };

type Columns = Pick<TableEntry, 'columns'>;
const sameColumns = (a: Columns, b: Columns): boolean => a.columns.join() === b.columns.join();

const entryOf = ({ manifest }: Backup, { schema, table }: Pick<TableEntry, 'schema' | 'table'>) =>
  manifest.tables.find((one) => one.schema === schema && one.table === table);

/** Pieces of a table that a backup need not write again, as its parent's chain has them. */
export function knownSegments(
  parent: Backup | null,
  table: Pick<TableEntry, 'schema' | 'table' | 'columns'>,
) {
  const entry = parent === null ? undefined : entryOf(parent, table);
  const segments = entry !== undefined && sameColumns(entry, table) ? entry.segments : [];
  return new Set(segments.map(({ sha256 }) => sha256));
}

/** Throws BackupRefusal where the file holds something else than the segments that the parent lacks. */
function placesIn(
  { folder }: Backup,
  entry: TableEntry,
  before: ReadonlyMap<string, Place> | null,
): Map<string, Place> {
  const places = new Map<string, Place>();
  const file = path.join(folder, entry.file.path);
  let from = 0;
  for (const { sha256, bytes } of entry.segments) {
    const known = places.get(sha256) ?? before?.get(sha256);
    places.set(sha256, known ?? { file, from, bytes });
    if (known === undefined) from += bytes;
  }
  if (from !== entry.file.bytes)
    throw new BackupRefusal(`${entry.file.path} does not hold what the manifest says`);
  return places;
}

/** Where the rows of a table of the last backup of a chain stand, in order. Throws BackupRefusal. */
export function placesOf(chain: Chain, table: TableEntry): Place[] {
  let places = new Map<string, Place>();
  let before: TableEntry | undefined;
  for (const part of chain) {
    const entry = entryOf(part, table);
    const goesOn = entry !== undefined && before !== undefined && sameColumns(entry, before);
    places = entry === undefined ? new Map<string, Place>() : placesIn(part, entry, goesOn ? places : null);
    before = entry;
  }
  return table.segments.map(({ sha256 }) => {
    const place = places.get(sha256);
    if (place === undefined) throw new BackupRefusal(`a piece of ${table.schema}.${table.table} is missing`);
    return place;
  });
}

/** The log of a chain, up to a position. Throws BackupRefusal where a file is damaged. */
export async function* logOf(chain: Chain, until = Infinity): AsyncIterable<Buffer> {
  for (const { folder, manifest } of chain) {
    if (manifest.log === null) throw new BackupRefusal('the backup holds no log');
    let position = manifest.log.after;
    if (position >= until) return;
    for await (const message of decodeLog(readChunks(folder, manifest.log.file))) {
      yield message;
      if (++position >= until) return;
    }
  }
}

/** Throws BackupRefusal, which names the file, where one of the chain is missing or holds something else than was written. */
export async function verifyFiles(
  chain: Chain,
  onProgress: (doneBytes: number, totalBytes: number) => void,
): Promise<void> {
  const files = chain.flatMap(({ folder, manifest }) =>
    filesOf(manifest).map((entry) => ({ folder, entry })),
  );
  const total = files.reduce((sum, { entry }) => sum + entry.bytes, 0);
  let done = 0;
  for (const { folder, entry } of files) {
    await verifyFile(folder, entry, (bytes) => onProgress((done += bytes), total));
  }
}
