import type { Knex } from 'knex';
import { z } from 'zod';
import { usageAction } from './usage.ts';
import { count, id, instant, text } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { isoDate, limitOffset } from '../../shared/http/schemas.ts';
import { queryBuilder, run } from '../kernel/query-builder.ts';
import { callerOf } from '../kernel/caller.ts';
import { TOTAL_COUNT, totalCount } from '../kernel/total-count.ts';
import { keepWithin, refuseReversed, wholeDays } from '../kernel/date-range.ts';
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

async function readDetails(
  deps: QueryDeps,
  tenantId: string,
  { from_date, to_date, limit, offset }: Filter,
): Promise<{ records: z.output<typeof detail>[]; total: number }> {
  const matching = (): Knex.QueryBuilder => {
    const records = queryBuilder.from('read.usage_records').where('tenant_id', tenantId);
    keepWithin(records, 'created_at', wholeDays(from_date, to_date));
    return records;
  };
  const page = matching()
    .select('record_id', 'session_id', 'action', 'tokens', 'request_id', 'created_at')
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'record_id', order: 'desc' },
    ])
    .limit(limit)
    .offset(offset);
  const pool = deps.poolOf(tenantId);
  const [rows, counted] = await Promise.all([
    run<Row>(pool, page),
    run<{ count: number }>(pool, matching().count('* as count')),
  ]);
  const records = rows.map(({ tokens, created_at, ...row }) => ({
    ...row,
    tokens_charged: tokens,
    created_at: created_at.toISOString(),
  }));
  return { records, total: counted[0]?.count ?? 0 };
}
