import type { Sql } from '../postgres/pool.ts';
import { lockDeliveries } from '../webhooks/lock-deliveries.ts';

/** What was removed beside the rows of read models, by subject. */
export type RemovedCopies = {
  stored_answers: number;
  webhook_bodies: number;
  response_excerpts: number;
  cancelled_deliveries: number;
};

/** Everything of a session, or what is sealed under some of its keys. */
export type CopiesOf = { sessionId: string; keyIds: readonly string[] | 'all'; at: string };

const NO_COPIES: RemovedCopies = {
  stored_answers: 0,
  webhook_bodies: 0,
  response_excerpts: 0,
  cancelled_deliveries: 0,
};

/**
 * Removes what is kept of sessions beside their rows: answers kept for repeats, and what webhooks keep. The bytes would
 * be unreadable with their keys; they go all the same. By session; repeating it removes nothing.
 */
export async function removeCopies(
  sql: Sql,
  sessions: readonly CopiesOf[],
): Promise<Map<string, RemovedCopies>> {
  const { sessionIds, keyIds } = parametersOf(sessions);
  await lockDeliveries(sql, { sessionIds });
  const removed = await removeDeliveryCopies(sql, sessions);
  const { rows } = await sql.query<{ session_id: string; answers: number }>(
    `WITH locked AS MATERIALIZED (
       SELECT i.tenant_id, i.key_hash, u.session_id
       FROM unnest($1::uuid[], $2::text[]) AS u (session_id, key_ids)
       JOIN ops.data_keys d ON d.subject_id = u.session_id
         AND (u.key_ids IS NULL OR d.key_id = ANY (string_to_array(u.key_ids, ',')::uuid[]))
       JOIN ops.idempotency_keys i ON i.response_key_id = d.key_id AND i.response_sealed IS NOT NULL
       ORDER BY i.tenant_id, i.key_hash FOR NO KEY UPDATE OF i
     ), gone AS (
       UPDATE ops.idempotency_keys i SET response_sealed = NULL
       FROM locked l WHERE i.tenant_id = l.tenant_id AND i.key_hash = l.key_hash AND i.response_sealed IS NOT NULL
       RETURNING l.session_id
     ) SELECT session_id, count(*) AS answers FROM gone GROUP BY session_id`,
    [sessionIds, keyIds],
  );
  for (const { session_id, answers } of rows) {
    removed.set(session_id, { ...(removed.get(session_id) ?? NO_COPIES), stored_answers: answers });
  }
  return removed;
}

const REMOVE_DELIVERY_COPIES = `
  WITH told AS (
    SELECT u.session_id, u.at, m.event_id, m.tenant_id, m.created_at
    FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS u (session_id, key_ids, at)
    JOIN ops.webhook_messages m ON m.session_id = u.session_id
      AND (u.key_ids IS NULL OR m.key_id = ANY (string_to_array(u.key_ids, ',')::uuid[]))
  ), kept AS (
    SELECT t.session_id, t.at, d.delivery_id, d.status <> 'delivered' AND d.resolved_at IS NULL AS is_open,
      d.resolution_sealed IS NOT NULL AS has_reason,
      (SELECT count(*)::int FROM jsonb_array_elements(d.attempt_log) AS a WHERE a ->> 'excerpt_sealed' IS NOT NULL) AS excerpts,
      d.attempt_log @? '$[*].signatures_sealed ? (@ != null)' AS has_signatures
    FROM told t JOIN ops.webhook_deliveries d
      ON d.tenant_id = t.tenant_id AND d.created_at = t.created_at AND d.event_id = t.event_id
    FOR UPDATE OF d
  ), changed AS (
    UPDATE ops.webhook_deliveries d
    SET due_at = NULL, lease_id = NULL, leased_until = NULL, replay_requested_at = NULL,
      resolved_at = CASE WHEN k.is_open THEN k.at ELSE d.resolved_at END,
      resolution_code = CASE WHEN k.is_open OR k.has_reason THEN 'subject erased' ELSE d.resolution_code END,
      resolution_sealed = NULL,
      attempt_log = (SELECT coalesce(jsonb_agg(a.one || '{"excerpt_sealed": null, "signatures_sealed": null}' ORDER BY a.place), '[]')
                     FROM jsonb_array_elements(d.attempt_log) WITH ORDINALITY AS a (one, place))
    FROM kept k WHERE d.delivery_id = k.delivery_id AND (k.is_open OR k.has_reason OR k.excerpts > 0 OR k.has_signatures)
    RETURNING k.session_id, k.is_open, k.excerpts
  ), emptied AS (
    UPDATE ops.webhook_messages m SET body_sealed = ''::bytea
    FROM told t WHERE m.event_id = t.event_id AND m.body_sealed <> ''::bytea
    RETURNING t.session_id
  )
  SELECT session_id, sum(bodies)::int AS webhook_bodies, sum(excerpts)::int AS response_excerpts,
    sum(open)::int AS cancelled_deliveries
  FROM (
    SELECT session_id, 0 AS bodies, excerpts, is_open::int AS open FROM changed
    UNION ALL SELECT session_id, 1, 0, 0 FROM emptied
  ) AS parts GROUP BY session_id`;

/**
 * Empties the webhook bodies of sessions, deletes what receivers answered and the reasons of resolved deliveries,
 * and resolves deliveries that are still due. A process that is sending one of them loses its lease. The caller has
 * locked them with `lockDeliveries`.
 */
export async function removeDeliveryCopies(
  sql: Sql,
  sessions: readonly CopiesOf[],
): Promise<Map<string, RemovedCopies>> {
  const { sessionIds, keyIds, ats } = parametersOf(sessions);
  const { rows } = await sql.query<{ session_id: string } & Omit<RemovedCopies, 'stored_answers'>>(
    REMOVE_DELIVERY_COPIES,
    [sessionIds, keyIds, ats],
  );
  return new Map(rows.map(({ session_id, ...counts }) => [session_id, { ...NO_COPIES, ...counts }]));
}

const parametersOf = (sessions: readonly CopiesOf[]) => ({
  sessionIds: sessions.map(({ sessionId }) => sessionId),
  keyIds: sessions.map(({ keyIds }) => (keyIds === 'all' ? null : keyIds.join(','))),
  ats: sessions.map(({ at }) => at),
});
