import { v5 as uuidV5 } from 'uuid';
import type { Sql } from '../shared/postgres/pool.ts';
import { MAX_LOGGED_ATTEMPTS, type LoggedAttempt } from '../shared/webhooks/attempt-log.ts';
import type { Leased } from './claiming.ts';
import { plain, texts } from './columns.ts';
import type { Decision } from './outcome.ts';

/** One line of a delivery's attempt log. */
export type AttemptEntry = {
  attempt: number;
  at: Date;
  statusCode: number | null;
  latencyMs: number;
  excerptSealed: Buffer | null;
};

export type Outcome = {
  delivery: Pick<Leased, 'delivery_id' | 'lease_id' | 'subscription_id' | 'was_failing'>;
  decision: Decision;
  at: Date;
  /** Null where nothing was attempted. */
  entry: AttemptEntry | null;
};

/** What the log of a delivery gets of an attempt. */
export const loggedAttempt = (entry: AttemptEntry, error: string | null): LoggedAttempt => ({
  attempt: entry.attempt,
  at: entry.at.toISOString(),
  status_code: entry.statusCode,
  error,
  latency_ms: entry.latencyMs,
  excerpt_sealed: entry.excerptSealed?.toString('base64') ?? null,
});

/** The new values of a delivery's row. Null leaves a column as it is, except for `due_at`. */
type Change = {
  status: string | null;
  dueAt: Date | null;
  error: string | null;
  deliveredAt: Date | null;
  deadLetteredAt: Date | null;
  resolution: string | null;
};

/** What stays as it was, and is due as it was, is only given back. */
function changeOf({ decision, at }: Outcome): Change {
  const none = {
    status: null,
    dueAt: null,
    error: null,
    deliveredAt: null,
    deadLetteredAt: null,
    resolution: null,
  };
  switch (decision.kind) {
    case 'delivered':
      return { ...none, status: 'delivered', deliveredAt: at };
    case 'retry':
      return { ...none, status: 'failed', dueAt: decision.dueAt, error: decision.error };
    case 'given_up':
      return { ...none, status: decision.status, deadLetteredAt: at, error: decision.error };
    case 'cancelled':
      return { ...none, resolution: decision.resolution };
    case 'released':
      return none;
  }
}

/**
 * Each outcome is written only while its lease stands: a delivery that was cancelled meanwhile, or that another
 * process has claimed since, is left alone. A success clears the last error.
 */
const RECORD = `
  WITH o AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[], $5::timestamptz[], $6::int[], $7::text[],
      $8::timestamptz[], $9::timestamptz[], $10::text[], $11::timestamptz[], $12::int[], $13::jsonb[])
      AS o (delivery_id, lease_id, released, status, due_at, status_code, error,
            delivered_at, dead_lettered_at, resolution, at, attempt, entry)
  )
  UPDATE ops.webhook_deliveries d
  SET status = coalesce(o.status, d.status),
      attempts = coalesce(o.attempt, d.attempts),
      round_attempts = d.round_attempts + (o.attempt IS NOT NULL)::int,
      due_at = CASE WHEN o.released THEN d.due_at ELSE o.due_at END,
      lease_id = NULL, leased_until = NULL,
      claims = CASE WHEN o.released THEN d.claims - 1 ELSE 0 END,
      last_status_code = CASE WHEN o.attempt IS NULL THEN d.last_status_code ELSE o.status_code END,
      last_error = CASE WHEN o.attempt IS NULL THEN coalesce(o.error, d.last_error) ELSE o.error END,
      delivered_at = o.delivered_at,
      dead_lettered_at = coalesce(d.dead_lettered_at, o.dead_lettered_at),
      resolved_at = CASE WHEN o.resolution IS NULL THEN d.resolved_at ELSE o.at END,
      resolution_code = coalesce(o.resolution, d.resolution_code),
      attempt_log = CASE WHEN o.attempt IS NULL THEN d.attempt_log
                         WHEN jsonb_array_length(d.attempt_log) < ${MAX_LOGGED_ATTEMPTS} THEN d.attempt_log || o.entry
                         ELSE (d.attempt_log - 0) || o.entry END
  FROM o
  WHERE d.delivery_id = o.delivery_id AND d.lease_id = o.lease_id`;

