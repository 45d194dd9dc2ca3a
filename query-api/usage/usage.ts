import { z } from 'zod';
import { lifetimeUsed, tokensLeft } from '../tenant/token-fields.ts';
import { day, id, instant, text } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { integer } from '../../shared/http/schemas.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { readBalance } from '../tenant/read-balance.ts';

const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

const query = z.object({
  days: integer({ min: 1, max: MAX_DAYS, default: DEFAULT_DAYS }).meta({
    description: 'How many whole days (UTC) back, today included.',
    examples: [DEFAULT_DAYS],
  }),
});

export const usageAction = text('session.create, session.route or session.answer.', 'session.answer');

const usage = z
  .object({
    tenant_id: id('The tenant that was charged.'),
    balance: tokensLeft,
    lifetime_used: lifetimeUsed,
    period_start: instant('Where the period begins.'),
    period_end: instant('Where the period ends: now.'),
    records: z
      .array(
        z.object({
          date: day('The day (UTC) of the calls.'),
          action: usageAction,
          tokens_charged: z
            .int()
            .min(0)
            .meta({ description: 'Tokens that these calls were charged together.', examples: [40] }),
          count: z
            .int()
            .min(0)
            .meta({ description: 'Calls, free ones as well.', examples: [5] }),
        }),
      )
      .meta({ description: 'One for each day and action that had calls, newest day first.' }),
  })
  .meta({ id: 'Usage', description: 'Calls and tokens by day and action.' });

export const getUsage = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/usage',
    operationId: 'getUsage',
    summary: 'Calls and tokens a day',
    description:
      'Whole days (UTC), today included: `days=1` is today. Actions are session.create, session.route and ' +
      'session.answer; `count` holds calls that were free as well, as skipped answers and those of test keys are. The ' +
      'records follow with the lag of the projections.',
    tag: 'Usage',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query,
    responses: { 200: { description: 'The usage of the period.', schema: usage } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const pool = deps.poolOf(tenantId);
      const today = dayOf(ctx.now);
      const firstDay = dayOf(new Date(ctx.now.getTime() - (ctx.query.days - 1) * DAY_MS));
      const [{ balance, lifetimeUsed }, records] = await Promise.all([
        readBalance(pool, tenantId),
        readDays(pool, { tenantId, firstDay, lastDay: today }),
      ]);
      const body = {
        tenant_id: tenantId,
        balance,
        lifetime_used: lifetimeUsed,
        period_start: `${firstDay}T00:00:00.000Z`,
        period_end: ctx.now.toISOString(),
        records,
      };
      return { status: 200, body };
    },
  });

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 'YYYY-MM-DD'.length);

async function readDays(
  sql: Sql,
  { tenantId, firstDay, lastDay }: { tenantId: string; firstDay: string; lastDay: string },
): Promise<z.output<typeof usage>['records']> {
  const { rows } = await sql.query<z.output<typeof usage>['records'][number]>({
    name: 'read-usage-days',
    text: `SELECT day::text AS date, action, tokens AS tokens_charged, calls AS count
           FROM read.usage_days WHERE tenant_id = $1 AND day BETWEEN $2::date AND $3::date
           ORDER BY day DESC, action`,
    values: [tenantId, firstDay, lastDay],
  });
  return rows;
}
