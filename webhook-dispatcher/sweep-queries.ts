import type { Sql } from '../shared/postgres/pool.ts';
import { FEED_DAYS } from '../shared/webhooks/new-events.ts';
import { LEASE_MS } from './claiming.ts';
import { LONGEST_WAITS_MS } from './schedule.ts';

/** A subscription with due deliveries that no process is sending, and since when. */
export type DueSubscription = { subscriptionId: string; since: Date };

/** More subscriptions wait for the next sweep. */
const MAX_DUE = 5_000;

/**
 * Subscriptions with due deliveries, at most `limit`. Only the first delivery of each is looked up, so a long queue costs no
 * more than a short one. An expired lease counts as none, which is how the deliveries of a killed process come back.
 * What has waited longest comes first: none is due before it that was not already, so each has its turn.
 */
export async function dueSubscriptions(sql: Sql, now: Date, limit = MAX_DUE): Promise<DueSubscription[]> {
  const { rows } = await sql.query<{ subscription_id: string; due_at: Date }>({
    name: 'due-subscriptions',
    text: `SELECT e.subscription_id, d.due_at
           FROM ops.webhook_endpoints e
           CROSS JOIN LATERAL (
             SELECT d.due_at FROM ops.webhook_deliveries d
             WHERE d.subscription_id = e.subscription_id AND d.due_at <= $1
               AND (d.leased_until IS NULL OR d.leased_until <= $1)
             ORDER BY d.due_at LIMIT 1) AS d
           WHERE e.is_active AND e.disable_reason IS NULL
           ORDER BY d.due_at, e.subscription_id LIMIT $2`,
    values: [now, limit],
  });
  return rows.map((row) => ({ subscriptionId: row.subscription_id, since: row.due_at }));
}

/** A dead-lettered delivery that nobody replayed or resolved for this long is exhausted. */
const DEAD_LETTER_DAYS = 30;
const MAX_EXPIRED = 1_000;

/** A row that somebody else is changing waits for the next sweep. */
export async function exhaustOldDeadLetters(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    `UPDATE ops.webhook_deliveries SET status = 'exhausted'
     WHERE delivery_id IN (
       SELECT delivery_id FROM ops.webhook_deliveries
       WHERE status = 'dead-lettered' AND resolved_at IS NULL
         AND dead_lettered_at <= $1::timestamptz - interval '${DEAD_LETTER_DAYS} days'
       LIMIT ${MAX_EXPIRED} FOR NO KEY UPDATE SKIP LOCKED)`,
    [now],
  );
}

/** A day more than the feed shows, so that none goes while a reader is on its way to it. */
const FEED_KEPT_DAYS = FEED_DAYS + 1;
/** More wait for the next sweep. */
const MAX_FORGOTTEN = 5_000;

/** Removes bodies that nobody subscribed to once the feed does not show them any more. */
export async function forgetOldEvents(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    `DELETE FROM ops.webhook_messages WHERE event_id IN (
       SELECT event_id FROM ops.webhook_messages
       WHERE NOT has_deliveries AND created_at < $1::timestamptz - interval '${FEED_KEPT_DAYS} days'
       LIMIT ${MAX_FORGOTTEN} FOR UPDATE SKIP LOCKED)`,
    [now],
  );
}

/** More wait for the next sweep. */
const MAX_REPLAYS = 1_000;

/**
 * Starts the replays that were requested during an attempt, once its outcome is written or its lease has expired. The new
 * round replaces the retry that the attempt has planned. The request lapses where the delivery was delivered or resolved
 * meanwhile, or its endpoint disabled or deleted.
 */
