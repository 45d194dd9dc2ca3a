import { defineRoute, type Route } from '../../shared/http/route.ts';
import { readTier, tierSchema } from '../../shared/tenants/tier-schema.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

export const getTier = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/tier',
    operationId: 'getTier',
    summary: 'The tier of the tenant',
    tag: 'Tenant',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    responses: { 200: { description: 'The tier, with what the price list says of it.', schema: tierSchema } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      return { status: 200, body: await readTier(deps.poolOf(tenantId), tenantId) };
    },
  });
