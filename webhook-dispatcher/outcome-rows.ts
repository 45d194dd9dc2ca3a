import { col, orNull, rowSet, type RowOf } from '../shared/postgres/columns.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { MAX_LOGGED_ATTEMPTS, type LoggedAttempt } from '../shared/webhooks/attempt-log.ts';
import type { Claimed } from './claiming.ts';
import type { Decision } from './outcome.ts';

/** One line of a delivery's attempt log. */
export type AttemptEntry = {
  attempt: number;
  at: Date;
  statusCode: number | null;
  latencyMs: number;
  excerptSealed: Buffer | null;
  signaturesSealed: Buffer | null;
};

export type Outcome = {
  delivery: Pick<Claimed, 'delivery_id' | 'lease_id' | 'subscription_id' | 'was_failing'>;
  decision: Decision;
  at: Date;
  /** Null where no attempt was made. */
  entry: AttemptEntry | null;
};

/** An attempt as it stands in the attempt log of its delivery. */
const loggedAttempt = (entry: AttemptEntry, error: string | null): LoggedAttempt => ({
  attempt: entry.attempt,
  at: entry.at.toISOString(),
  status_code: entry.statusCode,
  error,
  latency_ms: entry.latencyMs,
  excerpt_sealed: entry.excerptSealed?.toString('base64') ?? null,
  signatures_sealed: entry.signaturesSealed?.toString('base64') ?? null,
});

const outcomeRows = rowSet({
  delivery_id: col.uuid,
  lease_id: col.uuid,
  released: col.boolean,
  /** Null leaves a column as it is, except for `due_at`. */
  status: orNull(col.text),
  due_at: orNull(col.time),
  status_code: orNull(col.int),
  error: orNull(col.text),
  delivered_at: orNull(col.time),
  dead_lettered_at: orNull(col.time),
  resolution: orNull(col.text),
  at: col.time,
  attempt: orNull(col.int),
  entry: orNull(col.json<LoggedAttempt>()),
});
type OutcomeRow = RowOf<typeof outcomeRows.columns>;
type Change = Pick<
  OutcomeRow,
  'status' | 'due_at' | 'error' | 'delivered_at' | 'dead_lettered_at' | 'resolution'
>;
const NO_CHANGE: Change = {
  status: null,
  due_at: null,
  error: null,
  delivered_at: null,
  dead_lettered_at: null,
  resolution: null,
};

/** The new values of a delivery's row. A released delivery changes nothing but its lease. */
function changeOf({ decision, at }: Outcome): Change {
  switch (decision.kind) {
    case 'delivered':
      return { ...NO_CHANGE, status: 'delivered', delivered_at: at.toISOString() };
    case 'retry':
      return { ...NO_CHANGE, status: 'failed', due_at: decision.dueAt.toISOString(), error: decision.error };
    case 'given_up':
      return {
        ...NO_CHANGE,
        status: decision.status,
        dead_lettered_at: at.toISOString(),
        error: decision.error,
      };
    case 'cancelled':
      return { ...NO_CHANGE, resolution: decision.resolution };
    case 'released':
      return NO_CHANGE;
  }
}

/** Each field by its name: a spread took five times as long, and this runs once a delivery. */
function toRow(outcome: Outcome): OutcomeRow {
  const { delivery, decision, entry, at } = outcome;
  const { status, due_at, error, delivered_at, dead_lettered_at, resolution } = changeOf(outcome);
  return {
    delivery_id: delivery.delivery_id,
    lease_id: delivery.lease_id,
    released: decision.kind === 'released',
    status,
    due_at,
    status_code: entry?.statusCode ?? null,
    error,
    delivered_at,
    dead_lettered_at,
    resolution,
    at: (entry?.at ?? at).toISOString(),
    attempt: entry?.attempt ?? null,
    entry: entry && loggedAttempt(entry, error),
  };
}

/**
 * An outcome is written only while its lease holds: a delivery that was cancelled meanwhile, or that another process has
 * claimed since, is left as it is. A success clears the last error. Rows are locked by id, as `lockDeliveries` does.
 */
const RECORD = `
  WITH o AS MATERIALIZED (
    SELECT * FROM ${outcomeRows.given()}
  ), locked AS MATERIALIZED (
    SELECT d.delivery_id FROM ops.webhook_deliveries d
    JOIN o ON d.delivery_id = o.delivery_id AND d.lease_id = o.lease_id
    ORDER BY d.delivery_id FOR NO KEY UPDATE OF d
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
  FROM o JOIN locked l ON l.delivery_id = o.delivery_id
  WHERE d.delivery_id = l.delivery_id AND d.lease_id = o.lease_id`;

/** Writes outcomes, each with its line of the attempt log, in one statement. */
export async function recordOutcomes(sql: Sql, outcomes: readonly Outcome[]): Promise<void> {
  await sql.query({ name: 'record-outcomes', text: RECORD, values: outcomeRows.values(outcomes.map(toRow)) });
}
