import { rm } from 'node:fs/promises';
import path from 'node:path';
import { serviceVersion } from '../../shared/api/version.ts';
import { withLock, type Lock, type RequireHeld } from '../../shared/postgres/lock.ts';
import { isBeingRestored } from '../../shared/backups/restore-mark.ts';
import { createPool, type Pool, type Sql } from '../../shared/postgres/pool.ts';
import { REBUILD_LOCK } from '../../projectors/rebuild/rebuild.ts';
import { knownSegments, newest, readChain } from './chain.ts';
import { saveLaterKeys, saveTable, tablesOf } from './database.ts';
import { openFolder, replaceFile } from './files.ts';
import { backupsIn } from './folders.ts';
import {
  BackupRefusal,
  endOfLog,
  filesOf,
  MANIFEST,
  readBackup,
  type Backup,
  type Manifest,
  type TableEntry,
} from './manifest.ts';
import { openRawLog, type RawLog } from './raw-log.ts';
import { saveLog } from './save-log.ts';
import { beginSnapshot, factsOf, requireWholeLog } from './snapshot.ts';

export type BackupPhase = 'database' | 'log';

export type BackupOptions = {
  /** A folder that is empty or not there yet. */
  folder: string;
  /** The folder beside it of the backup to go on from; null makes a full one. */
  since: string | null;
  databaseUrl: string;
  /** Null leaves the log out: the event store has a backup of its own, taken after this one. */
  eventStoreUrl: string | null;
  onProgress: (phase: BackupPhase, done: number, total: number) => void;
};

export type BackupResult = {
  folder: string;
  /** Name of the backup that it goes on from; null where it is a full one. */
  since: string | null;
  taken_at: string;
  tables: number;
  /** Of all tables, also those that stand in the backups before. */
  rows: number;
  /** That were written. */
  events: number | null;
  /** Position of the last event: `restore --until` goes as far as this. */
  position: number | null;
  bytes: number;
  /** Of the manifest, which names the digest of every file: kept elsewhere, it shows that nothing was changed. */
  manifest_sha256: string;
};

const DAY_MS = 24 * 3_600_000;

/** A pool without a time limit, ended afterwards: for the lock, the snapshot, and what is read beside it. */
async function withPool<T>(databaseUrl: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool({ databaseUrl, name: 'backup', maxConnections: 3, statementTimeoutMs: DAY_MS });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Lends a connection that is closed afterwards, with the transaction that is open on it. */
async function withConnection<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}

/** Tables must not be put in the place of others while they are copied. */
const NO_REBUILD: Lock = {
  table: REBUILD_LOCK,
  refusal: () => new BackupRefusal('a rebuild or another backup is running'),
};

/** A database of which nobody else makes a backup, and which nobody rebuilds. */
export type HeldDatabase = { pool: Pool; requireHeld: RequireHeld };

/**
 * Keeps rebuilds and other backups away from a database while it works, on whatever host or in whatever container they run.
 * Throws BackupRefusal where one of them works already, and where the database was not restored to the end.
 */
export const holdDatabase = <T>(databaseUrl: string, work: (held: HeldDatabase) => Promise<T>): Promise<T> =>
  withPool(databaseUrl, async (pool) => {
    if (await isBeingRestored(pool)) {
      throw new BackupRefusal(
        'a restore works into the database, or was cut short: there is nothing to back up',
      );
    }
    return withLock(pool, NO_REBUILD, (requireHeld) => work({ pool, requireHeld }));
  });

/** Files of keys made since the snapshot: a backup has one of them. */
const LATER_KEYS = ['keys/later.copy', 'keys/later-again.copy'] as const;
/** The one that the manifest does not name. */
const otherName = (name: string): string => LATER_KEYS[name === LATER_KEYS[0] ? 1 : 0];

/** What a backup is made of. */
type Sources = HeldDatabase & { snapshot: Sql; log: RawLog | null; parent: Backup | null };

async function saveDatabase(
  { snapshot, parent }: Sources,
  { folder, onProgress }: BackupOptions,
): Promise<TableEntry[]> {
  const tables = await tablesOf(snapshot);
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const onRows = (rows: number): void => {
    done += rows;
    onProgress('database', done, Math.max(done, total));
  };
  const saved: TableEntry[] = [];
  for (const table of tables) {
    saved.push(await saveTable(snapshot, table, { folder, known: knownSegments(parent, table), onRows }));
  }
  return saved;
}

/** The backup to go on from, its chain whole. Throws BackupRefusal. */
async function parentOf({ folder, since, eventStoreUrl }: BackupOptions): Promise<Backup | null> {
  if (since === null) return null;
  if (path.dirname(path.resolve(since)) !== path.dirname(path.resolve(folder))) {
    throw new BackupRefusal('a backup stands beside the one that it goes on from, in the same folder');
  }
  const parent = newest(await readChain(since));
  if ((parent.manifest.log === null) !== (eventStoreUrl === null)) {
    throw new BackupRefusal('of a chain all backups hold the log, or none does');
  }
  return parent;
}

