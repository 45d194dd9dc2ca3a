import type { StoredEvent } from '../event-log/stored-event.ts';
import type { Sql } from '../postgres/pool.ts';

/** Records at which event a projection stands still. The time of the first failure there is kept. */
export async function parkEvent(
  sql: Sql,
  projection: string,
  parked: { event: StoredEvent; errorCode: string; now: Date },
): Promise<void> {
  await sql.query(
    `INSERT INTO ops.parked_events AS p (projection, position, event_id, error_code, parked_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (projection) DO UPDATE
     SET position = excluded.position, event_id = excluded.event_id, error_code = excluded.error_code,
         parked_at = CASE WHEN p.event_id = excluded.event_id THEN p.parked_at ELSE excluded.parked_at END`,
    [projection, parked.event.position.toString(), parked.event.eventId, parked.errorCode, parked.now],
  );
}

export async function parkedProjections(sql: Sql, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ projection: string }>(
    'SELECT projection FROM ops.parked_events WHERE projection = ANY ($1::text[])',
    [names],
  );
  return new Set(rows.map((row) => row.projection));
}

/** The projection has got past the event. */
export async function unparkEvents(sql: Sql, projection: string): Promise<void> {
  await sql.query('DELETE FROM ops.parked_events WHERE projection = $1', [projection]);
}
