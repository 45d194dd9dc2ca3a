import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { presentSubscription, type StoredSubscription } from '../../shared/webhooks/subscription-record.ts';
import { subscriptionSchema } from '../../shared/webhooks/subscription-schema.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

export const listSubscriptions = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/webhooks',
    operationId: 'listWebhookSubscriptions',
    summary: 'Subscriptions of the tenant',
    description: 'Disabled ones are listed too, with the reason.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    admission: 'gate',
    responses: { 200: { description: 'Oldest first.', schema: z.array(subscriptionSchema) } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const pool = deps.poolOf(tenantId);
      const tenant = await deps.dataKeys.tenantKeys(pool, tenantId);
      const { rows } = await pool.query<StoredSubscription>({
        name: 'list-subscriptions',
        text: `SELECT * FROM read.webhook_subscriptions WHERE tenant_id = $1
               ORDER BY created_at, subscription_id LIMIT 100`,
        values: [tenantId],
      });
      return { status: 200, body: rows.map((row) => presentSubscription(row, tenant)) };
    },
  });
