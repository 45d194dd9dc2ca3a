import type { Registry } from 'prom-client';
import { recordIn } from '../event-log/stand-ins.ts';
import type { StoredEvent } from '../event-log/stored-event.ts';
import { collectedGauge } from '../metrics/collected.ts';
import type { Sql } from '../postgres/pool.ts';

/** Notes the events of a batch that are not ours, and forgets those about which an operator has decided. */
export async function noteStrangeEvents(tx: Sql, events: readonly StoredEvent[], now: Date): Promise<void> {
  const parked = events.filter(({ standIn }) => standIn?.why === 'parked');
  if (parked.length > 0) {
    await tx.query(
      `INSERT INTO ops.strange_events (event_id, position, stream, problem, found_at)
       SELECT u.event_id, u.position, u.stream, u.problem, $5
       FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[]) AS u (event_id, position, stream, problem)
       ON CONFLICT DO NOTHING`,
      [
        parked.map(({ eventId }) => eventId),
        parked.map(({ position }) => position.toString()),
        parked.map(({ stream }) => stream),
        parked.map(({ standIn }) => standIn?.problem),
        now,
      ],
    );
  }
  const decided = events.flatMap((stored) => recordIn(stored)?.position ?? []);
  if (decided.length > 0) {
    await tx.query('DELETE FROM ops.strange_events WHERE position = ANY ($1::bigint[])', [decided]);
  }
}

/** Shows how many events of the log are not ours and wait for a decision, as far as projections have come. */
export function watchStrangeEvents(registry: Registry, sql: Sql): void {
  collectedGauge(
    registry,
    {
      name: 'triage_event_log_parked_events',
      help: 'Events in the log that the service did not write as they stand, and that no operator has decided about.',
      labelNames: [],
    },
    async () => {
      const { rows } = await sql.query<{ count: number }>('SELECT count(*) FROM ops.strange_events');
      return rows.map(({ count }) => ({ labels: {}, value: count }));
    },
  );
}
