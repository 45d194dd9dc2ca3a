import { serviceVersion } from '../../shared/api/version.ts';
import { withLock, type Lock } from '../../shared/postgres/lock.ts';
import { createPool, type Pool, type Sql } from '../../shared/postgres/pool.ts';
import { REBUILD_LOCK } from '../../projectors/rebuild/rebuild.ts';
import { saveLaterKeys, saveTable, tablesOf } from './database.ts';
import { openFolder, replaceFile, writeFile } from './files.ts';
import { encodeLog } from './log-file.ts';
import { BackupRefusal, MANIFEST, readManifest, type Manifest, type TableEntry } from './manifest.ts';
import { openRawLog, type RawLog } from './raw-log.ts';

export type BackupPhase = 'database' | 'log';

export type BackupOptions = {
  /** A folder that is empty or not there yet. */
  folder: string;
  databaseUrl: string;
  /** Null leaves the log out: the event store has a backup of its own, taken after this one. */
  eventStoreUrl: string | null;
  onProgress: (phase: BackupPhase, done: number, total: number) => void;
};

export type BackupResult = {
  folder: string;
  taken_at: string;
  tables: number;
  rows: number;
  events: number | null;
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

type Snapshot = Pick<
  Manifest,
  'taken_at' | 'postgres_version' | 'migrations' | 'master_keys' | 'checkpoints'
>;

type LastEvent = Awaited<ReturnType<RawLog['last']>>;

/** At a thousand appends a second, one try in ten or so falls between two of them. */
const MAX_TRIES = 200;

/**
 * Begins the transaction whose snapshot is copied, and returns the end of the log just after. It tries to find a
 * moment without an append: then the snapshot holds all rows that were written before those events (claims, keys,
 * intents). If there is none, rows of the last few events are missing, as after a crash of the database.
 */
async function beginSnapshot(sql: Sql, log: RawLog | null): Promise<LastEvent> {
  let before = (await log?.last()) ?? null;
  for (let tries = 1; ; tries++) {
    await sql.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await sql.query('SELECT 1 FROM ops.checkpoints LIMIT 1');
    const after = (await log?.last()) ?? null;
    if (after?.position === before?.position || tries === MAX_TRIES) return after;
    await sql.query('ROLLBACK');
    before = after;
  }
}

async function factsOf(sql: Sql): Promise<Snapshot> {
  const server = await sql.query<{ at: Date; version: string }>(
    `SELECT clock_timestamp() AS at, current_setting('server_version') AS version`,
  );
  const migrations = await sql.query<{ name: string }>('SELECT name FROM public.migrations ORDER BY id');
  const masters = await sql.query<{ id: string }>(
    `SELECT master_id AS id FROM ops.data_keys WHERE master_id IS NOT NULL
     UNION SELECT master_id FROM ops.master_keys WHERE retired_at IS NULL ORDER BY 1`,
  );
  const checkpoints = await sql.query<Manifest['checkpoints'][number]>(
    `SELECT projection, position::text, event_id, stream, revision FROM ops.checkpoints ORDER BY projection`,
  );
  const { at, version } = server.rows[0] ?? { at: new Date(0), version: '' };
  return {
    taken_at: at.toISOString(),
    postgres_version: version,
    migrations: migrations.rows.map(({ name }) => name),
    master_keys: masters.rows.map(({ id }) => id),
    checkpoints: checkpoints.rows,
  };
}

async function saveLog(
  log: RawLog,
  last: LastEvent,
  { folder, onProgress }: BackupOptions,
): Promise<NonNullable<Manifest['log']>> {
  const total = last?.position ?? 0;
  let events = 0;
  async function* counted(): AsyncIterable<Buffer> {
    if (total === 0) return;
    for await (const message of log.first(total)) {
      events += 1;
      if (events % 1_000 === 0 || events === total) onProgress('log', events, total);
      yield message;
    }
  }
  const file = await writeFile(folder, 'log/events.bin', encodeLog(counted()));
  if (events !== total) throw new BackupRefusal('the event store gave fewer events than it holds');
  return { file, events, last_event_id: last?.eventId ?? null };
}

async function saveDatabase(snapshot: Sql, { folder, onProgress }: BackupOptions): Promise<TableEntry[]> {
  const tables = await tablesOf(snapshot);
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const onRows = (rows: number): void => {
    done += rows;
    onProgress('database', done, Math.max(done, total));
  };
  const saved: TableEntry[] = [];
  for (const table of tables) saved.push(await saveTable(snapshot, table, { folder, onRows }));
  return saved;
}

/**
 * Copies an installation while it runs. First a snapshot of the database, then the log up to its end just after the
 * snapshot, so that the log is never behind the database. Then the data keys that were made in between, so that
 * every event of the copied log can be opened. No master key is copied. The manifest is written last: a folder
 * without one is no backup. Throws BackupRefusal.
 */
export async function backUp(options: BackupOptions): Promise<BackupResult> {
  const { folder, databaseUrl, eventStoreUrl } = options;
  await openFolder(folder);
  const log = eventStoreUrl === null ? null : await openRawLog(eventStoreUrl);
  try {
    return await withPool(databaseUrl, (pool) =>
      withLock(pool, NO_REBUILD, () =>
        withConnection(pool, (snapshot) => backUpSnapshot(options, { pool, snapshot, log })),
      ),
    );
  } finally {
    log?.close();
  }
}

async function backUpSnapshot(
  options: BackupOptions,
  { pool, snapshot, log }: { pool: Pool; snapshot: Sql; log: RawLog | null },
): Promise<BackupResult> {
  const { folder } = options;
  const last = await beginSnapshot(snapshot, log);
  const facts = await factsOf(snapshot);
  const keysTo = { takenAt: facts.taken_at, folder, onRows: () => undefined };
  const laterKeys = await withConnection(pool, async (other) =>
    saveLaterKeys(other, await tablesOf(other), keysTo),
  );
  const tables = await saveDatabase(snapshot, options);
  const manifest: Manifest = {
    format: 1,
    service_version: serviceVersion,
    ...facts,
    tables,
    later_keys: laterKeys,
    log: log === null ? null : await saveLog(log, last, options),
  };
  return finish(folder, manifest);
}

/**
 * Takes the data keys once more, into a backup without a log: after the event store's own backup, so that every event in
 * that can be opened. Throws BackupRefusal.
 */
export async function backUpKeys({ folder, databaseUrl }: Pick<BackupOptions, 'folder' | 'databaseUrl'>) {
  const manifest = await readManifest(folder);
  if (manifest.log !== null) throw new BackupRefusal('the backup holds its log, and the keys of all of it');
  return withPool(databaseUrl, (pool) =>
    withConnection(pool, async (sql) => {
      const to = { takenAt: manifest.taken_at, folder, onRows: () => undefined };
      return finish(folder, { ...manifest, later_keys: await saveLaterKeys(sql, await tablesOf(sql), to) });
    }),
  );
}

async function finish(folder: string, manifest: Manifest): Promise<BackupResult> {
  const { sha256 } = await replaceFile(folder, MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  const { tables, later_keys: laterKeys, log, taken_at } = manifest;
  const files = [...tables, laterKeys].map(({ file }) => file).concat(log === null ? [] : [log.file]);
  return {
    folder,
    taken_at,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    events: log?.events ?? null,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    manifest_sha256: sha256,
  };
}
