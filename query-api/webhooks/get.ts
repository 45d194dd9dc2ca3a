import { defineRoute, type Route } from '../../shared/http/route.ts';
import { findSubscription } from '../../shared/webhooks/find-subscription.ts';
import { presentSubscription } from '../../shared/webhooks/subscription-record.ts';
import { subscriptionParams, subscriptionSchema } from '../../shared/webhooks/subscription-schema.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

export const getSubscription = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/webhooks/{subscription_id}',
    operationId: 'getWebhookSubscription',
    summary: 'One subscription',
    description:
      'Without its secret, also while it is switched off. A test key sees only what a test key made (404 otherwise).',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    feature: 'webhooks',
    admission: 'gate',
    params: subscriptionParams,
    responses: { 200: { description: 'The subscription.', schema: subscriptionSchema } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const row = await findSubscription(deps, caller, ctx.params.subscription_id);
      const tenant = await deps.dataKeys.tenantKeys(deps.poolOf(caller.tenantId), caller.tenantId);
      return { status: 200, body: presentSubscription(row, tenant) };
    },
  });
