import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { openSubscriptionEndpoint } from '../../shared/read-models/subscription-rows.ts';
import { subscriptionSchema } from '../../shared/webhooks/subscription-schema.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

type Row = {
  subscription_id: string;
  tenant_id: string;
  url_sealed: Buffer;
  secret_sealed: Buffer;
  events: z.output<typeof subscriptionSchema>['events'];
  is_active: boolean;
  disabled_reason: string | null;
  created_at: Date;
  secret_rotated_at: Date | null;
};

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
      const { rows } = await pool.query<Row>({
        name: 'list-subscriptions',
        text: `SELECT * FROM read.webhook_subscriptions WHERE tenant_id = $1
               ORDER BY created_at, subscription_id LIMIT 100`,
        values: [tenantId],
      });
      const body = rows.map((row) => ({
        subscription_id: row.subscription_id,
        url: openSubscriptionEndpoint(row, tenant)?.url ?? '',
        events: row.events,
        is_active: row.is_active,
        disabled_reason: row.disabled_reason,
        created_at: row.created_at.toISOString(),
        secret_rotated_at: row.secret_rotated_at?.toISOString() ?? null,
      }));
      return { status: 200, body };
    },
  });
