import type { Sql } from '../shared/postgres/pool.ts';

/** What a process asks for of one subscription. */
export type ClaimRequest = {
  subscriptionId: string;
  /** How many of its deliveries may be in flight, over all processes together. */
  window: number;
  /** How many this process has free slots for. */
  room: number;
  /** Of these, how many of test mode. */
  testRoom: number;
};

/** A claimed delivery: this process may send it until its lease expires. */
export type Claimed = {
  lease_id: string;
  delivery_id: string;
  event_id: string;
  subscription_id: string;
  tenant_id: string;
  event_type: string;
  test: boolean;
  attempts: number;
  round_attempts: number;
  claims: number;
  was_dead_lettered: boolean;
  /** Revision of the subscription's stream: after another one the endpoint may be another. */
  revision: number;
  /** The endpoint has only failed since its last success. */
  was_failing: boolean;
  key_id: string;
  body_sealed: Buffer;
  /** False where the key's row is missing. */
  has_key: boolean;
  master_id: string | null;
  wrapped: Buffer | null;
};

/**
 * How long a claim holds: the 10 s of an attempt, and time for a short outage of the database before the outcome is
 * written. The claims of a killed process are free for the others after this time.
 */
export const LEASE_MS = 60_000;

/**
 * Due deliveries of test mode that a claim looks past for live ones. Live ones come first, so that a flood of test
 * events holds up none; behind more than so many they wait until it is less.
 */
const LOOK_PAST = 500;

/**
 * Claims, of the first `window` due deliveries of each subscription, live ones before those of test mode and then in the
 * order of `due_at`, those that are not in flight. So no more than `window` are in flight, over all processes; those of
 * test mode that live ones have pushed out of the window come on top. A claim writes no indexed column and skips rows that
 * another claim has locked. Rows are found once by index and then by their ctid.
 */
const CLAIM = `
  WITH candidates AS MATERIALIZED (
    SELECT c.row_at
    FROM unnest($1::uuid[], $2::int[], $3::int[], $7::int[]) AS w (subscription_id, reach, room, test_room)
    JOIN ops.webhook_endpoints e
      ON e.subscription_id = w.subscription_id AND e.is_active AND e.disable_reason IS NULL
    CROSS JOIN LATERAL (
      SELECT g.row_at
      FROM (
        SELECT f.row_at, f.due_at, f.test, row_number() OVER (PARTITION BY f.test ORDER BY f.due_at) AS place
        FROM (
          (SELECT d.* FROM (SELECT n.ctid AS row_at, n.leased_until, n.due_at, n.test FROM ops.webhook_deliveries n
            WHERE NOT e.test AND n.subscription_id = w.subscription_id AND n.due_at <= $4
            ORDER BY n.due_at LIMIT greatest(w.reach, ${LOOK_PAST})) AS d WHERE NOT d.test LIMIT w.reach)
          UNION ALL
          (SELECT d.* FROM (SELECT n.ctid AS row_at, n.leased_until, n.due_at, n.test FROM ops.webhook_deliveries n
            WHERE n.subscription_id = w.subscription_id AND n.due_at <= $4
            ORDER BY n.due_at LIMIT w.reach) AS d WHERE d.test)
          ORDER BY test, due_at LIMIT w.reach
        ) AS f
        WHERE f.leased_until IS NULL OR f.leased_until <= $4
      ) AS g
      WHERE NOT g.test OR g.place <= w.test_room
      ORDER BY g.test, g.due_at LIMIT w.room
    ) AS c
  ), free AS MATERIALIZED (
    SELECT d.ctid AS row_at FROM ops.webhook_deliveries d
    WHERE d.ctid = ANY (ARRAY (SELECT row_at FROM candidates))
      AND d.due_at <= $4 AND (d.leased_until IS NULL OR d.leased_until <= $4)
    FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE ops.webhook_deliveries d SET lease_id = $5, leased_until = $6, claims = d.claims + 1
    WHERE d.ctid = ANY (ARRAY (SELECT row_at FROM free))
    RETURNING d.delivery_id, d.event_id, d.subscription_id, d.tenant_id, d.event_type, d.test, d.attempts,
      d.round_attempts, d.claims, d.dead_lettered_at IS NOT NULL AS was_dead_lettered
  )
  SELECT c.*, e.revision, e.failing_since IS NOT NULL AS was_failing, m.key_id, m.body_sealed,
    k.key_id IS NOT NULL AS has_key, k.master_id, k.wrapped
  FROM claimed c
  JOIN ops.webhook_endpoints e ON e.subscription_id = c.subscription_id
  JOIN ops.webhook_messages m ON m.event_id = c.event_id
  LEFT JOIN ops.data_keys k ON k.key_id = m.key_id`;

/** Claims due deliveries of several subscriptions in one statement. */
export async function claimDeliveries(
  sql: Sql,
  requests: readonly ClaimRequest[],
  claim: { leaseId: string; now: Date; leaseMs: number },
): Promise<Claimed[]> {
  const { rows } = await sql.query<Omit<Claimed, 'lease_id'>>({
    name: 'claim-deliveries',
    text: CLAIM,
    values: [
      requests.map((one) => one.subscriptionId),
      requests.map((one) => one.window),
      requests.map((one) => one.room),
      claim.now,
      claim.leaseId,
      new Date(claim.now.getTime() + claim.leaseMs),
      requests.map((one) => one.testRoom),
    ],
  });
  return rows.map((row) => Object.assign(row, { lease_id: claim.leaseId }));
}

const IS_STILL_CLAIMED = `
  SELECT 1 FROM ops.webhook_deliveries d JOIN ops.webhook_endpoints e USING (subscription_id)
  WHERE d.delivery_id = $1 AND d.lease_id = $2 AND e.revision = $3 AND e.is_active AND e.disable_reason IS NULL`;

/**
 * Whether a delivery is as it was claimed: not cancelled, nor claimed by another process since, and for the same revision of
 * its subscription, which is still on.
 */
export async function isStillClaimed(
  sql: Sql,
  { delivery_id, lease_id, revision }: Pick<Claimed, 'delivery_id' | 'lease_id' | 'revision'>,
): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'is-still-claimed',
    text: IS_STILL_CLAIMED,
    values: [delivery_id, lease_id, revision],
  });
  return rowCount === 1;
}
