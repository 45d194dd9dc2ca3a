import { z } from 'zod';
import { usageAction } from './usage.ts';
import { count, id, instant, text } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { isoDate, limitOffset } from '../../shared/http/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import { TOTAL_COUNT, totalCount } from '../kernel/total-count.ts';
import { refuseReversed } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';

const MAX_RECORDS = 1_000;
const DEFAULT_RECORDS = 100;

const query = z.object({
  from_date: isoDate().optional().meta({ description: 'Calls of this day (UTC) or later.' }),
  to_date: isoDate().optional().meta({ description: 'Calls of this day (UTC) or earlier.' }),
  ...limitOffset({ maxLimit: MAX_RECORDS, defaultLimit: DEFAULT_RECORDS }),
});
type Filter = z.output<typeof query>;

const detail = z
  .object({
    record_id: id('The record of this charge.'),
    session_id: id('The session that the call was about; null where it was about none.').nullable(),
    action: usageAction,
    tokens_charged: count('Tokens that the call was charged; 0 for a free one.', 8),
    request_id: text('The X-Request-ID of the call.', '0198c0de-0000-7000-8000-000000000070'),
    created_at: instant('When the call was made.'),
  })
  .meta({ id: 'UsageDetail', description: 'One call, with what it was charged.' });

export const listUsageDetails = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/usage/details',
    operationId: 'listUsageDetails',
    summary: 'Single calls with their charge, newest first',
    description:
      'from_date and to_date are whole days (UTC), both included; reversed they are a 400. Free calls are listed with ' +
      '0 tokens. The records follow with the lag of the projections.',
    tag: 'Usage',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query,
    responses: {
      200: { description: 'One page.', schema: z.array(detail), headers: TOTAL_COUNT },
    },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      refuseReversed(ctx.query.from_date, ctx.query.to_date, ['from_date', 'to_date']);
      const { records, total } = await readDetails(deps, callerOf(ctx).tenantId, ctx.query);
      return { status: 200, body: records, headers: totalCount(total) };
    },
  });

type Row = {
  record_id: string;
  session_id: string | null;
  action: string;
  tokens: number;
  request_id: string;
  created_at: Date;
};

/**
 * The page at an offset, and how many calls there are in all. Days are counted already: their sums give the number of all,
 * and lead to the day on which the page begins, so that an offset of a million walks over the calls of one day alone.
 */
const PAGE = `
  WITH days AS (
    SELECT day, sum(calls) AS calls, sum(sum(calls)) OVER (ORDER BY day DESC) AS through
    FROM read.usage_days
    WHERE tenant_id = $1 AND ($2::date IS NULL OR day >= $2) AND ($3::date IS NULL OR day <= $3)
    GROUP BY day),
  first AS (SELECT day, through - calls AS before FROM days WHERE through > $5 ORDER BY day DESC LIMIT 1),
  page AS (
    SELECT record_id, session_id, action, tokens, request_id, created_at
    FROM read.usage_records
    WHERE tenant_id = $1
      AND created_at < ((SELECT day + 1 FROM first)::timestamp AT TIME ZONE 'UTC')
      AND ($2::date IS NULL OR created_at >= ($2::date::timestamp AT TIME ZONE 'UTC'))
    ORDER BY created_at DESC, record_id DESC LIMIT $4 OFFSET $5 - (SELECT before FROM first)::bigint)
  SELECT (SELECT coalesce(max(through), 0)::bigint FROM days) AS total, page.*
  FROM (VALUES (1)) AS one LEFT JOIN page ON true ORDER BY created_at DESC, record_id DESC`;

async function readDetails(
  deps: QueryDeps,
  tenantId: string,
  { from_date, to_date, limit, offset }: Filter,
): Promise<{ records: z.output<typeof detail>[]; total: number }> {
  const { rows } = await deps.poolOf(tenantId).query<{ total: number } & (Row | { record_id: null })>({
    name: 'read-usage-details',
    text: PAGE,
    values: [tenantId, from_date ?? null, to_date ?? null, limit, offset],
  });
  const records = rows.flatMap(({ total: _, ...row }) => {
    if (row.record_id === null) return [];
    const { tokens, created_at, ...fields } = row;
    return [{ ...fields, tokens_charged: tokens, created_at: created_at.toISOString() }];
  });
  return { records, total: rows[0]?.total ?? 0 };
}