export async function startReplays(sql: Sql, now: Date): Promise<void> {
  await sql.query({
    name: 'start-replays',
    text: `
      WITH requested AS MATERIALIZED (
        SELECT d.delivery_id, e.is_active AND e.disable_reason IS NULL AS is_on
        FROM ops.webhook_deliveries d LEFT JOIN ops.webhook_endpoints e ON e.subscription_id = d.subscription_id
        WHERE d.replay_requested_at IS NOT NULL LIMIT ${MAX_REPLAYS} FOR NO KEY UPDATE OF d SKIP LOCKED
      ), started AS (
        UPDATE ops.webhook_deliveries d
        SET status = 'failed', due_at = d.replay_requested_at, replay_requested_at = NULL, round_attempts = 0,
            claims = 0, lease_id = NULL, leased_until = NULL
        FROM requested
        WHERE d.delivery_id = requested.delivery_id AND requested.is_on AND d.replay_requested_at IS NOT NULL
          AND d.status IN ('failed', 'dead-lettered', 'exhausted') AND d.resolved_at IS NULL
          AND (d.leased_until IS NULL OR d.leased_until <= $1)
      )
      UPDATE ops.webhook_deliveries d SET replay_requested_at = NULL
      FROM requested
      WHERE d.delivery_id = requested.delivery_id
        AND (requested.is_on IS NOT TRUE OR d.status = 'delivered' OR d.resolved_at IS NOT NULL)`,
    values: [now],
  });
}

/** Clocks of hosts that are kept right differ by less. */
const CLOCK_TOLERANCE_MS = 60_000;
/** More wait for the next look. */
const MAX_BROUGHT_FORWARD = 1_000;

/**
 * Makes due what is due later than any plan made now would have it, and frees what is leased for longer than any lease taken
 * now: a process whose clock was ahead has written them. "Now" is the later one of this process's clock and of the database's,
 * so that a process whose own clock is behind brings nothing forward.
 */
export async function bringForward(sql: Sql, now: Date): Promise<void> {
  await sql.query({
    name: 'bring-forward',
    text: `
      WITH misdated AS MATERIALIZED (
        SELECT d.delivery_id, d.due_at > l.latest_due AS is_late, d.leased_until > l.latest_lease AS is_long
        FROM (SELECT greatest($1::timestamptz, clock_timestamp()) + interval '${CLOCK_TOLERANCE_MS} ms' AS moment) AS t
        CROSS JOIN ops.webhook_deliveries d
        CROSS JOIN LATERAL (
          SELECT t.moment + coalesce(($2::float8[])[d.round_attempts + 1], 0) * interval '1 ms' AS latest_due,
            t.moment + interval '${LEASE_MS} ms' AS latest_lease) AS l
        WHERE d.due_at IS NOT NULL AND (d.due_at > l.latest_due OR d.leased_until > l.latest_lease)
        LIMIT ${MAX_BROUGHT_FORWARD} FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE ops.webhook_deliveries d
      SET due_at = CASE WHEN m.is_late THEN $1 ELSE d.due_at END,
          leased_until = CASE WHEN m.is_long THEN $1 ELSE d.leased_until END
      FROM misdated m WHERE d.delivery_id = m.delivery_id`,
    values: [now, LONGEST_WAITS_MS],
  });
}

/** Counting stops here: an alert needs no more. */
const MAX_COUNTED = 10_000;

export type Counted = { due: number; deadLetters: number; disabled: number };

export async function countDeliveries(sql: Sql, now: Date): Promise<Counted> {
  const { rows } = await sql.query<{ due: number; dead: number; disabled: number }>(
    `SELECT
       (SELECT count(*) FROM (SELECT 1 FROM ops.webhook_deliveries
          WHERE due_at <= $1 AND (leased_until IS NULL OR leased_until <= $1) LIMIT ${MAX_COUNTED}) AS d)::int AS due,
       (SELECT count(*) FROM (SELECT 1 FROM ops.webhook_deliveries
          WHERE status = 'dead-lettered' AND resolved_at IS NULL LIMIT ${MAX_COUNTED}) AS d)::int AS dead,
       (SELECT count(*) FROM ops.webhook_endpoints WHERE NOT is_active)::int AS disabled`,
    [now],
  );
  const { due = 0, dead = 0, disabled = 0 } = rows[0] ?? {};
  return { due, deadLetters: dead, disabled };
}
