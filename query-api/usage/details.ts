import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { integer, isoDate } from '../../shared/http/schemas.ts';
import { queryBuilder, run } from '../kernel/query-builder.ts';
import { callerOf } from '../kernel/caller.ts';
import { keepWithin, refuseReversed, wholeDays } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';

const MAX_RECORDS = 1_000;
const DEFAULT_RECORDS = 100;

const query = z.object({
  from_date: isoDate().optional(),
  to_date: isoDate().optional(),
  limit: integer({ min: 1, max: MAX_RECORDS, default: DEFAULT_RECORDS }),
});
type Filter = z.output<typeof query>;

const detail = z
  .object({
    record_id: z.uuid(),
    session_id: z.uuid().nullable().meta({ description: 'The session that the call was about.' }),
    action: z.string().meta({ description: 'session.create, session.route or session.answer.' }),
    tokens_charged: z.int().min(0),
    request_id: z.string().meta({ description: 'The X-Request-ID of the call.' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'UsageDetail' });

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
    responses: { 200: { description: 'The newest records of the range.', schema: z.array(detail) } },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      refuseReversed(ctx.query.from_date, ctx.query.to_date, ['from_date', 'to_date']);
      return { status: 200, body: await readDetails(deps, callerOf(ctx).tenantId, ctx.query) };
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
  { from_date, to_date, limit }: Filter,
): Promise<z.output<typeof detail>[]> {
  const records = queryBuilder
    .from('read.usage_records')
    .select('record_id', 'session_id', 'action', 'tokens', 'request_id', 'created_at')
    .where('tenant_id', tenantId)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'record_id', order: 'desc' },
    ])
    .limit(limit);
  keepWithin(records, 'created_at', wholeDays(from_date, to_date));
  const rows = await run<Row>(deps.poolOf(tenantId), records);
  return rows.map(({ tokens, created_at, ...row }) => ({
    ...row,
    tokens_charged: tokens,
    created_at: created_at.toISOString(),
  }));
}