/** Writes a group of outcomes, each with its line of the attempt log, in one statement. */
export async function recordOutcomes(sql: Sql, outcomes: readonly Outcome[]): Promise<void> {
  const changes = outcomes.map(changeOf);
  const logged = outcomes.map(({ entry }, index) =>
    entry === null ? null : JSON.stringify(loggedAttempt(entry, changes[index]?.error ?? null)),
  );
  await sql.query({
    name: 'record-outcomes',
    text: RECORD,
    values: [
      plain(outcomes.map(({ delivery }) => delivery.delivery_id)),
      plain(outcomes.map(({ delivery }) => delivery.lease_id)),
      plain(outcomes.map(({ decision }) => decision.kind === 'released')),
      plain(changes.map((change) => change.status)),
      plain(changes.map((change) => change.dueAt)),
      plain(outcomes.map(({ entry }) => entry?.statusCode ?? null)),
      plain(changes.map((change) => change.error)),
      plain(changes.map((change) => change.deliveredAt)),
      plain(changes.map((change) => change.deadLetteredAt)),
      texts(changes.map((change) => change.resolution)),
      plain(outcomes.map(({ entry, at }) => entry?.at ?? at)),
      plain(outcomes.map(({ entry }) => entry?.attempt ?? null)),
      texts(logged),
    ],
  });
}

/** An endpoint that answers with nothing but failures for this long is switched off. */
const FAILING_LIMIT = '5 days';

type Health = { isWell: boolean; failedAt: Date | null; gone: Outcome | null; last: Outcome };

/** A success tells nothing new of an endpoint that was well when the delivery was claimed. */
const isNews = ({ isWell, last }: Health): boolean => !isWell || last.delivery.was_failing;

/** What a group of outcomes says about each endpoint, in one order for all, so that no two writers deadlock. */
function healthOf(outcomes: readonly Outcome[]): [string, Health][] {
  const health = new Map<string, Health>();
  for (const outcome of outcomes) {
    const { decision, delivery, at } = outcome;
    if (!('endpoint' in decision) || decision.endpoint === null) continue;
    const before = health.get(delivery.subscription_id);
    health.set(delivery.subscription_id, {
      isWell: before?.isWell === true || decision.endpoint === 'well',
      failedAt: before?.failedAt ?? (decision.endpoint === 'failing' ? at : null),
      gone: before?.gone ?? (decision.kind === 'given_up' && decision.isGone ? outcome : null),
      last: outcome,
    });
  }
  return [...health].filter(([, one]) => isNews(one)).sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Notes how the endpoints are and, where one is gone or has only failed for five days, that it is to be switched
 * off. A group that changes nothing of an endpoint does not write its row.
 */
const NOTE_HEALTH = `
  WITH h AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::boolean[], $3::timestamptz[], $4::boolean[], $5::uuid[])
      AS h (subscription_id, is_well, failed_at, is_gone, command_id)
  ), noted AS (
    SELECT e.subscription_id, h.command_id,
      CASE WHEN h.is_well THEN NULL ELSE coalesce(e.failing_since, h.failed_at) END AS failing_since,
      CASE WHEN NOT e.is_active OR e.disable_reason IS NOT NULL THEN e.disable_reason
           WHEN h.is_gone THEN 'gone'
           WHEN NOT h.is_well AND e.failing_since <= h.failed_at - interval '${FAILING_LIMIT}' THEN 'failing'
      END AS disable_reason
    FROM h JOIN ops.webhook_endpoints e USING (subscription_id)
  )
  UPDATE ops.webhook_endpoints e
  SET failing_since = n.failing_since, disable_reason = n.disable_reason,
      disable_command_id = CASE WHEN n.disable_reason IS NULL THEN NULL
                                ELSE coalesce(e.disable_command_id, n.command_id) END
  FROM noted n
  WHERE e.subscription_id = n.subscription_id
    AND (e.failing_since, e.disable_reason) IS DISTINCT FROM (n.failing_since, n.disable_reason)
  RETURNING e.disable_reason IS NOT NULL AS to_disable`;

/** Id of the command that an attempt causes: writing down the same attempt twice asks for the same thing. */
const disableCommandId = ({ delivery, entry }: Outcome): string =>
  uuidV5(`disable-after-attempt-${entry?.attempt ?? 0}`, delivery.delivery_id);

/** Returns true where an endpoint is to be switched off. */
export async function noteHealth(sql: Sql, outcomes: readonly Outcome[]): Promise<boolean> {
  const health = healthOf(outcomes);
  if (health.length === 0) return false;
  const { rows } = await sql.query<{ to_disable: boolean }>({
    name: 'note-health',
    text: NOTE_HEALTH,
    values: [
      health.map(([subscriptionId]) => subscriptionId),
      health.map(([, one]) => one.isWell),
      health.map(([, one]) => one.failedAt),
      health.map(([, one]) => one.gone !== null),
      health.map(([, one]) => disableCommandId(one.gone ?? one.last)),
    ],
  });
  return rows.some((row) => row.to_disable);
}
