import type { Sql } from '../postgres/pool.ts';

/** `incremental` goes on from another backup; `verified` was restored on trial and found intact. */
export type BackupKind = 'full' | 'incremental' | 'verified';

export type NewestBackup = {
  kind: BackupKind;
  /** As of when its data are. */
  takenAt: Date;
};

/**
 * Notes a backup of this database, or that one was verified. An older one than is known changes nothing, unless what is known
 * lies after `now`: then a clock was wrong, and would hide for as long that backups stop.
 */
export async function noteBackup(sql: Sql, { kind, takenAt }: NewestBackup, now: Date): Promise<void> {
  await sql.query(
    `INSERT INTO ops.newest_backups AS known (kind, taken_at) VALUES ($1, $2)
     ON CONFLICT (kind) DO UPDATE
     SET taken_at = greatest(excluded.taken_at, CASE WHEN known.taken_at <= $3 THEN known.taken_at END)`,
    [kind, takenAt, now],
  );
}

/** The newest of each kind that there is. */
export async function newestBackups(sql: Sql): Promise<NewestBackup[]> {
  const { rows } = await sql.query<{ kind: BackupKind; taken_at: Date }>(
    'SELECT kind, taken_at FROM ops.newest_backups ORDER BY kind',
  );
  return rows.map(({ kind, taken_at }) => ({ kind, takenAt: taken_at }));
}

/** A restored database has no backup of its own, whatever the one that it was restored from had. */
export async function forgetBackups(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM ops.newest_backups');
}
