import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { readUsage } from './read-usage.ts';
import { summarise } from './summarise.ts';
import { USAGE_GROUPS, USAGE_RANGES, usageWindow } from './window.ts';

const query = z.object({
  range: z.enum(USAGE_RANGES).default('24h'),
  group_by: z.enum(USAGE_GROUPS).default('route'),
});

const counts = {
  requests: z.int32().min(0),
  errors: z.int32().min(0).meta({ description: 'Answers of 400 and above.' }),
  tokens_charged: z.int().min(0),
};
const percentile = z.number().min(0).nullable();

const summary = z
  .object({
    range: z.enum(USAGE_RANGES),
    group_by: z.enum(USAGE_GROUPS),
    totals: z.object(counts),
    routes: z.array(
      z.object({
        route: z.string().meta({ description: 'Method and path template.' }),
        ...counts,
        p50_ms: percentile,
        p95_ms: percentile,
        p99_ms: percentile,
      }),
    ),
    buckets: z.array(z.object({ start: z.iso.datetime(), ...counts })),
    balance_series: z.array(z.object({ at: z.iso.datetime(), balance: z.int() })),
  })
  .meta({ id: 'UsageSummary' });

export const getUsageSummary = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/usage/summary',
    operationId: 'getUsageSummary',
    summary: 'Requests, errors, latency and tokens by route and over time',
    description:
      'The range ends now and covers whole minutes (1h) or whole hours, the running one included. group_by sets the ' +
      'width of the buckets: day and hour (UTC), or, for route, 5 minutes (1h), an hour (24h) or a day (7d, 30d); ' +
      'the first one begins where the range does. Tokens and balances come from the log and follow it with the lag ' +
      'of the projections. Requests, errors and latency are counted by the API processes and appear some seconds ' +
      'later; the crash of one loses seconds of them. Percentiles are interpolated between fixed steps, in ' +
      'milliseconds, at most 12288, and null for a route without measured calls. balance_series has the balance at ' +
      'the beginning of each bucket, and now.',
    tag: 'Usage',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query,
    responses: { 200: { description: 'The summary.', schema: summary } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const { range, group_by } = ctx.query;
      const window = usageWindow(range, group_by, ctx.now);
      const stored = await readUsage(deps.poolOf(tenantId), tenantId, window);
      return { status: 200, body: { range, group_by, ...summarise(stored, window) } };
    },
  });
