import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { subscriptionFields, subscriptionParams } from '../../shared/webhooks/subscription-schema.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { executeOnSubscription } from './aggregate.ts';
import { findSubscription } from '../../shared/webhooks/find-subscription.ts';

const deleted = z
  .object({
    deleted: z.literal(true).meta({ description: 'Nothing more is sent to it.' }),
    subscription_id: subscriptionFields.subscription_id,
  })
  .meta({ id: 'DeletedWebhookSubscription', description: 'The end of a subscription.' });

export const deleteSubscription = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/admin/webhooks/{subscription_id}',
    operationId: 'deleteWebhookSubscription',
    summary: 'End a subscription',
    description: 'What was still to be delivered, and what had failed for good, is resolved with it.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:write' },
    feature: 'webhooks',
    admission: 'handler',
    params: subscriptionParams,
    responses: { 200: { description: 'The subscription is gone.', schema: deleted } },
    errors: ['not_found', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { subscription_id: subscriptionId } = ctx.params;
        await findSubscription(deps, admitted.caller, subscriptionId);
        await executeOnSubscription(deps, ctx, admitted, { subscriptionId, command: { kind: 'delete' } });
        return { status: 200, body: { deleted: true, subscription_id: subscriptionId } };
      }),
  });
