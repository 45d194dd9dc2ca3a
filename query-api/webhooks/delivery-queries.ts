import type { Caller } from '../../shared/http/route-types.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import {
  DELIVERY_COLUMNS,
  type DeliveryRow,
  type DeliveryStatus,
} from '../../shared/webhooks/delivery-record.ts';
import type { TimeRange } from '../kernel/date-range.ts';

/** Whose deliveries: a key sees those of its own mode, a member both. */
export type Viewer = Pick<Caller, 'tenantId' | 'test'>;

export const modesOf = ({ test }: Viewer): boolean[] => (test === null ? [false, true] : [test]);

export type Page = { limit: number; offset: number };

export type DeliveryFilter = {
  statuses: readonly DeliveryStatus[] | null;
  subscriptionId: string | null;
  /** When they were made. */
  made: TimeRange;
};

/**
 * What the index webhook_deliveries_tenant holds and no more, so that neither counting nor skipping to a page looks
 * at a row; see infra/migrations/0012_webhook_admin.sql.
 */
const MATCHING = `
  FROM ops.webhook_deliveries d
  WHERE d.tenant_id = $1 AND d.test = ANY ($2::boolean[]) AND ($3::text[] IS NULL OR d.status = ANY ($3::text[]))
    AND ($4::uuid IS NULL OR d.subscription_id = $4)
    AND d.created_at >= coalesce($5::timestamptz, '-infinity') AND d.created_at < coalesce($6::timestamptz, 'infinity')`;

export const PAGE = `
  WITH page AS MATERIALIZED (
    SELECT d.delivery_id ${MATCHING} ORDER BY d.created_at DESC, d.delivery_id DESC LIMIT $7 OFFSET $8
  )
  SELECT ${DELIVERY_COLUMNS} FROM page JOIN ops.webhook_deliveries d ON d.delivery_id = page.delivery_id
  ORDER BY d.created_at DESC, d.delivery_id DESC`;

export const COUNT = `SELECT count(*) AS count ${MATCHING}`;

const parametersOf = (viewer: Viewer, { statuses, subscriptionId, made }: DeliveryFilter): unknown[] => [
  viewer.tenantId,
  modesOf(viewer),
  statuses,
  subscriptionId,
  made.from,
  made.before,
];

/** Newest first. */
export async function findDeliveries(
  sql: Sql,
  viewer: Viewer,
  filter: DeliveryFilter,
  page: Page,
): Promise<DeliveryRow[]> {
  const { rows } = await sql.query<DeliveryRow>({
    name: 'find-deliveries',
    text: PAGE,
    values: [...parametersOf(viewer, filter), page.limit, page.offset],
  });
  return rows;
}

export async function countDeliveries(sql: Sql, viewer: Viewer, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({
    name: 'count-deliveries',
    text: COUNT,
    values: parametersOf(viewer, filter),
  });
  return rows[0]?.count ?? 0;
}

export const ACTIONABLE = `
  SELECT d.status, count(*) AS count FROM ops.webhook_deliveries d
  WHERE d.tenant_id = $1 AND d.test = ANY ($2::boolean[])
    AND d.status IN ('failed', 'dead-lettered', 'exhausted') AND d.resolved_at IS NULL
  GROUP BY d.status`;

/** How many deliveries somebody may have to do something about, by status. */
export async function countActionable(sql: Sql, viewer: Viewer): Promise<Map<DeliveryStatus, number>> {
  const { rows } = await sql.query<{ status: DeliveryStatus; count: number }>({
    name: 'count-actionable-deliveries',
    text: ACTIONABLE,
    values: [viewer.tenantId, modesOf(viewer)],
  });
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** The newest of each mode, by index; then the newest of these. */
export const DEAD_LETTERS = `
  SELECT ${DELIVERY_COLUMNS}
  FROM unnest($2::boolean[]) AS mode (test)
  CROSS JOIN LATERAL (
    SELECT * FROM ops.webhook_deliveries o
    WHERE o.tenant_id = $1 AND o.test = mode.test AND o.status = 'dead-lettered' AND o.resolved_at IS NULL
      AND o.replay_requested_at IS NULL
    ORDER BY o.dead_lettered_at DESC, o.delivery_id DESC LIMIT $3::bigint + $4::bigint) AS d
  ORDER BY d.dead_lettered_at DESC, d.delivery_id DESC LIMIT $3 OFFSET $4`;

/** Dead letters that nobody replayed or resolved, latest first. */
export async function findDeadLetters(sql: Sql, viewer: Viewer, page: Page): Promise<DeliveryRow[]> {
  const { rows } = await sql.query<DeliveryRow>({
    name: 'find-dead-letters',
    text: DEAD_LETTERS,
    values: [viewer.tenantId, modesOf(viewer), page.limit, page.offset],
  });
  return rows;
}
