import type { Sql } from '../shared/postgres/pool.ts';
import { MAX_LOGGED_ATTEMPTS, type LoggedAttempt } from '../shared/webhooks/attempt-log.ts';
import type { Claimed } from './claiming.ts';
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

/** A released delivery changes nothing but its lease. */
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
 * An outcome is written only while its lease holds: a delivery that was cancelled meanwhile, or that another process has
 * claimed since, is left as it is. A success clears the last error.
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

/** Writes outcomes, each with its line of the attempt log, in one statement. */
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
