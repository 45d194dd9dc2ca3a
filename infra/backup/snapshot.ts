import type { Sql } from '../../shared/postgres/pool.ts';
import { BackupRefusal, type Manifest } from './manifest.ts';
import type { RawLog } from './raw-log.ts';

export type Snapshot = Pick<
  Manifest,
  'taken_at' | 'postgres_version' | 'migrations' | 'master_keys' | 'checkpoints'
>;

export type LastEvent = Awaited<ReturnType<RawLog['last']>>;

/** At a thousand appends a second, one try in ten or so falls between two of them. */
const MAX_TRIES = 200;

/**
 * Begins the transaction whose snapshot is copied, and returns the end of the log just after. It tries to find a
 * moment without an append: then the snapshot holds all rows that were written before those events (claims, keys,
 * intents). If there is none, rows of the last few events are missing, as after a crash of the database.
 */
export async function beginSnapshot(sql: Sql, log: RawLog | null): Promise<LastEvent> {
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

/** The time by the clock that `taken_at` of every backup is of. */
export async function databaseClock(sql: Sql): Promise<Date> {
  const { rows } = await sql.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return rows[0]?.at ?? new Date(0);
}

/** What a manifest says of the moment. */
export async function factsOf(sql: Sql): Promise<Snapshot> {
  const at = await databaseClock(sql);
  const server = await sql.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  const migrations = await sql.query<{ name: string }>('SELECT name FROM public.migrations ORDER BY id');
  const masters = await sql.query<{ id: string }>(
    `SELECT master_id AS id FROM ops.data_keys WHERE master_id IS NOT NULL
     UNION SELECT master_id FROM ops.master_keys WHERE retired_at IS NULL ORDER BY 1`,
  );
  const checkpoints = await sql.query<Manifest['checkpoints'][number]>(
    `SELECT projection, position::text, event_id, stream, revision FROM ops.checkpoints ORDER BY projection`,
  );
  return {
    taken_at: at.toISOString(),
    postgres_version: server.rows[0]?.version ?? '',
    migrations: migrations.rows.map(({ name }) => name),
    master_keys: masters.rows.map(({ id }) => id),
    checkpoints: checkpoints.rows,
  };
}

/** Throws BackupRefusal where the log ends before the database: a restore would refuse that. */
export function requireWholeLog({ checkpoints }: Snapshot, last: LastEvent): void {
  const end = last?.position ?? 0;
  const ahead = checkpoints.find(({ position }) => Number(position) > end);
  if (ahead === undefined) return;
  throw new BackupRefusal(
    `the log ends at position ${end}, before the database, where projection ${ahead.projection} stands at ${ahead.position}`,
  );
}
