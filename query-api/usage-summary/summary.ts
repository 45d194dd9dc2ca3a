import { z } from 'zod';
import { tokensLeft } from '../tenant/token-fields.ts';
import { count, id, instant, text } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { readUsage, readUsageOfKeys } from './read-usage.ts';
import { summarise, summariseKeys } from './summarise.ts';
import { USAGE_GROUPS, USAGE_RANGES, usageWindow } from './window.ts';

export const usageRange = z.enum(USAGE_RANGES).meta({
  id: 'UsageRange',
  description: 'How far back: hours (h) or days (d), up to now.',
  examples: ['24h'],
});
const usageGroup = z.enum(USAGE_GROUPS).meta({
  id: 'UsageGroup',
  description:
    'By what: route and key leave the width of the buckets to the range, hour and day set it; key adds `api_keys`.',
  examples: ['route'],
});

const query = z.object({
  range: usageRange.default('24h').describe('How far back to look.'),
  group_by: usageGroup.default('route').describe('How wide the buckets are, and whether to tell keys.'),
});

const counts = {
  requests: count('Calls that were answered.', 6),
  errors: count('Answers of 400 and above.', 1),
  tokens_charged: z
    .int()
    .min(0)
    .meta({ description: 'Tokens that these calls were charged.', examples: [41] }),
};
export const percentile = (share: number, example: number) =>
  z
    .number()
    .min(0)
    .nullable()
    .meta({
      description: `${share} percent of the calls took no longer, in milliseconds; null where no call was measured.`,
      examples: [example],
    });

const percentiles = {
  p50_ms: percentile(50, 24),
  p95_ms: percentile(95, 31.8),
  p99_ms: percentile(99, 32),
};

const summary = z
  .object({
    range: usageRange.describe('How far back it reaches.'),
    group_by: usageGroup.describe('By what it was asked for.'),
    totals: z.object(counts).meta({ description: 'Of the whole range.' }),
    routes: z
      .array(
        z.object({
          route: text('Method and path template.', 'POST /v1/sessions/{session_id}/answer'),
          ...counts,
          ...percentiles,
        }),
      )
      .meta({ description: 'By route, the most called first.' }),
    api_keys: z
      .array(
        z.object({
          key_id: id('The API key; null for members in the dashboard.').nullable(),
          key_prefix: text('How the key begins; null for members.', 'svc_live_Exam').nullable(),
          ...counts,
          ...percentiles,
        }),
      )
      .nullable()
      .meta({ description: 'By API key, the most calling first; null unless group_by is key.' }),
    buckets: z
      .array(z.object({ start: instant('Where the bucket begins.'), ...counts }))
      .meta({ description: 'Over time, oldest first.' }),
    balance_series: z
      .array(z.object({ at: instant('When the balance was so.'), balance: tokensLeft }))
      .meta({ description: 'The balance at the beginning of each bucket, and now.' }),
  })
  .meta({ id: 'UsageSummary', description: 'Requests, errors, latency and tokens of a range.' });

export const getUsageSummary = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/usage/summary',
    operationId: 'getUsageSummary',
    summary: 'Requests, errors, latency and tokens by route, by key and over time',
    description:
      'The range ends now and covers whole minutes (1h) or whole hours, the running one included. group_by sets the ' +
      'width of the buckets: day and hour (UTC), or, for route and key, 5 minutes (1h), an hour (24h) or a day ' +
      '(7d, 30d); the first one begins where the range does. With key there is also `api_keys`: a key that was rotated is ' +
      'a key of its own, and what members do in the dashboard is one entry without a key. Tokens and balances come from the log and follow it with the lag ' +
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
      const pool = deps.poolOf(tenantId);
      const [stored, api_keys] = await Promise.all([
        readUsage(pool, tenantId, window),
        group_by === 'key' ? readUsageOfKeys(pool, tenantId, window).then(summariseKeys) : null,
      ]);
      return { status: 200, body: { range, group_by, ...summarise(stored, window), api_keys } };
    },
  });
