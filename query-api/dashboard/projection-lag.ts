import type { EventLog } from '../../shared/event-log/event-log.ts';
import { occurredAt } from '../../shared/projection/progress.ts';
import type { Pool } from '../../shared/postgres/pool.ts';

/** Events are counted up to this many; a projection that is further behind has at least so much to do. */
export const MAX_COUNTED_EVENTS = 1_000;

export type ProjectionLag = {
  name: string;
  /** Events of the log that it has not passed yet, MAX_COUNTED_EVENTS at most. */
  lagEvents: number;
  /** Age of the oldest of them; 0 where there is none. */
  lagMs: number;
  /** It stands still at an event that it could not apply. */
  isParked: boolean;
};

type Row = { projection: string; position: number; is_parked: boolean };

/** How far each projection, at its newest version, is behind the log. Throws LogUnavailableError. */
export async function projectionLag(
  deps: { pool: Pool; log: Pick<EventLog, 'readAll'> },
  now: Date,
): Promise<ProjectionLag[]> {
  const { rows } = await deps.pool.query<Row>(
    `SELECT DISTINCT ON (c.projection) c.projection, c.position,
       EXISTS (SELECT 1 FROM ops.parked_events p WHERE p.projection = c.projection) AS is_parked
     FROM ops.checkpoints c ORDER BY c.projection, c.version DESC`,
  );
  const waiting = await eventsAfter(deps.log, Math.min(...rows.map((row) => row.position)));
  return rows.map(({ projection, position, is_parked }) => {
    const own = waiting.filter((event) => event.position > BigInt(position));
    const oldest = own[0]?.at ?? now;
    return {
      name: projection,
      lagEvents: own.length,
      lagMs: Math.max(0, now.getTime() - oldest.getTime()),
      isParked: is_parked,
    };
  });
}

type Waiting = { position: bigint; at: Date | null };

/** The first events after a position. */
async function eventsAfter(log: Pick<EventLog, 'readAll'>, position: number): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  if (!Number.isFinite(position)) return waiting;
  for await (const event of log.readAll(position < 0 ? null : BigInt(position))) {
    waiting.push({ position: event.position, at: occurredAt({ kind: 'event', event }) });
    if (waiting.length >= MAX_COUNTED_EVENTS) break;
  }
  return waiting;
}
