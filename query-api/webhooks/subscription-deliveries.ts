import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { limitOffset } from '../../shared/http/schemas.ts';
import { deliverySchema, presentDelivery } from '../../shared/webhooks/delivery-record.ts';
import { subscriptionParams } from '../../shared/webhooks/subscription-schema.ts';
import { findSubscription } from '../../shared/webhooks/find-subscription.ts';
import { callerOf } from '../kernel/caller.ts';
import { wholeDays } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { TOTAL_COUNT, totalCount } from '../kernel/total-count.ts';
import { countDeliveries, findDeliveries } from './delivery-queries.ts';

export const listSubscriptionDeliveries = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/webhooks/{subscription_id}/deliveries',
    operationId: 'listWebhookSubscriptionDeliveries',
    summary: 'The latest deliveries of a subscription',
    description:
      'Of every status. A key sees deliveries of its own mode, test or live; a test key only those of a subscription ' +
      'that a test key made (404 otherwise).',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    feature: 'webhooks',
    admission: 'gate',
    params: subscriptionParams,
    query: z.object(limitOffset({ maxLimit: 200, defaultLimit: 50 })),
    responses: {
      200: { description: 'Newest first.', schema: z.array(deliverySchema), headers: TOTAL_COUNT },
    },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const { tenantId } = caller;
      const { subscription_id: subscriptionId } = ctx.params;
      await findSubscription(deps, caller, subscriptionId);
      const pool = deps.poolOf(tenantId);
      const { seal } = await deps.dataKeys.tenantKeys(pool, tenantId);
      const filter = { statuses: null, subscriptionId, made: wholeDays(null, null) };
      const [rows, total] = await Promise.all([
        findDeliveries(pool, caller, filter, ctx.query),
        countDeliveries(pool, caller, filter),
      ]);
      const body = rows.map((row) => presentDelivery(row, seal));
      return { status: 200, body, headers: totalCount(total) };
    },
  });
