import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { requireLive } from './live-only.ts';
import { executeOnTenant } from './operations.ts';
import { originOf } from '../kernel/command-origin.ts';

/** Requests a minute that no override goes beyond (interface, "Limits"). */
const CEILING_RPM = 5_000;

const body = z
  .object({
    rate_limit_rpm: z
      .int32()
      .min(1)
      .max(CEILING_RPM)
      .nullable()
      .meta({ description: "Requests a minute; null falls back to the tier's default.", examples: [500] }),
    reason: boundedText(0, 500)
      .nullish()
      .meta({
        description: 'Why it is set: for the audit trail, stored sealed.',
        examples: ['vaccination day'],
      }),
  })
  .meta({ id: 'OverrideRateLimit', description: 'The override to set, or to clear.' });

const tenantLimit = z
  .object({
    rate_limit_rpm: z
      .int32()
      .nullable()
      .meta({
        description: 'The override that is set, in requests a minute; null where there is none.',
        examples: [500],
      }),
    limit: z.int32().meta({
      description: "What the tenant's new keys get at most, in requests a minute.",
      examples: [500],
    }),
    source: z
      .enum(['override', 'tier'])
      .meta({
        description: 'What sets the limit: the override, or the tier.',
        id: 'TenantRateLimitSource',
        examples: ['override'],
      })
      .describe('What sets it.'),
  })
  .meta({ id: 'TenantRateLimit', description: 'The rate limit of the tenant as a whole.' });

export const overrideTenantRateLimit = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: '/v1/admin/rate-limit',
    operationId: 'setRateLimitOverride',
    summary: 'Set or clear the rate-limit override of the tenant',
    description:
      `The override, at most ${CEILING_RPM} requests a minute, takes the place of the tier's limit for every key; a ` +
      'lower limit of a key itself stays. It takes effect everywhere with the answer and is audited. A test key gets ' +
      '403.',
    tag: 'Tenant',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    body,
    responses: { 200: { description: "The tenant's limit as it is now.", schema: tenantLimit } },
    errors: ['service_unavailable'],
    examples: { body: { rate_limit_rpm: 500, reason: 'vaccination day' } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        requireLive(admitted.caller);
        const { rate_limit_rpm, reason = null } = ctx.body;
        const command = { kind: 'override_rate_limit', rate_limit_rpm, reason } as const;
        await executeOnTenant(deps, command, originOf(ctx, admitted));
        return { status: 200, body: await readLimit(deps.poolOf(admitted.tenantId), admitted.tenantId) };
      }),
  });

async function readLimit(sql: Sql, tenantId: string): Promise<z.output<typeof tenantLimit>> {
  const { rows } = await sql.query<{ rate_limit_override: number | null; tier_rpm: number }>({
    name: 'read-tenant-limit',
    text: 'SELECT rate_limit_override, tier_rpm FROM read.tenants WHERE tenant_id = $1',
    values: [tenantId],
  });
  const row = rows[0];
  if (!row) throw new Error('an admitted caller has no tenant');
  const { rate_limit_override: override, tier_rpm } = row;
  return {
    rate_limit_rpm: override,
    limit: override ?? tier_rpm,
    source: override === null ? 'tier' : 'override',
  };
}
