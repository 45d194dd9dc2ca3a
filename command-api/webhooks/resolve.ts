import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { filledText } from '../../shared/http/schemas.ts';
import { deliverySchema, type DeliveryRow, deliveryParams } from '../../shared/webhooks/delivery-record.ts';
import { sealResolution } from '../../shared/webhooks/sealed-parts.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { resolveDelivery } from './delivery-changes.ts';
import { changeDelivery } from './delivery-command.ts';

/** "resolve reason: stored trimmed to 500 characters" of the contract's limits. */
const MAX_REASON = 500;

const body = z
  .object({
    reason: filledText().meta({
      description: `Why nothing more is to be done. Not blank; stored without outer blanks, and cut to ${MAX_REASON} characters.`,
      examples: ['Fetched through the API instead.'],
    }),
  })
  .meta({ id: 'ResolveWebhookDelivery', description: 'Why the delivery is dealt with.' });

/** Characters are code points, of at most two UTF-16 units each: a cut leaves no half of one. */
const trimmed = (reason: string): string =>
  Array.from(reason.trim().slice(0, 2 * MAX_REASON))
    .slice(0, MAX_REASON)
    .join('')
    .trim();

const refusal = ({ status }: DeliveryRow): string =>
  status === 'delivered'
    ? 'The delivery has arrived.'
    : 'The delivery is still being tried; only one that has used all its attempts can be resolved.';

export const resolveWebhookDelivery = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/webhooks/deliveries/{delivery_id}/resolve',
    operationId: 'resolveWebhookDelivery',
    summary: 'Acknowledge a delivery that failed for good',
    description:
      'Of dead-lettered and exhausted deliveries. It stays in the lists, and nothing more is done about it.',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:write' },
    feature: 'webhooks',
    admission: 'handler',
    idempotent: true,
    params: deliveryParams,
    body,
    responses: { 200: { description: 'The delivery, resolved.', schema: deliverySchema } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    examples: { body: { reason: 'Fetched through the API instead.' } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { tenantId, tenant } = admitted;
        const { delivery_id: deliveryId } = ctx.params;
        const reason = trimmed(ctx.body.reason);
        const reasonSealed = sealResolution(tenant.seal, { tenantId, deliveryId }, reason, deps.random);
        const delivery = await changeDelivery({
          deps,
          call: ctx,
          admitted,
          deliveryId,
          action: 'webhook.delivery_resolved',
          change: (change, accessOf) =>
            resolveDelivery(deps.poolOf(tenantId), { ...change, reasonSealed }, accessOf),
          refusal,
        });
        return { status: 200, body: delivery };
      }),
  });
