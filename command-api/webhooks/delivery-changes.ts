import type { Caller } from '../../shared/http/route-types.ts';
import { inTransaction, type Pool, type Sql } from '../../shared/postgres/pool.ts';
import { recordAccess, type Access } from '../../shared/audit/record-access.ts';
import { DELIVERY_COLUMNS, type DeliveryRow } from '../../shared/webhooks/delivery-record.ts';

/**
 * Deliveries are operational state: what an administrator does to one is no event of its subscription, whose stream
 * would grow with every replay. It is audited as an access, whose intake row commits together with the change.
 */
export type DeliveryChange = {
  tenantId: string;
  deliveryId: string;
  /** The mode that the caller sees; null for both. */
  test: Caller['test'];
  commandId: string;
  now: Date;
};

export type ChangedDelivery = DeliveryRow & { test: boolean };
export type AccessOf = (row: ChangedDelivery) => { accessId: string; access: Access };

/**
 * Subscriptions as they are in truth: both the read model and the dispatcher's copy of the endpoints follow the log
 * at their own pace, and the one with the higher revision is ahead. The dispatcher's row stays locked, so that a
 * switching off waits, and then finds what became due here.
 */
const SUBSCRIPTIONS = `
  subscription AS MATERIALIZED (
    SELECT e.subscription_id,
      CASE WHEN s.revision > e.revision THEN s.is_active ELSE e.is_active AND e.disable_reason IS NULL END AS is_on
    FROM ops.webhook_endpoints e
    JOIN read.webhook_subscriptions s ON s.subscription_id = e.subscription_id
    WHERE e.tenant_id = $1 AND s.tenant_id = $1 AND ($2::uuid IS NULL OR e.subscription_id = (
      SELECT o.subscription_id FROM ops.webhook_deliveries o WHERE o.delivery_id = $2 AND o.tenant_id = $1))
    ORDER BY e.subscription_id FOR SHARE OF e
  )`;

/**
 * A new round from now on. While an attempt is under way its lease is left alone: it is recorded as the attempt that
 * it is, and the dispatcher begins the round after it.
 */
const NEW_ROUND = `
  status = CASE WHEN d.leased_until > $3 THEN d.status ELSE 'failed' END,
  due_at = CASE WHEN d.leased_until > $3 THEN d.due_at ELSE $3 END,
  round_attempts = CASE WHEN d.leased_until > $3 THEN d.round_attempts ELSE 0 END,
  claims = CASE WHEN d.leased_until > $3 THEN d.claims ELSE 0 END,
  lease_id = CASE WHEN d.leased_until > $3 THEN d.lease_id END,
  leased_until = CASE WHEN d.leased_until > $3 THEN d.leased_until END,
  replay_requested_at = CASE WHEN d.leased_until > $3 THEN $3 END,
  last_command_id = $4`;

const REPLAY = `
  WITH ${SUBSCRIPTIONS}
  UPDATE ops.webhook_deliveries d SET ${NEW_ROUND}
  FROM subscription s
  WHERE d.delivery_id = $2 AND d.tenant_id = $1 AND ($5::boolean IS NULL OR d.test = $5)
    AND s.subscription_id = d.subscription_id AND s.is_on
    AND d.status IN ('failed', 'dead-lettered', 'exhausted') AND d.resolved_at IS NULL
  RETURNING ${DELIVERY_COLUMNS}, d.test`;

/** Makes a delivery due now, with a fresh round of attempts. Null where its state does not allow it. */
export const replayDelivery = (
  pool: Pool,
  change: DeliveryChange,
  accessOf: AccessOf,
): Promise<ChangedDelivery | null> =>
  changeOne(pool, accessOf, (tx) =>
    tx.query<ChangedDelivery>({
      name: 'replay-delivery',
      text: REPLAY,
      values: [change.tenantId, change.deliveryId, change.now, change.commandId, change.test],
    }),
  );

const RESOLVE = `
  UPDATE ops.webhook_deliveries d SET resolved_at = $3, resolution_sealed = $6, last_command_id = $4
  WHERE d.delivery_id = $2 AND d.tenant_id = $1 AND ($5::boolean IS NULL OR d.test = $5)
    AND d.status IN ('dead-lettered', 'exhausted') AND d.resolved_at IS NULL AND d.replay_requested_at IS NULL
  RETURNING ${DELIVERY_COLUMNS}, d.test`;

