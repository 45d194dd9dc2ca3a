import { z } from 'zod';
import { count } from '../../domain/kernel/fields.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import type { Sql } from '../../shared/postgres/pool.ts';

/** Delivered rows need no attention and pile up without end, so only those of the last day are counted. */
export const DELIVERED_WINDOW_H = 24;

const STATUSES = ['pending', 'failed', 'dead-lettered', 'exhausted', 'delivered'] as const;
type Status = (typeof STATUSES)[number];

export const deliveryCounts = z
  .object({
    by_status: z
      .record(z.enum(STATUSES), count('Deliveries with this status.', 1))
      .meta({ id: 'DeliveriesByStatus', description: 'Deliveries by status.' })
      .describe('How many there are of each status.'),
  })
  .meta({
    id: 'DeliveryCounts',
    description: 'Webhook deliveries: those that need attention, and those of the last 24 hours.',
  });

/** Counts deliveries by status, from two indexes that hold what is counted by. */
export async function countDeliveries(
  sql: Sql,
  caller: Pick<Caller, 'tenantId' | 'test'>,
  now: Date,
): Promise<z.output<typeof deliveryCounts>> {
  const { rows } = await sql.query<{ status: Status; deliveries: number }>({
    name: 'count-tenant-deliveries',
    text: `SELECT status, count(*) AS deliveries FROM ops.webhook_deliveries
           WHERE tenant_id = $1 AND test = ANY ($2::boolean[]) AND resolved_at IS NULL
             AND status IN ('failed', 'dead-lettered', 'exhausted')
           GROUP BY status
           UNION ALL
           SELECT status, count(*) FROM ops.webhook_deliveries
           WHERE tenant_id = $1 AND test = ANY ($2::boolean[])
             AND created_at > $3::timestamptz - $4 * interval '1 hour' AND status IN ('pending', 'delivered')
           GROUP BY status`,
    values: [caller.tenantId, caller.test === null ? [true, false] : [caller.test], now, DELIVERED_WINDOW_H],
  });
  const counted = new Map(rows.map((row) => [row.status, row.deliveries]));
  const by_status = Object.fromEntries(STATUSES.map((status) => [status, counted.get(status) ?? 0]));
  return { by_status: by_status as Record<Status, number> };
}
