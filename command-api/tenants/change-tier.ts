import { z } from 'zod';
import type { TierName } from '../../domain/tenant/tiers.ts';
import { DEPRECATION_HEADERS, fromBodyOrQuery } from '../../shared/http/deprecation.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import { awaitCaughtUp, NotCaughtUpError } from '../../shared/projection/await-caught-up.ts';
import { readTier, tierName, tierSchema } from '../../shared/tenants/tier-schema.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { requireLive } from './live-only.ts';
import { executeOnTenant } from './operations.ts';
import { originOf } from '../kernel/command-origin.ts';

const PATH = '/v1/admin/tier';
/** What the query form means where it names no tier (interface, "Tenant administration"). */
const QUERY_DEFAULT: TierName = 'starter';
/** How long an answer waits for the balance to show a grant. */
const BALANCE_WAIT_MS = 2_000;

const query = z.object({
  tier: tierName.optional().meta({
    description: `Deprecated: send the JSON body. Without both, ${QUERY_DEFAULT} is meant.`,
    deprecated: true,
    examples: [QUERY_DEFAULT],
  }),
});
const body = z
  .strictObject({ tier: tierName.meta({ description: 'The tier that the tenant shall have.' }) })
  .meta({ id: 'ChangeTier', description: 'The new tier of the tenant.' })
  .optional();

export const changeTier = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: PATH,
    operationId: 'changeTier',
    summary: 'Change the tier',
    description:
      'An upgrade grants the tokens by which the new tier exceeds what tiers have granted in this calendar month (UTC) ' +
      'already; a downgrade grants nothing. Existing keys keep their limits, new ones take those of the new tier. The ' +
      'tier that the tenant has already changes nothing. A tier that the operator keeps to themselves is a 403, which names ' +
      'those that a tenant may choose. A test key gets 403. The form without a body, with the tier ' +
      'as query parameter, is deprecated: its answers carry Deprecation, Sunset, Link and Warning until the sunset, ' +
      'and it is a 410 from then on. Body and query parameter together are a 400.',
    tag: 'Tenant',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    query,
    body,
    responses: {
      200: {
        description: 'The tier as it is now.',
        schema: tierSchema,
        headers: DEPRECATION_HEADERS,
      },
    },
    errors: ['gone', 'service_unavailable'],
    examples: { body: { tier: 'growth' } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        requireLive(admitted.caller);
        const { value: to, headers } = fromBodyOrQuery(
          { name: 'tier', body: ctx.body?.tier, query: ctx.query.tier, queryDefault: QUERY_DEFAULT },
          { sunset: deps.sunsets.tierQuery, successor: PATH },
          ctx.now,
        );
        await requireSelfService(deps, admitted.tenantId, to);
        return { ...(await change(deps, ctx, admitted, to)), headers };
      }),
  });

/** Throws 403 for a tier that only the operator gives. The tier that the tenant has changes nothing. */
async function requireSelfService(deps: CommandDeps, tenantId: string, to: TierName): Promise<void> {
  if (deps.selfServiceTiers.includes(to)) return;
  const { tier } = await readTier(deps.poolOf(tenantId), tenantId);
  if (tier === to) return;
  throw new ApiError(
    'forbidden',
    `The operator gives the tier ${to}: ask for it. Operators run: npm run ops -- tenant set ${tenantId} --tier ${to}`,
    { detail: { self_service_tiers: deps.selfServiceTiers } },
  );
}

async function change(
  deps: CommandDeps,
  call: CommandCall,
  admitted: AdmittedTenantCommand,
  to: TierName,
): Promise<Pick<RouteResult, 'status' | 'body'>> {
  const { tenantId } = admitted;
  const command = { kind: 'change_tier', to, at: call.now.toISOString() } as const;
  const events = await executeOnTenant(deps, command, originOf(call, admitted));
  const granted = events.find(({ event }) => event.type === 'tokens-granted');
  if (granted) await balanceShows(deps, granted.position);
  return { status: 200, body: await readTier(deps.poolOf(tenantId), tenantId) };
}

/** Waits until the balance shows a grant. It is made in any case: past the limit the answer goes out before it does. */
async function balanceShows(deps: CommandDeps, position: bigint): Promise<void> {
  try {
    await awaitCaughtUp(deps.pool, { projections: ['balances'], position, timeoutMs: BALANCE_WAIT_MS });
  } catch (error) {
    if (!(error instanceof NotCaughtUpError)) throw error;
  }
}
