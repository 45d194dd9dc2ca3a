import { defineRoute, type Route } from '../../shared/http/route.ts';
import { deliverySchema, type DeliveryRow, deliveryParams } from '../../shared/webhooks/delivery-record.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { replayDelivery } from './delivery-changes.ts';
import { changeDelivery } from './delivery-command.ts';

const refusal = ({ status }: DeliveryRow): string => {
  if (status === 'delivered') return 'The delivery has arrived.';
  if (status === 'pending') return 'The delivery has not been tried yet; that happens by itself.';
  return 'The subscription is switched off: a test that its URL answers with a 2xx switches it on again.';
};

export const replayWebhookDelivery = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/webhooks/deliveries/{delivery_id}/replay',
    operationId: 'replayWebhookDelivery',
    summary: 'Try a failed delivery again now',
    description:
      'Of failed, dead-lettered and exhausted deliveries; others, resolved ones and those of a disabled subscription ' +
      'give 409. It keeps its delivery_id and event_id, gets a fresh round of attempts, and is sent within 30 seconds, ' +
      'as a rule at once. Where an attempt is under way, the round begins after it.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:write' },
    feature: 'webhooks',
    admission: 'handler',
    idempotent: true,
    params: deliveryParams,
    responses: { 200: { description: 'The delivery, due now.', schema: deliverySchema } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const pool = deps.poolOf(admitted.tenantId);
        const delivery = await changeDelivery({
          deps,
          call: ctx,
          admitted,
          deliveryId: ctx.params.delivery_id,
          action: 'webhook.delivery_replayed',
          change: (change, accessOf) => replayDelivery(pool, change, accessOf),
          refusal,
        });
        deps.wakeSubscriptions([delivery.subscription_id]);
        return { status: 200, body: delivery };
      }),
  });
