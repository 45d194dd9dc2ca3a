import type { WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import type { Sql } from '../../shared/postgres/pool.ts';

/** What is asked for: events of these types and modes, after a position of the log, that happened since then. */
export type EventFilter = {
  tenantId: string;
  modes: readonly boolean[];
  types: readonly WebhookEventName[];
  after: number;
  since: Date;
  limit: number;
};

export type EventRow = {
  position: number;
  event_id: string;
  session_id: string | null;
  test: boolean;
  key_id: string;
  body_sealed: Buffer;
};

/** Each type and mode is one range of the index webhook_messages_feed. Bodies that an erasure emptied come along. */
export const EVENTS = `
  SELECT m.position, m.event_id, m.session_id, m.test, m.key_id, m.body_sealed
  FROM (
    SELECT f.position, f.event_id
    FROM unnest($2::boolean[]) AS mode (test) CROSS JOIN unnest($3::text[]) AS kind (name)
    CROSS JOIN LATERAL (
      SELECT w.position, w.event_id FROM ops.webhook_messages w
      WHERE w.tenant_id = $1 AND w.test = mode.test AND w.event_type = kind.name AND w.position > $4
        AND w.created_at >= $5
      ORDER BY w.position LIMIT $6) AS f
    ORDER BY f.position LIMIT $6
  ) AS page
  JOIN ops.webhook_messages m ON m.event_id = page.event_id
  ORDER BY m.position`;

/** The first events of the filter in log order. */
export async function findEvents(sql: Sql, filter: EventFilter): Promise<EventRow[]> {
  const { tenantId, modes, types, after, since, limit } = filter;
  const { rows } = await sql.query<EventRow>({
    name: 'find-events',
    text: EVENTS,
    values: [tenantId, modes, types, after, since, limit],
  });
  return rows;
}

/** How far the dispatcher has come in the log: whatever it publishes later stands behind. */
export async function publishedUpTo(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ position: number }>({
    name: 'events-published',
    text: `SELECT position FROM ops.checkpoints WHERE projection = 'webhook-fan-out' ORDER BY version DESC LIMIT 1`,
  });
  return rows[0]?.position ?? -1;
}
