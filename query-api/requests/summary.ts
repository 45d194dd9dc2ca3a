import { z } from 'zod';
import { count, instant } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { percentile, usageRange } from '../usage-summary/summary.ts';
import { usageWindow } from '../usage-summary/window.ts';
import { readCallHealth } from './read-health.ts';

const query = z.object({ range: usageRange.default('24h').describe('How far back to look.') });

const health = {
  requests: count('Calls that were answered.', 6),
  errors: count('Answers of 400 and above.', 1),
  p50_ms: percentile(50, 24),
  p95_ms: percentile(95, 31.8),
  p99_ms: percentile(99, 32),
};

const summary = z
  .object({
    range: usageRange.describe('How far back it reaches.'),
    totals: z
      .object(health)
      .meta({ id: 'CallHealth', description: 'How many calls there were, and how they went.' })
      .describe('Of the whole range.'),
    buckets: z
      .array(
        z
          .object({ start: instant('Where the bucket begins.'), ...health })
          .meta({ id: 'CallHealthBucket', description: 'How the calls of one stretch of time went.' }),
      )
      .meta({ description: 'Over time, oldest first; none is left out.' }),
  })
  .meta({ id: 'RequestsSummary', description: 'How calls went over time, all routes together.' });

export const summarizeRequests = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/requests/summary',
    operationId: 'summarizeRequests',
    summary: 'Calls, errors and latency over time',
    description:
      'All calls with a credential of the tenant, of both modes, of its keys and of its members in the dashboard, on ' +
      'all routes together. The range ends now; buckets are 5 minutes wide (1h), an hour (24h) or a day (UTC; 7d, 30d), ' +
      'and the first one begins where the range does. Calls are counted by the API processes and appear some seconds ' +
      'later; the crash of one loses seconds of them. A call whose caller left before the answer counts, and is in no ' +
      'percentile. Percentiles are interpolated between fixed steps, in milliseconds, at most 12288, and null where no ' +
      'call was measured. By route, with tokens: GET /v1/admin/usage/summary.',
    tag: 'Usage',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query,
    responses: { 200: { description: 'The summary.', schema: summary } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const { range } = ctx.query;
      const window = usageWindow(range, 'route', ctx.now);
      return {
        status: 200,
        body: { range, ...(await readCallHealth(deps.poolOf(tenantId), tenantId, window)) },
      };
    },
  });
