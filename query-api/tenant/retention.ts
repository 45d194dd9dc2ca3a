import { defineRoute, type Route } from '../../shared/http/route.ts';
import { readRetention, retentionSchema } from '../../shared/tenants/retention-schema.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

export const getRetention = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/retention',
    operationId: 'getRetention',
    summary: 'How long sessions are kept',
    tag: 'Tenant',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    responses: { 200: { description: 'The retention of the tenant.', schema: retentionSchema } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      return { status: 200, body: await readRetention(deps.poolOf(tenantId), tenantId) };
    },
  });