/** Takes a delivery that failed for good off the list of what there is to do. Null where its state does not allow it. */
export const resolveDelivery = (
  pool: Pool,
  change: DeliveryChange & { reasonSealed: Buffer },
  accessOf: AccessOf,
): Promise<ChangedDelivery | null> =>
  changeOne(pool, accessOf, (tx) =>
    tx.query<ChangedDelivery>({
      name: 'resolve-delivery',
      text: RESOLVE,
      values: [
        change.tenantId,
        change.deliveryId,
        change.now,
        change.commandId,
        change.test,
        change.reasonSealed,
      ],
    }),
  );

const changeOne = (
  pool: Pool,
  accessOf: AccessOf,
  change: (tx: Sql) => Promise<{ rows: ChangedDelivery[] }>,
): Promise<ChangedDelivery | null> =>
  inTransaction(pool, async (tx) => {
    const row = (await change(tx)).rows[0];
    if (!row) return null;
    const { accessId, access } = accessOf(row);
    await recordAccess(tx, accessId, access);
    return row;
  });

/** A delivery that the caller may see, with what a refusal is explained by. */
export async function findDelivery(
  sql: Sql,
  { tenantId, deliveryId, test }: Pick<DeliveryChange, 'tenantId' | 'deliveryId' | 'test'>,
): Promise<(ChangedDelivery & { last_command_id: string | null }) | null> {
  const { rows } = await sql.query<ChangedDelivery & { last_command_id: string | null }>({
    name: 'find-delivery-to-change',
    text: `SELECT ${DELIVERY_COLUMNS}, d.test, d.last_command_id FROM ops.webhook_deliveries d
           WHERE d.delivery_id = $2 AND d.tenant_id = $1 AND ($3::boolean IS NULL OR d.test = $3)`,
    values: [tenantId, deliveryId, test],
  });
  return rows[0] ?? null;
}

/** Dead letters of one mode in one statement: short enough to delay no worker. */
export const REPLAY_BATCH = 1_000;

const REPLAY_ALL = `
  WITH ${SUBSCRIPTIONS}, dead AS MATERIALIZED (
    SELECT o.delivery_id FROM ops.webhook_deliveries o
    WHERE o.tenant_id = $1 AND o.test = $5 AND o.status = 'dead-lettered' AND o.resolved_at IS NULL
      AND o.subscription_id IN (SELECT subscription_id FROM subscription WHERE is_on)
    ORDER BY o.dead_lettered_at LIMIT ${REPLAY_BATCH} FOR UPDATE OF o SKIP LOCKED
  )
  UPDATE ops.webhook_deliveries d SET ${NEW_ROUND}
  FROM dead WHERE d.delivery_id = dead.delivery_id
  RETURNING d.subscription_id`;

/** Replays the oldest dead letters of one mode; returns the subscription of each. Nothing is under way with these. */
export async function replayDeadLetters(
  sql: Sql,
  batch: { tenantId: string; test: boolean; commandId: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql.query<{ subscription_id: string }>({
    name: 'replay-dead-letters',
    text: REPLAY_ALL,
    values: [batch.tenantId, null, batch.now, batch.commandId, batch.test],
  });
  return rows.map((row) => row.subscription_id);
}

/** Dead letters that stand, of the modes that the caller sees, and how many of them no replay takes. */
export async function countDeadLetters(
  sql: Sql,
  { tenantId, modes }: { tenantId: string; modes: readonly boolean[] },
): Promise<{ remaining: number; of_disabled_subscriptions: number }> {
  const { rows } = await sql.query<{ remaining: number; of_disabled_subscriptions: number }>({
    name: 'count-dead-letters',
    text: `WITH ${SUBSCRIPTIONS}
           SELECT count(*) AS remaining, count(*) FILTER (WHERE d.subscription_id NOT IN (
             SELECT subscription_id FROM subscription WHERE is_on)) AS of_disabled_subscriptions
           FROM ops.webhook_deliveries d
           WHERE d.tenant_id = $1 AND d.test = ANY ($3::boolean[]) AND d.status = 'dead-lettered'
             AND d.resolved_at IS NULL`,
    values: [tenantId, null, modes],
  });
  return rows[0] ?? { remaining: 0, of_disabled_subscriptions: 0 };
}
