import { z } from 'zod';
import { instant } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { QueryDeps } from '../kernel/deps.ts';

const SOURCES = ['key', 'override', 'tier'] as const;

const rateLimit = z
  .object({
    limit: z.int32().meta({ description: 'Requests that the rolling minute allows.', examples: [60] }),
    remaining: z
      .int32()
      .min(0)
      .meta({ description: 'Requests left in the rolling minute, this one counted.', examples: [57] }),
    reset_at: instant('When the oldest of the counted calls leaves the window.'),
    source: z
      .enum(SOURCES)
      .meta({
        id: 'RateLimitSource',
        description: "What sets the limit: the key's own, the tenant's override, or the tier.",
        examples: ['tier'],
      })
      .describe('What sets the limit.'),
    override_rpm: z
      .int32()
      .nullable()
      .meta({
        description: "The tenant's override, in requests a minute; null where none is set.",
        examples: [500],
      }),
  })
  .meta({ id: 'RateLimit', description: 'The rate window of the caller.' });

export const getRateLimit = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/rate-limit',
    operationId: 'getRateLimit',
    summary: 'The rate window of the caller',
    description:
      'The same numbers as the X-RateLimit headers of this answer: the call counts like any other. `source` is `key` ' +
      "where the key's own limit is lower than the tenant's.",
    tag: 'Tenant',
    access: { kind: 'caller', scope: null },
    // The handler asks the gate itself, since the window that it answers with is the one that counted this call.
    admission: 'handler',
    responses: { 200: { description: 'The window, this call counted.', schema: rateLimit } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { caller, rate } = await deps.gate.authenticate({ ...ctx, demand: ctx.route.demand });
      ctx.setCaller(caller);
      ctx.setRate(rate);
      const origin = await originOfLimit(deps.poolOf(caller.tenantId), caller);
      return {
        status: 200,
        body: {
          limit: rate.limit,
          remaining: rate.remaining,
          reset_at: new Date(rate.resetAtUnixS * 1_000).toISOString(),
          ...origin,
        },
      };
    },
  });

type Origin = Pick<z.output<typeof rateLimit>, 'source' | 'override_rpm'>;

/** Follows ops.effective_limit: the smaller of the key's limit and the tenant's, which the override replaces. */
async function originOfLimit(
  sql: Sql,
  { tenantId, keyId }: Pick<Caller, 'tenantId' | 'keyId'>,
): Promise<Origin> {
  const { rows } = await sql.query<Origin>({
    name: 'rate-limit-origin',
    text: `SELECT CASE WHEN k.rate_limit_rpm < coalesce(t.rate_limit_override, k.tier_rpm) THEN 'key'
                       WHEN t.rate_limit_override IS NOT NULL THEN 'override'
                       ELSE 'tier' END AS source,
                  t.rate_limit_override AS override_rpm
           FROM read.tenants t LEFT JOIN read.api_keys k ON k.tenant_id = t.tenant_id AND k.key_id = $2
           WHERE t.tenant_id = $1`,
    values: [tenantId, keyId],
  });
  const row = rows[0];
  if (!row) throw new Error('an admitted caller has no tenant');
  return { source: row.source, override_rpm: row.override_rpm };
}
