import { isTombstoned, type EventLog } from '../event-log/event-log.ts';
import type { StoredEvent } from '../event-log/stored-event.ts';
import { isOwnStream } from '../event-log/streams.ts';
import type { Sql } from '../postgres/pool.ts';
import type { Lease } from './leases.ts';

/** How far a projection has come: a position of the log, and the last of our events at or before it. */
export type Checkpoint = {
  /** -1: nothing yet. */
  position: bigint;
  eventId: string;
  stream: string | null;
  revision: number | null;
};

type Key = { name: string; version: number };

const NO_EVENT = '00000000-0000-0000-0000-000000000000';
export const BEGINNING: Checkpoint = { position: -1n, eventId: NO_EVENT, stream: null, revision: null };

/** The position to read on from; null is the beginning of the log. */
export const readAfter = (position: bigint): bigint | null => (position < 0n ? null : position);

/** The checkpoint once everything up to `position` was applied; `last` is the last event among it, if any. */
export const checkpointAt = (
  before: Checkpoint,
  position: bigint,
  last: StoredEvent | undefined,
): Checkpoint =>
  last
    ? { position, eventId: last.eventId, stream: last.stream, revision: last.revision }
    : { ...before, position };

type CheckpointRow = {
  projection: string;
  version: number;
  position: number;
  event_id: string;
  stream: string | null;
  revision: number | null;
};

const toCheckpoint = (row: CheckpointRow): Checkpoint => ({
  position: BigInt(row.position),
  eventId: row.event_id,
  stream: row.stream,
  revision: row.revision,
});

type StoredCheckpoint = Key & { checkpoint: Checkpoint };

const toStored = (row: CheckpointRow): StoredCheckpoint => ({
  name: row.projection,
  version: row.version,
  checkpoint: toCheckpoint(row),
});

/** Every stored checkpoint of these projections, whatever version they are of. */
export async function readCheckpoints(sql: Sql, names: readonly string[]): Promise<StoredCheckpoint[]> {
  const { rows } = await sql.query<CheckpointRow>(
    `SELECT projection, version, position, event_id, stream, revision
     FROM ops.checkpoints WHERE projection = ANY ($1::text[])`,
    [names],
  );
  return rows.map(toStored);
}

/** All stored checkpoints, the furthest first. */
export async function allCheckpoints(sql: Sql): Promise<StoredCheckpoint[]> {
  const { rows } = await sql.query<CheckpointRow>(
    'SELECT projection, version, position, event_id, stream, revision FROM ops.checkpoints ORDER BY position DESC',
  );
  return rows.map(toStored);
}

/** Inserts the first checkpoint of a projection; an existing one is left as it is. */
export async function insertCheckpoint(sql: Sql, key: Key, checkpoint: Checkpoint, now: Date): Promise<void> {
  await sql.query(
    `INSERT INTO ops.checkpoints (projection, version, position, event_id, stream, revision, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (projection, version) DO NOTHING`,
    [
      key.name,
      key.version,
      checkpoint.position.toString(),
      checkpoint.eventId,
      checkpoint.stream,
      checkpoint.revision,
      now,
    ],
  );
}

/**
 * Locks checkpoints until the transaction ends. Returns their positions, and whether the lease is held. The
 * transaction commits without waiting for the disk: rows and checkpoint are lost together or not at all.
 */
export async function lockCheckpoints(
  tx: Sql,
  keys: readonly Key[],
  lease: Lease,
): Promise<{ held: boolean; positions: Map<string, bigint> }> {
  const { rows } = await tx.query<{ projection: string; position: number; held: boolean }>({
    name: 'lock-checkpoints',
    text: `SELECT c.projection, c.position, set_config('synchronous_commit', 'off', true),
             EXISTS (SELECT 1 FROM ops.leases l
                     WHERE l.name = $3 AND l.holder = $4 AND l.expires_at > clock_timestamp()) AS held
           FROM ops.checkpoints c
           JOIN unnest($1::text[], $2::int[]) AS w (projection, version) USING (projection, version)
           ORDER BY c.projection FOR UPDATE OF c`,
    values: [keys.map((key) => key.name), keys.map((key) => key.version), lease.name, lease.holder],
  });
  return {
    held: rows.every((row) => row.held),
    positions: new Map(rows.map((row) => [row.projection, BigInt(row.position)])),
  };
}

/** Moves checkpoints in one statement. */
export async function moveCheckpoints(
  tx: Sql,
  moves: readonly (Key & { checkpoint: Checkpoint })[],
  now: Date,
): Promise<void> {
  if (moves.length === 0) return;
  await tx.query({
    name: 'move-checkpoints',
    text: `UPDATE ops.checkpoints c
           SET position = u.position, event_id = u.event_id, stream = u.stream, revision = u.revision, updated_at = $7
           FROM unnest($1::text[], $2::int[], $3::bigint[], $4::uuid[], $5::text[], $6::int[])
             AS u (projection, version, position, event_id, stream, revision)
           WHERE c.projection = u.projection AND c.version = u.version`,
    values: [
      moves.map((move) => move.name),
      moves.map((move) => move.version),
      moves.map((move) => move.checkpoint.position.toString()),
      moves.map((move) => move.checkpoint.eventId),
      moves.map((move) => move.checkpoint.stream),
      moves.map((move) => move.checkpoint.revision),
      now,
    ],
  });
}

/**
 * True where the log still holds, at its place, the event that the checkpoint names. False after the log was replaced or
 * restored from an older copy. A checkpoint that names none of our events (an earlier version let it name the event of
 * another application, which may be gone by now) is proved by its position: the log must reach that far. Throws
 * LogUnavailableError.
 */
export async function isInLog(log: EventLog, checkpoint: Checkpoint): Promise<boolean> {
  const { stream, revision, eventId, position } = checkpoint;
  if (stream === null || revision === null) return position < 0n || position <= (await log.lastPosition());
  try {
    for await (const event of log.readStream(stream, revision)) {
      if (event.revision !== revision) break;
      return event.eventId === eventId && event.position <= position;
    }
  } catch (error) {
    if (isOwnStream(stream) || !isTombstoned(error)) throw error;
  }
  return !isOwnStream(stream) && position <= (await log.lastPosition());
}
