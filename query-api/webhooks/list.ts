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
    description:
      'Disabled ones are listed too, with the reason. A test key sees only those that a test key made; live keys and ' +
      'members see all.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    feature: 'webhooks',
    admission: 'gate',
    responses: { 200: { description: 'Oldest first.', schema: z.array(subscriptionSchema) } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId, test } = callerOf(ctx);
      const pool = deps.poolOf(tenantId);
      const tenant = await deps.dataKeys.tenantKeys(pool, tenantId);
      const { rows } = await pool.query<StoredSubscription>({
        name: 'list-subscriptions',
        text: `SELECT * FROM read.webhook_subscriptions
               WHERE tenant_id = $1 AND (created_by_test OR $2::boolean IS NOT TRUE)
               ORDER BY created_at, subscription_id LIMIT 100`,
        values: [tenantId, test],
      });
      return { status: 200, body: rows.map((row) => presentSubscription(row, tenant)) };
    },
  });