/**
 * Copies an installation while it runs, or what came since another backup. First a snapshot of the database, then the log up
 * to its end just after the snapshot, so that the log is never behind the database. Then the data keys that were made in
 * between, so that every event of the copied log can be opened. No master key is copied. The manifest is written last: a
 * folder without one is no backup. Throws BackupRefusal.
 */
export const backUp = (options: BackupOptions): Promise<BackupResult> =>
  holdDatabase(options.databaseUrl, (held) => backUpHeld(held, options));

/** `backUp` of a database that the caller holds. */
export async function backUpHeld(held: HeldDatabase, options: BackupOptions): Promise<BackupResult> {
  const { folder, eventStoreUrl } = options;
  const parent = await parentOf(options);
  await openFolder(folder);
  const log = eventStoreUrl === null ? null : await openRawLog(eventStoreUrl);
  try {
    return await withConnection(held.pool, (snapshot) =>
      backUpSnapshot(options, { ...held, snapshot, log, parent }),
    );
  } finally {
    log?.close();
  }
}

/** Rows in the order of their pages, whatever else reads the table. */
const inOrder = (sql: Sql): Promise<unknown> =>
  sql.query('SET synchronize_seqscans = off; SET max_parallel_workers_per_gather = 0');

async function backUpSnapshot(options: BackupOptions, sources: Sources): Promise<BackupResult> {
  const { folder } = options;
  const { pool, requireHeld, snapshot, log, parent } = sources;
  await inOrder(snapshot);
  const last = await beginSnapshot(snapshot, log);
  const facts = await factsOf(snapshot);
  if (log !== null) requireWholeLog(facts, last);
  const keysTo = { takenAt: facts.taken_at, folder, name: LATER_KEYS[0] };
  const laterKeys = await withConnection(pool, async (other) =>
    saveLaterKeys(other, await tablesOf(other), keysTo),
  );
  const tables = await saveDatabase(sources, options);
  const before = parent?.manifest.log ?? null;
  const manifest: Manifest = {
    format: 2,
    service_version: serviceVersion,
    ...facts,
    parent: parent === null ? null : { folder: path.basename(parent.folder), sha256: parent.sha256 },
    tables,
    later_keys: laterKeys,
    log: log === null ? null : await saveLog(log, { ...options, last, before }),
  };
  await requireHeld();
  return finish(folder, manifest);
}

/**
 * Takes the data keys once more, into a backup without a log: after the event store's own backup, so that every event in
 * that can be opened. At each moment the manifest names files that are whole. Throws BackupRefusal, also while another backup
 * is made, which could go on from this one.
 */
export const backUpKeys = ({
  folder,
  databaseUrl,
}: Pick<BackupOptions, 'folder' | 'databaseUrl'>): Promise<BackupResult> =>
  holdDatabase(databaseUrl, (held) => backUpKeysHeld(held, folder));

/** The same for the newest backup of a folder of backups. Throws BackupRefusal, also where there is none. */
export const backUpNewestKeys = (root: string, databaseUrl: string): Promise<BackupResult> =>
  holdDatabase(databaseUrl, async (held) => {
    const newestBackup = (await backupsIn(root)).backups.at(-1);
    if (newestBackup === undefined) throw new BackupRefusal(`${root} holds no backup`);
    return backUpKeysHeld(held, newestBackup.folder);
  });

async function backUpKeysHeld({ pool, requireHeld }: HeldDatabase, folder: string): Promise<BackupResult> {
  const { manifest } = await readBackup(folder);
  if (manifest.log !== null) throw new BackupRefusal('the backup holds its log, and the keys of all of it');
  const name = path.basename(path.resolve(folder));
  const { backups } = await backupsIn(path.dirname(path.resolve(folder)));
  const child = backups.find((other) => other.manifest.parent?.folder === name);
  if (child)
    throw new BackupRefusal(`${path.basename(child.folder)} goes on from it: it cannot be changed any more`);
  const before = manifest.later_keys.file.path;
  const to = { takenAt: manifest.taken_at, folder, name: otherName(before) };
  const laterKeys = await withConnection(pool, async (sql) => saveLaterKeys(sql, await tablesOf(sql), to));
  await requireHeld();
  const result = await finish(folder, { ...manifest, later_keys: laterKeys });
  await rm(path.join(folder, before), { force: true });
  return result;
}

async function finish(folder: string, manifest: Manifest): Promise<BackupResult> {
  const { sha256 } = await replaceFile(folder, MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`);
  const { tables, log, taken_at, parent } = manifest;
  return {
    folder,
    since: parent?.folder ?? null,
    taken_at,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    events: log?.events ?? null,
    position: log === null ? null : endOfLog(log),
    bytes: filesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0),
    manifest_sha256: sha256,
  };
}
